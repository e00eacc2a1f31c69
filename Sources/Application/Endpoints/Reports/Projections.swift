internal import EventLog
internal import Ledger
package import ReadModels

/// Lists the projections that SQL sees.
package enum ListProjections: Endpoint {
    package typealias Input = NoInput

    /// The projections and the file they are in.
    package struct Output: Codable, Hashable, Sendable {
        /// The file.
        package let path: String
        /// Its size; 0 where there is none.
        package let bytes: UInt64
        /// The projections.
        package let rows: [ModelStatus]
        /// The position of the last event.
        package let position: UInt64
    }

    package static let path = "projections"
    package static let summary = "list the tables that SQL sees, and up to where they go"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let models = try env.models()
        let count = try mappingError(ApplicationError.store, env.home.open()?.head().count ?? 0)
        let rows = try mappingError(ApplicationError.tables, models.list())
        return Output(
            path: models.path, bytes: models.bytes ?? 0, rows: rows,
            position: count > 0 ? count - 1 : 0)
    }
}

/// Some projections.
package struct ProjectionsInput: Codable, Hashable, Sendable {
    /// Their names; `nil` for all that there should be.
    package var names: [String]?

    /// A request.
    package init(names: [String]? = nil) { self.names = names }
}

/// What was done to projections.
package struct ProjectionsOutput: Codable, Hashable, Sendable {
    /// The file that they are in.
    package let path: String
    /// What was done to each.
    package let rows: [ModelOutcome]
}

/// Makes all rows of projections anew.
package enum RebuildProjections: Endpoint {
    package typealias Input = ProjectionsInput
    package typealias Output = ProjectionsOutput

    package static let path = "projections/rebuild"
    package static let summary = "make tables anew from the first event on"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let models = try env.models()
        let rows = try mappingError(
            ApplicationError.tables, models.catchUp(input.names, rebuilding: true))
        return Output(path: models.path, rows: rows)
    }
}

/// Brings projections to the end of the log.
package enum RefreshProjections: Endpoint {
    package typealias Input = NoInput
    package typealias Output = ProjectionsOutput

    package static let path = "projections/refresh"
    package static let summary = "bring the tables that SQL sees to the last event"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let models = try env.models()
        let rows = try mappingError(ApplicationError.tables, models.refresh())
        return Output(path: models.path, rows: rows)
    }
}

/// Builds projections anew beside those that names, settings or another version of the program have
/// made outdated, says what changes, and switches.
package enum UpgradeProjections: Endpoint {
    /// What to upgrade.
    package struct Input: Codable, Hashable, Sendable {
        /// The names of projections; `nil` for all that are outdated.
        package var names: [String]?
        /// Whether each row that changes is reported.
        package var diff: Bool?
        /// Whether what was built beside, by an earlier request, is switched to; nothing is
        /// reported then.
        package var accept: Bool?

        /// A request.
        package init(names: [String]? = nil, diff: Bool? = nil, accept: Bool? = nil) {
            self.names = names
            self.diff = diff
            self.accept = accept
        }
    }

    /// What changes.
    package struct Output: Codable, Hashable, Sendable {
        /// What changes in each projection that is outdated.
        package var rows: [ModelUpgrade]
        /// The names of those that were switched.
        package var switched: [String]
    }

    package static let path = "projections/upgrade"
    package static let summary = "make outdated tables anew beside, say what changes, and switch"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let models = try env.models()
        return try mappingError(ApplicationError.tables) { () throws(ModelError) in
            if input.accept == true {
                return Output(rows: [], switched: try models.acceptUpgrade(input.names))
            }
            let rows = try models.prepareUpgrade(input.names, listing: input.diff == true)
            return Output(rows: rows, switched: [])
        }
    }
}

/// Compares every row of projections with what follows from the log.
package enum CheckProjections: Endpoint {
    package typealias Input = ProjectionsInput

    /// What was found.
    package struct Output: Codable, Hashable, Sendable {
        /// What was found in each.
        package let rows: [ModelCheck]
    }

    package static let path = "projections/check"
    package static let summary = "compare every row that SQL sees with the log"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let models = try env.models()
        return Output(
            rows: try mappingError(ApplicationError.tables, models.check(input.names)))
    }
}

/// Removes projections; they can be made anew.
package enum DropProjections: Endpoint {
    package typealias Input = ProjectionsInput

    /// What was removed.
    package struct Output: Codable, Hashable, Sendable {
        /// The names of those that were there.
        package let dropped: [String]
    }

    package static let path = "projections/drop"
    package static let summary = "remove tables that SQL sees; they can be made anew"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let models = try env.models()
        return Output(
            dropped: try mappingError(ApplicationError.tables, models.drop(input.names)))
    }
}
