/// The statements for SQLite.
enum LiteQueries {
    /// Makes `event` and `expense` from a file of events.
    static func load(_ events: String) -> String {
        """
        PRAGMA journal_mode = OFF;
        PRAGMA synchronous = OFF;
        CREATE TEMP TABLE line(
            seq INTEGER, type TEXT, id TEXT, recorded_at TEXT, occurred_at TEXT, title TEXT,
            category TEXT, currency TEXT, amount INTEGER, comment TEXT, due_at TEXT, changed TEXT);
        .import --csv --skip 1 \(events) line
        DELETE FROM line WHERE type NOT LIKE 'expense_%';
        CREATE TABLE category(id INTEGER PRIMARY KEY, name TEXT UNIQUE);
        INSERT INTO category(name) SELECT DISTINCT category FROM line WHERE category <> '';
        CREATE TABLE currency(id INTEGER PRIMARY KEY, name TEXT UNIQUE);
        INSERT INTO currency(name) SELECT DISTINCT currency FROM line WHERE currency <> '';
        CREATE TEMP TABLE added AS SELECT id, seq FROM line WHERE type = 'expense_added';
        CREATE INDEX temp.added_id ON added(id);
        CREATE TABLE event(
            seq INTEGER PRIMARY KEY, kind INTEGER NOT NULL, ref INTEGER, day INTEGER,
            category INTEGER, currency INTEGER, amount INTEGER);
        INSERT INTO event SELECT line.seq,
            CASE line.type WHEN 'expense_added' THEN 0 WHEN 'expense_amended' THEN 1 ELSE 2 END,
            CASE line.type WHEN 'expense_added' THEN NULL ELSE added.seq END,
            unixepoch(nullif(line.occurred_at, '')) / 86400, category.id, currency.id, line.amount
        FROM line JOIN added ON added.id = line.id
        LEFT JOIN category ON category.name = line.category
        LEFT JOIN currency ON currency.name = line.currency ORDER BY line.seq;
        CREATE INDEX event_change ON event(ref, seq) WHERE kind > 0;
        CREATE TABLE expense AS
        \(live) SELECT * FROM live;
        CREATE INDEX expense_all ON expense(day, category, currency, amount);
        ANALYZE;
        """
    }

    private static let live = """
        WITH newest AS MATERIALIZED (
            SELECT ref, max(seq) AS seq FROM event WHERE kind > 0 GROUP BY ref
        ), live AS (
            SELECT day, category, currency, amount FROM event WHERE kind = 0
                AND NOT EXISTS (SELECT 1 FROM event change
                    WHERE change.kind > 0 AND change.ref = event.seq)
            UNION ALL
            SELECT event.day, event.category, event.currency, event.amount
            FROM newest JOIN event ON event.seq = newest.seq WHERE event.kind = 1
        )
        """

    /// Monthly spending, from events or from what was folded before.
    static func monthly(folded: Bool) -> String {
        """
        \(folded ? "" : live)
        SELECT strftime('%Y-%m', day * 86400, 'unixepoch'), category, currency, sum(n), sum(total)
        FROM (SELECT day, category, currency, count(*) AS n, sum(amount) AS total
            FROM \(folded ? "expense" : "live") GROUP BY 1, 2, 3)
        GROUP BY 1, 2, 3;
        """
    }
}
