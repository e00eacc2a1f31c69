internal import Interchange
internal import Ledger

extension ImportCSV {
    /// What the list of another program comes to; `nil` where the file is none.
    ///
    /// With options that name columns, typed or in a profile, it is any CSV.
    static func app(
        _ source: any ByteSource, _ options: CSVImportOptions, _ env: Environment
    ) throws(ApplicationError) -> AppImport? {
        guard AppImport.takes(options) else { return nil }
        let snapshot = try env.snapshot()
        let settings = try env.settings(of: snapshot)
        let data = snapshot.referenceData
        let app: AppImport?
        do throws(ImportError) {
            app = try AppImport(
                source, options, base: settings.baseCurrency,
                currency: { data.currency(written: $0) }, code: { data.currency(listed: $0) })
        } catch .empty, .notText, .notUTF8, .otherMark {
            // What is no text is refused later, as any file is.
            return nil
        } catch { throw .csv(error) }
        let known = Set(data.persons.map { $0.name.lowercased() })
        for name in app?.people ?? [] where !known.contains(name.lowercased()) {
            throw .unknownPerson(
                name, suggestions: Spelling.nearest(to: name, among: data.persons.map(\.name)))
        }
        return app
    }
}
