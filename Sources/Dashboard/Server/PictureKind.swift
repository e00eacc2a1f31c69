/// Pictures that a browser may show as what they are, told by how they begin.
enum PictureKind: String, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"

    /// What a file is; `nil` for anything else, such as drawings, which can hold scripts.
    init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0x89] + Array("PNG\r\n".utf8)) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)),
            bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        {
            self = .webp
        } else {
            return nil
        }
    }

    /// Whether a file may be a picture, by what it is called.
    static func isLikely(_ name: String) -> Bool {
        let end = name.split(separator: ".").last?.lowercased() ?? ""
        return ["png", "jpg", "jpeg", "gif", "webp"].contains(end)
    }
}
