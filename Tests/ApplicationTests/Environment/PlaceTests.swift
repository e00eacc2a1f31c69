import Application
import Testing

/// What paths, mounts and names tell of a ledger's place.
@Suite("Places")
struct PlaceTests {
    /// Lines as in proc_pid_mountinfo(5).
    private static let mounts = """
        22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
        30 22 0:25 / /run rw,nosuid - tmpfs tmpfs rw
        36 22 98:0 /mnt1 /mnt/my\\040disk rw,noatime master:1 - nfs4 server:/x rw
        37 22 98:0 / /mnt rw - xfs /dev/vdb rw
        38 22 0:50 / /media/a rw - fuse.sshfs host: rw
        39 22 0:51 / /media/a rw shared:7 master:2 - cifs //host/a rw
        broken line
        """

    @Test(
        "the file system of a path is that of the mount nearest to it",
        arguments: [
            ("/", "ext4"), ("/var/lib", "ext4"), ("/run", "tmpfs"), ("/run/a/b", "tmpfs"),
            ("/runfile", "ext4"), ("/mnt/my disk/ledger", "nfs4"), ("/mnt/my", "xfs"),
            ("/media/a/x", "cifs"),
        ])
    func fileSystem(_ path: String, _ name: String) {
        #expect(FileSystems.name(of: path, mounts: PlaceTests.mounts) == name)
    }

    @Test("no mounts, no name") func noMounts() {
        #expect(FileSystems.name(of: "/a", mounts: "") == nil)
    }

    @Test("network file systems, and those that are not") func remote() {
        for name in ["nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "ceph"] {
            #expect(FileSystems.isRemote(name), "\(name)")
        }
        for name in ["ext4", "xfs", "btrfs", "tmpfs", "overlay", "zfs", "fuseblk", "apfs"] {
            #expect(!FileSystems.isRemote(name), "\(name)")
        }
    }

    @Test(
        "folders that a program synchronises, by name",
        arguments: [
            ("/srv/ada/Dropbox/ledger/log", "Dropbox"),
            ("/srv/ada/Dropbox (Work)/ledger", "Dropbox"),
            ("/srv/ada/OneDrive - Firm/l", "OneDrive"),
            ("/srv/ada/Library/Mobile Documents/l", "iCloud"),
            ("/srv/ada/Nextcloud/l", "Nextcloud"), ("/srv/Google Drive/l", "Google Drive"),
        ])
    func synced(_ path: String, _ tool: String) {
        #expect(SyncTools.tool(of: path) { _ in [] } == tool)
    }

    @Test("by the files that a program leaves above") func marked() {
        let tool = SyncTools.tool(of: "/srv/share/ledger/log") {
            $0 == "/srv/share" ? [".stfolder", "ledger"] : []
        }
        #expect(tool == "Syncthing")
        #expect(SyncTools.tool(of: "/srv/dropboxes/ledger") { _ in ["a", ".stuff"] } == nil)
        #expect(SyncTools.tool(of: "/a/b") { _ in ["._sync_12ab.db"] } == "Nextcloud")
    }

    @Test("names of a healthy folder tell nothing") func names() {
        let names = FolderNames(
            home: ["log", "settings.json", "state.json", "notes.txt"],
            log: [
                "000000000000-0000.log", "000000000000-0000.log.keys", "000000262144-0012.log",
                "lock", "1000000262144-0012.log",
            ], isBusy: false)
        #expect(names.conflicts.isEmpty && names.leftovers.isEmpty && names.savedAside.isEmpty)
        let busy = FolderNames(
            home: [], log: ["000000000000-0001.log.tmp", "000000000000-0000.log.keys.tmp"],
            isBusy: true)
        #expect(busy.leftovers.isEmpty && busy.conflicts.isEmpty)
    }
}
