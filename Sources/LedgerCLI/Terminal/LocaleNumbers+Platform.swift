#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the system knows of how numbers are written somewhere.
enum LocaleNumbers {
    /// The marks of a locale; `nil` for one that the system does not have.
    static func marks(of name: String) -> NumberStyle? {
        if ["C", "POSIX"].contains(name) || name.hasPrefix("C.") {
            return NumberStyle(decimal: ".", group: nil, isIndian: false)
        }
        // SAFETY: the locale is made here, asked while it is there, and freed once; its texts are
        // terminated, and copied before.
        guard let locale = unsafe newlocale(LC_NUMERIC_MASK, name, nil) else { return nil }
        defer { unsafe freelocale(locale) }
        #if canImport(Darwin)
        guard let marks = unsafe localeconv_l(locale) else { return nil }
        let (point, thousands) = unsafe (marks.pointee.decimal_point, marks.pointee.thousands_sep)
        guard let point = unsafe point, let thousands = unsafe thousands else { return nil }
        let decimal = unsafe String(cString: point)
        let group = unsafe String(cString: thousands)
        #else
        guard let point = unsafe nl_langinfo_l(nl_item(RADIXCHAR), locale),
            let thousands = unsafe nl_langinfo_l(nl_item(THOUSEP), locale)
        else { return nil }
        let decimal = unsafe String(cString: point)
        let group = unsafe String(cString: thousands)
        #endif
        guard let first = decimal.first, decimal.count == 1, group.count <= 1 else { return nil }
        let isIndian = name.contains("_IN") || name.contains("_BD")
        return NumberStyle(decimal: first, group: group.first, isIndian: isIndian)
    }
}
