import sys
E="Sources/EventLog/"; L="Sources/Ledger/"
M=[]
def m(name, mode, file, test, old, new): M.append((name,mode,file,test,old,new))
# EventLog
m("a failed sync is taken back and forgotten","1",E+"Log+Append.swift","LogFaultTests","!error.isFailedSync","true")
m("a poisoned log goes on","1",E+"Log+Recovery.swift","LogFaultTests|LogGroupTests",
"        if let durable = state.withLock({ $0.poisoned }) { throw .poisoned(durable: durable) }\n        if let own","        if let own")
M.pop()
m("a poisoned log goes on","1",E+"Log+Recovery.swift","LogFaultTests|LogGroupTests",
"        if let durable = state.withLock({ $0.poisoned }) { throw .poisoned(durable: durable) }","")
m("a commit is not synced","1",E+"SegmentWriter.swift","CrashTests",
"        do { try segments[segments.count - 1].file.sync() } catch { throw .storage(error) }","")
W="""            try file.sync()
            try storage.rename(passing, to: name.text)
            try storage.syncDirectory()"""
m("a new segment's name is not synced","2",E+"SegmentWriter.swift","CrashTests|LogRaceTests",W,"\n".join(W.split("\n")[:2]))
m("a new segment has its name before its bytes","2, 20",E+"SegmentWriter.swift","CrashTests",W,"\n".join(W.split("\n")[1:]))
m("a new segment is written in place","15, 20",E+"SegmentWriter.swift","CrashTests",
 'name.text + ".tmp"','name.text')
m("the name of a killed writer's segment is believed","2",E+"Log+Recovery.swift","LogRaceTests",
"            if isNew || !needless.isEmpty { try storage.syncDirectory() }","")
m("a torn tail is cut without a copy","3",E+"Log+Recovery.swift","LogDamageTests",
"                try saveAside(last, from: tip.offset, to: end, as: try freeName(tip.head.count))","                _ = end")
m("a torn tail is cut though its copy failed","3, 9",E+"Log+Recovery.swift","LogRaceTests",
"            try? storage.remove(name)\n            throw error","            _ = error")
m("damage below the durable head is cut like a torn tail","4, 5",E+"Log+Tip.swift","LogDamageTests",
"tip.head.count < tip.durable","false")
m("without a slot nothing is known to be durable","5",E+"Log+Tip.swift","LogDamageTests","durable == nil","false")
m("both slots are one","5",E+"Log+Append.swift","CrashTests","SegmentHeader.slotOffsets[Int((slot.sequence + 1) % 2)]","SegmentHeader.slotOffsets[0]")
m("both slots are written without a sync between","5, 7",E+"Log+Append.swift","CrashTests",
"""        do { try segments[tip.slotSegment].file.sync() } catch {
            state.withLock { $0.poisoned = tip.head.count }
            return
        }""","")
