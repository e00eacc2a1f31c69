/// Words of columns that say whether rows are booked.
enum StatusWords {
    /// Whether a column is called so that all its values are states of rows.
    ///
    /// - Parameter values: What is in it: a `State` is that of an address as well.
    static func isStatus(_ name: String, _ values: [String]) -> Bool {
        let name = HeaderName(name).plain
        if name == "state" { return values.contains { isBooked($0) || RowWords.isUnsettled($0) } }
        return names.contains(name)
    }

    /// Whether a value says that a row is booked.
    static func isBooked(_ text: String) -> Bool {
        let text = text.lowercased()
        if marks.contains(text) { return true }
        let words = text.split { !$0.isLetter }.map(String.init)
        return words.count <= 4 && words.contains(where: booked.contains)
            && !words.contains { negations.contains($0) || RowWords.isUnsettled($0) }
    }

    private static let names: Set = [
        "status", "sts", "transaction status", "transactionstatus", "payment status",
        "booking status", "cleared", "buchungsstatus", "umsatzstatus", "zahlungsstatus",
        "statut", "état", "estado", "stato", "situação", "tila", "stav", "stan",
    ]
    private static let marks: Set = ["*", "x", "c", "r", "y", "yes", "ja", "true", "1"]
    private static let negations: Set = [
        "not", "no", "non", "nicht", "noch", "niet", "pas", "ikke", "inte", "nie", "awaiting",
    ]
    private static let booked: Set = [
        "booked", "posted", "cleared", "settled", "completed", "complete", "success", "successful",
        "succeeded", "paid", "done", "executed", "processed", "final", "finalised", "finalized",
        "reconciled", "confirmed", "gebucht", "verbucht", "ausgeführt", "abgeschlossen",
        "erledigt", "bezahlt", "erfolgreich", "abgerechnet", "comptabilisé", "comptabilisée",
        "exécuté", "exécutée", "effectué", "effectuée", "terminé", "terminée", "payé", "payée",
        "réglé", "réussi", "completado", "completada", "realizado", "realizada", "contabilizado",
        "contabilizada", "pagado", "pagada", "ejecutado", "ejecutada", "liquidado",
        "contabilizzato", "contabilizzata", "eseguito", "eseguita", "completato", "completata",
        "pagato", "geboekt", "verwerkt", "voltooid", "uitgevoerd", "betaald", "concluído",
        "concluída", "efetuado", "processado", "pago", "bokförd", "bokført", "bogført", "utförd",
        "genomförd", "gennemført", "udført", "fullført", "zaksięgowano", "zaksięgowana",
        "zrealizowano", "zrealizowana", "rozliczona", "zaúčtováno",
    ]
}
