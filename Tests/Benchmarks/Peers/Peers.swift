/// The other programs.
enum Peers {
    /// The package's folder.
    static var root: String { Files.variable("LEDGER_BENCH_ROOT") ?? Files.currentFolder }

    /// Ours come first in each kind of work.
    static let all: [Peer] = ours + texts + databases + tasks

    private static let ours = [
        Peer(name: "ledger", work: .monthly, needs: []) { place in
            try place.whole(
                [try place.world.ledgerProgram(), "report", "-M", "--by", "category", "-O", "csv"],
                variables: ["LEDGER_HOME": try place.world.home()])
        },
        Peer(name: "ledger", work: .warm, needs: []) { place in
            let result = try ReplayCase.plain(in: place.world, threads: 1)
            return PeerRun(
                wall: result.wall, cpu: result.cpu, peakMegabytes: result.peakMegabytes)
        },
        Peer(name: "ledger", work: .tasks, needs: []) { place in
            try place.whole(
                [try place.world.ledgerProgram(), "task", "list"],
                variables: ["LEDGER_HOME": try place.world.home()])
        },
    ]

    private static let texts = [
        Peer(name: "hledger", work: .monthly, needs: ["hledger"]) { place in
            try place.whole(
                ["hledger", "-f", try place.journal(), "balance", "--monthly", "expenses"],
                variables: ["LC_ALL": "C.UTF-8"])
        },
        Peer(name: "ledger-cli", work: .monthly, needs: ["ledger"]) { place in
            try place.whole([
                "ledger", "--args-only", "-f", try place.journal(), "register", "--monthly",
                "^Expenses",
            ])
        },
        Peer(name: "beancount", work: .monthly, needs: ["bean-query"]) { place in
            let query = """
                SELECT year, month, account, sum(position) WHERE account ~ '^Expenses' \
                GROUP BY year, month, account
                """
            return try place.whole([Peers.tool("bean-query"), try place.book(), query])
        },
    ]

    private static let databases = [
        Peer(name: "SQLite, folding events", work: .monthly, needs: ["sqlite3"]) { place in
            try place.whole(["sqlite3", try place.lite(), LiteQueries.monthly(folded: false)])
        },
        Peer(name: "SQLite, folded before", work: .monthly, needs: ["sqlite3"]) { place in
            try place.whole(["sqlite3", try place.lite(), LiteQueries.monthly(folded: true)])
        },
        duckCold("DuckDB in Python, folding events", "events"),
        duckCold("DuckDB in Python, folded before", "folded"),
        duckWarm("DuckDB, folding events", "events", 1),
        duckWarm("DuckDB, folded before", "folded", 1),
        duckWarm("DuckDB, folding events, two threads", "events", 2),
        Peer(name: "polars, folding events", work: .warm, needs: ["python"]) { place in
            let parquet = "\(try place.duck()).parquet"
            return try place.warm(["polars", parquet, "day", "1", "\(place.world.rounds)"])
        },
    ]

    private static func duckCold(_ name: String, _ state: String) -> Peer {
        Peer(name: name, work: .monthly, needs: ["python"]) { place in
            let script = "\(Peers.root)/tools/bench/peers.py"
            let python = place.python ?? "python3"
            return try place.whole([python, script, "query", try place.duck(), state, "month"])
        }
    }

    private static func duckWarm(_ name: String, _ state: String, _ threads: Int) -> Peer {
        Peer(name: name, work: .warm, needs: ["python"]) { place in
            let file = try place.duck()
            return try place.warm(
                ["warm", file, state, "day", "\(threads)", "\(place.world.rounds)"])
        }
    }

    private static let tasks = [
        Peer(name: "Taskwarrior", work: .tasks, needs: ["task"]) { place in
            let data = "\(place.folder)/taskwarrior"
            let variables = ["TASKDATA": data, "TASKRC": "\(data)/rc"]
            if !Files.exists("\(data)/whole") {
                try Files.makeFolder(data)
                try Files.write(
                    "confirmation=no\nnews.version=2.6.0\nhooks=off\ncolor=off\n",
                    to: "\(data)/rc")
                _ = try place.whole(
                    ["task", "import", try place.tasks()], variables: variables, times: 1)
                try Files.write("", to: "\(data)/whole")
            }
            return try place.whole(["task", "list"], variables: variables)
        }
    ]

    /// A program of Python's packages: in the folder that --install-peers makes, or anywhere.
    static func tool(_ name: String) -> String {
        let folder = Files.variable("LEDGER_BENCH_VENV") ?? "\(root)/.build-bench/venv"
        let own = "\(folder)/bin/\(name)"
        return Files.isExecutable(own) ? own : name
    }

    /// A Python that has DuckDB and polars.
    static func python() -> String? {
        let candidate = tool("python")
        guard let python = Child.find(candidate) ?? Child.find("python3") else { return nil }
        let run = try? Child.run([python, "-c", "import duckdb, polars, pyarrow"])
        return run?.code == 0 ? python : nil
    }

    /// Whether a peer's programs are here.
    static func isHere(_ peer: Peer, python: String?) -> Bool {
        peer.needs.allSatisfy { $0 == "python" ? python != nil : Child.find(tool($0)) != nil }
    }
}
