extension TextEncoding {
    /// Bytes that are looked at, at most.
    private static let lookedAtMax = 1 << 20

    /// Encodings by how likely they are for the first part of a file, the likeliest first: in the
    /// right one the bytes beyond ASCII are letters that languages use.
    static func likely(
        _ encodings: [TextEncoding], _ source: any ByteSource
    ) throws(ImportError) -> [TextEncoding] {
        var bytes: [UInt8] = []
        try source.read(at: 0, count: lookedAtMax, into: &bytes)
        var counts = [Int](repeating: 0, count: 128)
        for byte in bytes where byte >= 0x80 { counts[Int(byte & 0x7F)] += 1 }
        let scores = encodings.map { $0.score(counts) }
        return encodings.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
            .map { encodings[$0] }
    }

    private func score(_ counts: [Int]) -> Int {
        guard let letters = upperHalf else { return .min }
        let usual = Set(self == .cp1250 ? TextEncoding.eastern : TextEncoding.western)
        return counts.indices.reduce(0) { score, index in
            let letter = letters[index]
            if usual.contains(letter) { return score + counts[index] * 2 }
            return letter.properties.isAlphabetic ? score : score - counts[index] * 3
        }
    }

    private static let western =
        "äöüßÄÖÜéèêëàâçîïôûùñáíóúåøæÅØÆÉãõÇÑ€£".unicodeScalars
    private static let eastern =
        "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽőűŐŰöüÖÜäß€".unicodeScalars
}
