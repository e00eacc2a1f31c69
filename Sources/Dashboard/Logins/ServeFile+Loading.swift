package import Application
internal import Ledger

extension ServeFile {
    /// Why it cannot be used, and what helps.
    package struct Fault: Error, Hashable {
        /// One sentence.
        package let words: String
        /// A command.
        package let helps: String
    }

    /// Where it is for a ledger; `nil` where the process has no such place.
    package static func place(
        of session: Session, _ variables: [String: String]
    ) throws(ApplicationError) -> DeviceFile? {
        guard let folder = session.folder else { return nil }
        let info = try Router.call(LedgerInfo.self, NoInput(), in: session.current)
        return DeviceFile(name(of: info.ledger), variables, outside: folder)
    }

    /// What is kept there, made where there is nothing.
    ///
    /// - Throws: ``ServeFile/Fault``.
    package static func load(
        _ place: DeviceFile, randomBytes: (Int) -> [UInt8]
    ) throws(Fault) -> ServeFile {
        let found: DeviceFile.Content
        do throws(ApplicationError) { found = try place.read() } catch {
            throw unusable(place)
        }
        switch found {
        case .missing:
            let fresh = ServeFile(randomBytes: randomBytes)
            try fresh.save(to: place)
            return fresh
        case .exposed(let mode):
            throw Fault(
                words: "others may read what is secret in \(place.path) (mode "
                    + "\(String(mode, radix: 8)))", helps: "chmod 600 \(place.path)")
        case .bytes(let bytes):
            if let file = ServeFile(bytes) { return file }
            throw Fault(
                words: "\(place.path) is not what this program wrote there",
                helps: "mv \(place.path) \(place.path).bad")
        }
    }

    /// Keeps it, all or nothing.
    ///
    /// - Throws: ``ServeFile/Fault``.
    package func save(to place: DeviceFile) throws(Fault) {
        do throws(ApplicationError) { try place.replace(bytes) } catch {
            throw ServeFile.unusable(place)
        }
    }

    private static func unusable(_ place: DeviceFile) -> Fault {
        Fault(
            words: "\(place.path) cannot be read or written", helps: "ls -ld \(place.path)")
    }
}
