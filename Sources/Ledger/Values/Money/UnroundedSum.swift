/// What a figure was before it was rounded, and what cannot be told from its text: for totals,
/// which are rounded once. It is no part of what a row says: all are equal.
package struct UnroundedSum: Hashable, Sendable {
    /// What prices gave; `nil` where the figure is whole minor units.
    package let exact: ExactSum?
    /// Whole minor units beside it.
    package let whole: Int128

    /// A figure that was not rounded.
    static let none = UnroundedSum(nil, whole: 0)

    init(_ exact: ExactSum?, whole: Int128) {
        self.exact = exact
        self.whole = whole
    }

    package static func == (left: UnroundedSum, right: UnroundedSum) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
