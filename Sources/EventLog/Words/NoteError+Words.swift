extension NoteError: ExplainedError {
    /// Why the note is not believed.
    public var description: String {
        switch self {
        case .malformed: "this is no signed note"
        case .tooLarge: "the note has more bytes or signatures than a note may have"
        case .badSignature(let name):
            "the signature of \(Prose.quoted(name)) is wrong: the note was changed, or somebody "
                + "else signed it"
        case .unsigned: "none of the known keys signed the note"
        case .repeated(let name): "\(Prose.quoted(name)) signed the note more than once"
        }
    }

    /// The name of the case.
    public var code: String {
        switch self {
        case .malformed: "malformed"
        case .tooLarge: "tooLarge"
        case .badSignature: "badSignature"
        case .unsigned: "unsigned"
        case .repeated: "repeated"
        }
    }

    /// Damage where it is no note, else refused.
    public var exitClass: ExitClass {
        switch self {
        case .malformed, .tooLarge: .damage
        case .badSignature, .unsigned, .repeated: .refused
        }
    }
}
