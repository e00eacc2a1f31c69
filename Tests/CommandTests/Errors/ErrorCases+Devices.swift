extension ErrorCase {
    private static let laptop = "ledger device add --name laptop >/dev/null\n"

    /// Devices that cannot sign, and copies that are not believed.
    static let devices: [ErrorCase] = [
        ErrorCase("device.notShared", "ledger device revoke phone"),
        ErrorCase("device.noKey", "\(laptop)rm ledger/device.json\nledger add 5 Tea"),
        ErrorCase(
            "device.damaged", "\(laptop)echo broken > ledger/device.json\nledger add 5 Tea"),
        ErrorCase("device.noPlace", "HOME= ledger device add"),
        ErrorCase("device.badName", "ledger device add --name 'my laptop'"),
        ErrorCase("device.badKey", "ledger device add phone+12"),
        ErrorCase("device.unknown", "\(laptop)ledger device revoke phone"),
        ErrorCase("device.exists", "\(laptop)ledger device add"),
        ErrorCase("device.own", "\(laptop)ledger device revoke laptop"),
        ErrorCase(
            "device.revoked",
            laptop + "ledger clone ledger phone --device phone >/dev/null\n"
                + "key=$(ledger device list --ledger phone -O json | grep -o 'phone+[^\"]*')\n"
                + "ledger device add $key >/dev/null\nledger merge phone --both >/dev/null\n"
                + "ledger device revoke phone >/dev/null\nledger merge phone --both >/dev/null\n"
                + "ledger add 5 Tea --ledger phone"),
        ErrorCase("device.newKeyOfAnother", "\(laptop)ledger device add --new-key phone+12"),
        ErrorCase("device.nothingDoubtful", "\(laptop)ledger device vouch"),
        ErrorCase(
            "merge.doubtful",
            "ledger backup copy >/dev/null\n\(laptop)"
                + "ledger add 5 Tea --ledger copy >/dev/null\nledger merge copy"),
        ErrorCase(
            "merge.shared",
            "ledger backup copy >/dev/null\n"
                + "ledger device add --name phone --ledger copy >/dev/null\nledger merge copy"),
    ]
}
