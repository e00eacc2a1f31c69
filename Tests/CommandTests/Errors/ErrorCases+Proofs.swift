extension ErrorCase {
    private static let key = "ledger key new >/dev/null\n"
    private static let kept = key + "ledger checkpoint --sign -o kept >/dev/null\n"
    private static let witness = kept + "ledger witness new w1 >/dev/null\n"

    /// What cannot be proved, and proofs that are not believed.
    static let proofs: [ErrorCase] = [
        ErrorCase("proof.noKey", "ledger checkpoint --sign"),
        ErrorCase("proof.unknownKey", "\(key)ledger key show 0123456"),
        ErrorCase("proof.badKey", "\(kept)ledger verify --against kept --key ledger+1"),
        ErrorCase(
            "proof.damagedKey",
            "echo broken > key\nmkdir -m 700 ledger/keys\n"
                + "install -m 600 key ledger/keys/0001-01234567.key\nledger key"),
        ErrorCase(
            "proof.exposedKey",
            "\(key)mv ledger/keys/*.key ledger/keys/0001-01234567.key\n"
                + "chmod 644 ledger/keys/*.key\nledger prove 2"),
        ErrorCase("proof.malformed", "echo broken > kept\nledger verify --against kept"),
        ErrorCase(
            "proof.badSignature",
            "\(kept)sed -i 's/^3$/4/' kept\nledger verify --against kept"),
        ErrorCase(
            "proof.unsigned",
            "\(kept)ledger demo sample >/dev/null\nledger key new --ledger sample >/dev/null\n"
                + "ledger verify --against kept --key \"$(ledger key show --ledger sample)\""),
        ErrorCase(
            "proof.foreign",
            "\(kept)ledger demo sample >/dev/null\nledger verify --ledger sample --against kept"),
        ErrorCase(
            "proof.rolledBack",
            "\(key)cp -r ledger/log old\nledger add 4 Milk >/dev/null\n"
                + "ledger checkpoint --sign -o kept >/dev/null\n"
                + "rm -r ledger/log\nmv old ledger/log\nledger verify --against kept"),
        ErrorCase(
            "proof.forked",
            "\(key)cp -r ledger/log old\nledger add 4 Milk >/dev/null\n"
                + "ledger checkpoint --sign -o kept >/dev/null\n"
                + "rm -r ledger/log\nmv old ledger/log\nledger add 5 Milk >/dev/null\n"
                + "ledger add 6 Tea >/dev/null\nledger verify --against kept"),
        ErrorCase(
            "proof.otherReport",
            "\(key)ledger report --receipt kept >/dev/null\nrm -r ledger/keys\n"
                + "sed -i 's/^sha256 ...../sha256 AAAAA/' kept\nledger verify --receipt kept"),
        ErrorCase("proof.unsignable", "\(key)ledger today --receipt kept"),
        ErrorCase("proof.unknownBranch", "\(key)ledger prove --branch 4f1c 2"),
        ErrorCase("proof.notOlder", "\(key)ledger prove --consistency 2 1"),
        ErrorCase(
            "proof.tooMany",
            "\(key)echo Date,Amount,Title > bank.csv\n"
                + "seq -f '2026-04-09,-%g.00,Tea' 10000 >> bank.csv\n"
                + "ledger import bank.csv >/dev/null\nledger explain --proofs tea"),
        ErrorCase(
            "proof.changedTile",
            "\(key)ledger export tiles tiles >/dev/null\n"
                + "echo x > tiles/tile/0/000.p/3\nledger export tiles tiles"),
        ErrorCase("proof.noWitness", "\(kept)ledger witness sign kept"),
        ErrorCase("proof.witnessExists", "\(witness)ledger witness new w2"),
        ErrorCase("proof.badName", "ledger witness new 'a witness'"),
        ErrorCase(
            "proof.notCosigned",
            "\(witness)ledger verify --against kept --key \"$(ledger witness show)\""),
        ErrorCase(
            "proof.repeatedSignature",
            "\(witness)ledger witness sign kept -o signed >/dev/null\n"
                + "tail -1 signed > last\ncat last >> signed\n"
                + "ledger verify --against signed --key \"$(ledger witness show)\""),
        ErrorCase(
            "proof.olderThanSigned",
            "\(witness)ledger add 4 Milk >/dev/null\n"
                + "ledger checkpoint --sign -o later >/dev/null\n"
                + "ledger witness sign later >/dev/null\nledger witness sign kept"),
        ErrorCase(
            "proof.copyBehind",
            "\(witness)cp -r ledger copy\nledger add 4 Milk >/dev/null\n"
                + "ledger checkpoint --sign -o later >/dev/null\n"
                + "ledger witness sign later --ledger copy"),
    ]
}
