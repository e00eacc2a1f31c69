/// Rules of Format.md that no single frame shows, and that no checksum and no root covers; each by
/// the name that it has there.
public enum FormatRule: String, Hashable, Sendable, CaseIterable {
    case headerSalt = "header-salt"
    case headerRoot = "header-root"
    case rowsSealed = "rows-sealed"
    case rowsAcross = "rows-across"
    case columnsCompressed = "columns-compressed"
    case columnsZeros = "columns-zeros"
    case columnsCommit = "columns-commit"
    case sectionTwice = "section-twice"
    case sealedPlace = "sealed-place"
    case sealedIndex = "sealed-index"
    case retractedType = "retracted-type"
    case lastCommit = "last-commit"
    case commitGoesOn = "commit-goes-on"
    case commitID = "commit-id"
    case commitBack = "commit-back"
    case commitFields = "commit-fields"
    case commitColumns = "commit-columns"
    case commitKey = "commit-key"
    case keyLength = "key-length"
    case schema
    case links
    case clock
    case erasedText = "erased-text"
    case erasedSalt = "erased-salt"
    case seedRest = "seed-rest"
}
