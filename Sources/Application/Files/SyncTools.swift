/// Programs that copy folders between machines behind a writer's back.
package enum SyncTools {
    /// The program that seems to synchronise a folder; `nil` for none.
    ///
    /// - Parameters:
    ///   - path: The folder, absolute and without links.
    ///   - names: What lies in a folder.
    package static func tool(of path: String, names: (String) -> [String]) -> String? {
        let parts = path.split(separator: "/").map(String.init)
        for part in parts { if let tool = tool(named: part) { return tool } }
        for count in stride(from: parts.count, to: 0, by: -1) {
            let folder = "/" + parts.prefix(count).joined(separator: "/")
            for name in names(folder) {
                if let tool = marked(by: name) { return tool }
            }
        }
        return nil
    }

    /// By the usual name of the folder.
    private static func tool(named folder: String) -> String? {
        let name = folder.lowercased()
        if name == "mobile documents" || name.hasPrefix("icloud") { return "iCloud" }
        if name == "cloudstorage" { return "a cloud" }
        let tools = ["Dropbox", "OneDrive", "Nextcloud", "ownCloud", "Syncthing"]
        if let tool = tools.first(where: { isName(name, $0.lowercased()) }) { return tool }
        return ["google drive", "googledrive"].contains { isName(name, $0) } ? "Google Drive" : nil
    }

    /// `Dropbox`, `Dropbox (Personal)`, `OneDrive - Company`
    private static func isName(_ name: String, _ tool: String) -> Bool {
        name == tool || name.hasPrefix("\(tool) ") || name.hasPrefix("\(tool)-")
    }

    /// By a file that the program leaves in folders.
    private static func marked(by name: String) -> String? {
        switch name {
        case ".stfolder", ".stignore", ".stversions": return "Syncthing"
        case ".dropbox", ".dropbox.cache": return "Dropbox"
        case ".nextcloudsync.log", ".owncloudsync.log": return "Nextcloud"
        case ".tmp.drivedownload", ".tmp.driveupload": return "Google Drive"
        default:
            let isJournal = name.hasPrefix(".sync_") || name.hasPrefix("._sync_")
            return isJournal && name.hasSuffix(".db") ? "Nextcloud" : nil
        }
    }
}