m("anything that is no frame counts as zeros","6",E+"FrameWalk.swift","LogDamageTests","reason == .magic && isZero(index)","true")
m("zeros ahead count as debris","6",E+"FrameWalk.swift","LogDamageTests|LogTests|IndependentReaderTests|LogFaultTests",
"isZero(index) ? .end : .broken(reason)","false ? .end : .broken(reason)")
M.pop()
m("a frame need not follow the one before","7, 17",E+"FrameWalk.swift","CrashTests|LogDamageTests|LogCopyTests","guard header.chain == state.chain","X")
M.pop()
m("a frame need not follow the one before","7, 17",E+"FrameWalk.swift","CrashTests|LogDamageTests|LogCopyTests",
"        guard header.chain == state.chain else { throw .chain }","")
m("what a failed sync dropped is not written again","1, 7",E+"Log+Recovery.swift","CrashTests|LogFaultTests",
"            try copy(segment, from: start, to: end, into: segment.file, at: start)","            _ = (start, end)")
m("a commit is seen before its end","7",E+"Log+Tip.swift","CrashTests|LogTests|LogDamageTests",
"            guard frame.header.flags.contains(.endsCommit) else { continue }","")
m("a short write counts as a whole one","8",E+"DiskStorage.swift","DiskStorageTests",
"            guard length > 0 else { throw .failed(.write, file: name, code: EIO) }\n            done += length",
"            done = bytes.count")
m("an interrupted call fails","8, 22",E+"DiskStorage+Platform.swift","FaultTests","errno {","errno == EINTR ? EIO : errno {")
M.pop()
m("an interrupted call counts as done","8, 22",E+"DiskStorage+Platform.swift","FaultTests","result >= 0 ","X")
M.pop()
m("an interrupted call counts as done","8, 22",E+"DiskStorage+Platform.swift","FaultTests",
"            if result >= 0 { return result }","            if result >= 0 || errno == EINTR { return result }")
m("the limit on the size of files ends the program","9",E+"DiskStorage.swift","DiskStorageTests|FaultTests",
"        if mode != .read { _ = DiskStorage.fileSizeSignalIgnored }","")
m("a write that failed leaves debris","9",E+"SegmentWriter.swift","LogFaultTests",
"            try segments[start.segments - 1].file.truncate(to: start.offset)","")
m("a lock that cannot be signed is an error","9",E+"DiskStorage+Lock.swift","FaultTests|FullDiskTests",
"let end = count == line.count ? count : 0","X")
M.pop()
m("a folder that cannot be written to cannot be read","10",E+"SegmentFile.swift","LogFaultTests|DiskStorageTests",
"StorageError.isRefusal(code)","false")
m("a read-only log is not told","10",E+"Log.swift","LogFaultTests",
"        guard storage.isWritable else { throw LogError.readOnly }","")
m("the lock lets everybody in","11",E+"DiskStorage+Lock.swift","StorageTests|DiskStorageTests","LOCK_EX | LOCK_NB","LOCK_SH | LOCK_NB")
m("a writer that lost its lock writes on","11",E+"SegmentWriter.swift","LogRaceTests","(try? lock.isStillHeld()) ?? false","true")
m("a writer that lost its lock seals","11, 20",E+"Log+Seal.swift","LogRaceTests","lock.isStillHeld()","true")
m("every writer has the same epoch","11",E+"Log+Append.swift","LogGroupTests|LogTests|LogRaceTests|CommitSpoolTests","max(epoch, epoch &+ 1)","epoch")
m("an older writer's frames are taken","11",E+"FrameWalk.swift","LogRaceTests|LogDamageTests",
"        guard header.epoch >= state.epoch else { throw .writerEpoch }","")
m("another writer is not noticed","11",E+"Log.swift","LogGroupTests|UndisturbedTests|LogRaceTests",
"        if !lock.isUndisturbed { state.withLock { $0.own = nil } }","")
m("a lock file that is there is a lock","12",E+"DiskStorage+Lock.swift","StorageTests",
"O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW","O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW")
m("the log clock goes back","13",E+"CommitRule.swift","LogTests","max(lastClock, draft.recordedAt)","draft.recordedAt")
m("a clock far ahead is believed","13","Sources/Application/Assembling/Environment+Recorder.swift","ClockTests",
"366 * 86_400_000","366_000 * 86_400_000")
m("the checksum of rows is not looked at","14",E+"FrameWalk.swift","FlipTests|LogDamageTests",
"FrameCheck.holds(window.buffer, at: index, upTo: header.length, salt: salt)","true")
m("the checksum of columns is not looked at","14",E+"FrameLoader.swift","FlipTests|LogDamageTests",
"""        guard checksum == entry.checksum else {
            throw .corrupt(FrameLoader.damage(frame, segment, .sectionChecksum, section: id))
        }""","")
m("the checksum of a directory is not looked at","14",E+"FrameWalk.swift","FlipTests|LogDamageTests",
"FrameCheck.holds(window.buffer, at: index, upTo: end, salt: salt)","true")
m("verify does not hash values again","14",E+"Log+Verify.swift","LogDamageTests",
"            guard checker.tree.root == frame.header.root else {\n                throw Log.rootDamage(frame, segment)\n            }","")
m("a frame that lost its sections is taken","6, 7",E+"FrameLoader.swift","LogDamageTests|CrashTests",
"            guard checksum == entry.checksum else { return false }","")
m("a newer format is read","15",E+"Segment.swift","FormatDocumentTests|LogDamageTests|LogFaultTests|LogTests","found == version","true")
m("the checksum of a segment's header is not looked at","15",E+"Segment.swift","FlipTests|LogDamageTests",
"CRC32C.checksum(bytes, 0..<508, seed: 0) == UInt32(littleEndian508: bytes)","true")
m("a segment of another log is taken","15, 17",E+"Log+Tip.swift","LogFaultTests","segment.header.logID == segments[0].header.logID","true")
m("a missing segment is not missed","4",E+"Log+Tip.swift","LogFaultTests|LogDamageTests|LogTests|StorageTests","segment.header.firstPosition == expected","true")
m("a section grows to any size","16",E+"ColumnFrame.swift","LogDamageTests|FlipTests","entry.rawLength / 255 <= entry.storedLength","true")
m("a block tells how much memory it takes","16",E+"LZ4.swift","LZ4Tests","0...rawBytesMax ~= rawBytes","rawBytes >= 0")
m("a block may give less than it says","16",E+"LZ4.swift","LZ4Tests","length == Int32(rawBytes)","length >= 0")
m("a frame may stand anywhere","17",E+"FrameWalk.swift","LogDamageTests|CrashTests|FlipTests",
"        guard header.firstPosition == state.position else {\n            throw .position(header.firstPosition)\n        }","")
m("the checksum of a slot is not looked at","17",E+"Segment.swift","FlipTests|LogDamageTests",
"CRC32C.checksum(bytes, start..<(end - 4), seed: salt) == checksum","true")
m("a backup is written over another history","18",E+"Log+Copy.swift","LogCopyTests",
"        guard own == root else { throw .diverged(events: count) }","")
m("a backup is written over a newer one","18",E+"Log+Copy.swift","LogCopyTests","count <= tip.head.count","true")
m("keys of a log that was rolled back are believed","18, 19",E+"Log+KeyCaches.swift","KeyCacheTests",
"cache.cover.chain == look.chain(index)","true")
m("a damaged cache of keys is believed","19",E+"KeyCoding.swift","KeyCacheTests|KeyCacheUpkeepTests",
"""            CRC32C.checksum(bytes, start..<(end - 4), seed: salt)
                == integer(bytes, end - 4, UInt32.self),""",
"X")
M.pop()
m("a damaged cache of keys is believed","19",E+"KeyCoding.swift","KeyCacheTests|KeyCacheUpkeepTests",
"""CRC32C.checksum(bytes, start..<(end - 4), seed: salt)
                == integer(bytes, end - 4, UInt32.self)""","true")
