internal import CLZ4

/// What becomes of memory that a process has freed.
package enum FreedMemory {
    /// Keeps some of it for what comes next, where the system can be told so.
    ///
    /// Every frame is read into arrays of up to a megabyte. Where they go back to the system behind
    /// each frame, getting them again takes a third of the time of a list of a month of ten
    /// million events.
    package static func keep() { clz4_keep_freed(1 << 20, 4 << 20) }

    /// Gives back what was freed, and what of the program itself is in memory and can be read again
    /// from its file: for a program that waits. It takes about a millisecond, and what is asked
    /// next less than that more.
    package static func giveBack() { clz4_give_back() }
}
