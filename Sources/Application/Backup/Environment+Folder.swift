internal import EventLog
internal import Ledger

extension Environment {
    /// Holds what the acting person may do against what it takes to hand the whole ledger on:
    /// reading all of it.
    ///
    /// - Parameter path: What does so, for messages.
    /// - Throws: ``ApplicationError/forbidden(_:)``, ``ApplicationError/store(_:)``.
    package func checkCopying(as path: String) throws(ApplicationError) {
        try check(path, [PermissionRequest([.read])], isMending: true)
    }

    /// Holds what is asked in the ledger of another folder against what whoever acts there may do:
    /// who takes all of a ledger along reads all of it. A folder without settings, such as that of
    /// a backup, is its owner's.
    ///
    /// - Throws: ``ApplicationError/forbidden(_:)``, with the folder.
    func check(
        _ permissions: Set<Permission>, inFolder folder: String, called name: String
    ) throws(ApplicationError) {
        // What is asked here was held against that by the router.
        if Places.resolved(folder) == Places.resolved(home.place) { return }
        let user = try SettingsFile.read(from: folder)?.user
        let there = with { ($0.home, $0.user, $0.asOf) = (FileHome(folder), user, nil) }
        do throws(ApplicationError) {
            try there.check(
                grant?.path ?? CloneLedger.path, [PermissionRequest(permissions)], isMending: true)
        } catch .forbidden(let refusal) {
            throw .forbidden(refusal.inFolder(name))
        } catch { throw error }
    }

    /// The same over the ledger of another folder, by the secret of this device: what is written
    /// beside its log is believed here.
    func over(_ folder: String) -> Environment {
        let here = home
        return with { $0.home = FileHome(folder) { here.deviceSecret } }
    }

    /// Lets the copy of a ledger that was just made go on with secrets of its own: what it was made
    /// of may go on, too, with those that it has.
    func renewSecrets() throws(ApplicationError) {
        guard let file = try store() as? FileEventStore else { return }
        try mappingError(ApplicationError.store, file.renewSecrets())
    }
}