m("a cache that cannot be read is an error","19",E+"Log+Keys.swift","KeyCacheTests|KeyCacheUpkeepTests",
"isAgain || entries == nil","isAgain && entries == nil")
m("sealing drops what it cannot put together","20",E+"Log+Seal.swift","LogTests|LogFaultTests|EventStoreContract",
"            for frame in cell { keep(frame.bytes) }\n            return","            return")
m("a file that was replaced is written to","21",E+"SegmentWriter.swift","LogFaultTests",
"log.identity(of: segment.name) == segment.identity","true")
m("links are followed","21",E+"DiskStorage.swift","DiskStorageTests","O_CLOEXEC | O_NOFOLLOW","O_CLOEXEC")
m("the time of a sync is that of its fastest","23","Sources/Application/DiskSpeed.swift","DoctorTests","times.sorted()[times.count / 2]","0")
M.pop()
m("a key finds its commit whatever the content","24",E+"Log+Group.swift","EventStoreContract","request.isSame(try log.rows(earlier), earlier.lowerBound)","true")
m("keys of older segments are forgotten","24",E+"Log+Keys.swift","KeyCacheUpkeepTests","look.segments.indices.reversed()","look.segments.indices.suffix(1)")
m("keys behind a cache are forgotten","24",E+"Log+KeyCaches.swift","KeyCacheTests|KeyCacheUpkeepTests|EventStoreContract",
"            let first = commits.firsts[Int(row)]\n","")
M.pop()
m("keys behind a cache are forgotten","24",E+"Log+KeyCaches.swift","KeyCacheTests|KeyCacheUpkeepTests",
"            guard case .frame(let frame) = try walk.next() else { return nil }\n            try scan.add(frame)",
"            guard case .frame = try walk.next() else { return nil }")
m("an appender that saw another end is let in","own",E+"Log+Group.swift","LogTests","expecting != head.count","false")
m("a leaf is hashed like a node","own",E+"SHA256.swift","MerkleTreeTests|RootTests","0x00","0x01")
M.pop()
m("peaks are put together from the left","own",E+"MerkleTree.swift","MerkleTreeTests|MerkleVectorTests|RootTests","SHA256.node(peak, root)","SHA256.node(root, peak)")
m("files are for everybody","own",E+"DiskStorage+Platform.swift","DiskStorageTests","mode_t(0o600)","mode_t(0o644)")
m("settings are for everybody","own","Sources/Application/Files+Platform.swift","SessionTests|PlaceTests|DiskStorageTests|ConfigTests","mode_t(0o600)","mode_t(0o644)")
# Ledger
m("sums of money wrap around","own",L+"Values/Money.swift","MoneySumTests|LedgerTests.Money",
"        guard !result.overflow else { throw .outOfRange }","")
m("money of two currencies is added","own",L+"Values/Money.swift","LedgerTests.Money","currency == other.currency","true")
m("totals of money wrap around","own",L+"Values/MoneyTotal.swift","LedgerTests.Money",
"        guard !result.overflow else { throw .outOfRange }","")
m("1.000 is one","own",L+"Values/Money+Parsing.swift","LedgerTests.Money","currency.exponent < 3","false")
m("digits that money does not have are dropped","own",L+"Values/Money+Parsing.swift","LedgerTests.Money",
"        guard !hasSurplus else { throw .tooManyFractionDigits(allowed: exponent) }","")
m("1900 is the only rule of leap years","own",L+"Values/CivilDate.swift","LedgerTests.Day","year % 400 == 0","false")
m("a range has its last day","own",L+"Values/DayRange.swift","LedgerTests.DayRange|PeriodTests|SpendingReportTests","start <= day && day < end","start <= day && day <= end")
m("a pay cycle begins a day late","own",L+"Values/Period.swift","PeriodTests","date.day < payDay","date.day <= payDay")
m("a week starts on a day of its own","own",L+"Values/Period.swift","PeriodTests","day.start(ofWeekOn: weekStart)","day.start(ofWeekOn: .monday)")
m("what was replaced goes on counting","own",L+"Projections/DayTable+Apply.swift","SpendingTableTests|FrameFoldTests",
"batch.retractions.values.map { UInt16(truncatingIfNeeded: $0) }","[]")
m("what is replaced in a stored frame counts twice","own",L+"Projections/DayTable+Frame.swift","FrameFoldTests|SpendingTableTests","        sign = -1","        sign = 1")
m("great amounts are added in 64 bits","own",L+"Projections/DayTable+Apply.swift","FrameFoldTests|SpendingTableTests",
"used.amountMax < LineTerms.smallAmountMax","true")
m("a merged table forgets its sparse days","own",L+"Projections/DayTable.swift","SpendingTableTests",
"            let terms = zip(row.groups, row.cells).map { (group: mine[Int($0)], cell: $1) }\n            add(terms.sorted { $0.group < $1.group }, day: day)","            _ = (day, row)")
m("a void can be voided","own",L+"Decisions/Decide+Changes.swift","DecideChangesTests",
"        for id in ids where try line(id).isVoided { throw .alreadyVoided(id) }","")
m("a void takes one line of an entry","own",L+"Decisions/Decide+Changes.swift","DecideChangesTests|DecideBulkTests|UndoLineTests","seen.insert(member).inserted","seen.insert(member).inserted && member == id")
m("an amount without a counterpart is taken","own",L+"Decisions/Decide.swift","DecideEntriesTests|DecideChangesTests|DecideAccountsTests",
"        if amount.minor == .min { throw .amountTooLarge(line: line) }","")
m("an amendment forgets what it replaced","own",L+"Decisions/Decide+Changes.swift","DecideChangesTests","replaced: line.facts, changes","replaced: facts, changes")
M.pop()
m("a closed account takes imported lines","own",L+"Decisions/ImportDecision.swift","DecideAccountsTests",
"            if let error = refused[name.trimmed] { throw error }","")
m("an undo takes back what was changed since","own",L+"Decisions/Unwinding.swift","UndoLineTests|UndoOtherTests|UndoLawTests",
"!changed.isDisjoint(with: found) || (target.isGone && !made.isGone)","false")
m("an undo of a creation looks at nothing","own",L+"Decisions/Unwinding.swift","UndoLineTests|UndoOtherTests|UndoLawTests",
"            if !found.isEmpty { return false }","")
m("a row is matched as often as it is there","own",L+"Imports/FingerprintIndex.swift","LedgerTests.Fingerprint|LineFingerprintTests",
"        taken[place / 64] |= 1 << UInt64(place % 64)","")
m("rows that differ in their note are one","own",L+"Imports/LineFingerprint.swift","LineFingerprintTests",
"        hasher.combine(note.high)\n        hasher.combine(note.low)","")
m("rows that differ in their time are one","own",L+"Imports/LineFingerprint.swift","LineFingerprintTests",
"        hasher.combine(time?.secondsSinceMidnight ?? -1)","")
m("an event refers to itself","own",L+"Stores/CommitResolution.swift","EventStoreContract","target < limit","target <= limit")
m("an upcaster that is missing is passed over","own",L+"Events/Upcasting.swift","UpcastingTests","lifted.schema == schema ? lifted : nil","lifted")
M.pop()
m("a newer event is lowered","own",L+"Events/Upcasting.swift","UpcastingTests","lifted.schema == schema ? lifted : nil","lifted")
m("a task is late at its last instant","own",L+"Reports/TaskTab.swift","TaskTabTests|TaskTabLawTests","        if now > last { return .failed }","        if now >= last { return .failed }")
m("a cut bucket is not marked","own",L+"Reports/RollUp.swift","SpendingReportTests","!parameters.range.contains(days)","false")
m("a row of nothing is shown","own",L+"Reports/RollUp.swift","SpendingReportTests","cell.count == 0 ? nil : row(labels[place], cell, days, now)","row(labels[place], cell, days, now)")
with open("list.txt","w") as f:
    f.write("""Faults for tools/mutants/run: what each is, which failure modes of append-only logs it stands for (the
numbers of Reliability.md; own for others), its file, the tests that must notice it, the text of the
file, and what stands there instead. Whole lines are statements, anything else is an expression.

""")
    for name,mode,file,test,old,new in M:
        f.write(f"* {name}\nmode {mode}\nfile {file}\ntest {test}\n<<<\n{old}\n===\n{new}\n>>>\n\n")
print(len(M))
