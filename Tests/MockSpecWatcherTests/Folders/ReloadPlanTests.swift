import MockSpec
import TestSupport
import Testing

@testable import MockSpecWatcher

/// Events and actions on a drawn timeline, in which a column is 10 ms.
///
/// ```
/// events   c closed  a arrived  n created  w written  r removed  t attributes changed
/// actions  L load    ? look at the file
/// ```
struct ReloadPlanTests {
  struct Timeline: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let events: String
    let actions: String

    init(_ description: String, _ events: String, _ actions: String) {
      testDescription = description
      self.events = events
      self.actions = actions
    }
  }

  static let start = ContinuousClock.now
  static func instant(_ column: Int) -> ContinuousClock.Instant { start + .milliseconds(10 * column) }
  static let changes: [Character: EntryChange] = [
    "c": .closed, "a": .arrived, "n": .created, "w": .written, "r": .removed, "t": .attributes,
  ]

  static let timelines = [
    Timeline("nothing", "          ", "          "),
    Timeline("a file that arrives is loaded at once", "a         ", "L         "),
    Timeline("a writer's end is loaded at once", "wwwc      ", " ? L      "),
    Timeline("the second load waits", "aa    a   ", "L    L    L"),
    Timeline("a writer that pauses is looked at, and not loaded", "w         w         c", " ?         ?        L"),
    Timeline("a removed name has 50 ms", "r         ", "     L    "),
    Timeline("a name that is back is loaded at once", "r a       ", "  L       "),
    Timeline("a name that is back is whole when it is closed", "rnwwc     ", "  ? L     "),
    Timeline("a name that is back and isn't whole is waited for", "r n       c", "   ?   L    L"),
    Timeline("a name that goes again has its time again", "r  a r   ", "   L      L"),
    Timeline("attributes are a change", "t         ", "L         "),
  ]

  @Test(arguments: timelines)
  func `events lead to loads`(timeline: Timeline) {
    var plan = ReloadPlan()
    var actions = ""
    let events = Array(timeline.events)
    for column in 0..<max(events.count, timeline.actions.count) {
      if column < events.count, let change = Self.changes[events[column]] {
        plan.note(change, of: "/f", at: Self.instant(column))
      }
      switch plan.next(at: Self.instant(column)) {
      case .load: actions += "L"
      case .look(at: ["/f"]): actions += "?"
      case .look, .wait: actions += " "
      }
    }
    #expect(actions.trimmed == timeline.actions.trimmed)
  }

  @Test func `a load is overtaken by what happens during it`() {
    var plan = ReloadPlan()
    plan.note(.arrived, of: "/a", at: Self.instant(0))
    #expect(plan.next(at: Self.instant(0)) == .load)
    #expect(!plan.isOvertaken)
    plan.note(.written, of: "/b", at: Self.instant(1))
    #expect(!plan.isOvertaken)
    plan.note(.closed, of: "/b", at: Self.instant(2))
    #expect(plan.isOvertaken)
  }

  @Test func `a name is away if it was missing at some time during a load`() {
    var plan = ReloadPlan()
    plan.note(.removed, of: "/before", at: Self.instant(0))
    plan.note(.closed, of: "/before", at: Self.instant(1))
    #expect(plan.next(at: Self.instant(1)) == .load)
    #expect(plan.away.isEmpty)
    plan.note(.removed, of: "/during", at: Self.instant(2))
    plan.note(.closed, of: "/during", at: Self.instant(3))
    #expect(plan.away == ["/during"])
    #expect(plan.isOvertaken)
    #expect(plan.next(at: Self.instant(6)) == .load)
    #expect(plan.away.isEmpty)
    #expect(!plan.isOvertaken)
  }

  @Test func `a name that didn't come back is away while another one is, which may be its new one`() {
    var plan = ReloadPlan()
    plan.note(.removed, of: "/old", at: Self.instant(0))
    plan.note(.arrived, of: "/new", at: Self.instant(0))
    #expect(plan.next(at: Self.instant(5)) == .load)
    #expect(plan.away.isEmpty)
    plan.note(.removed, of: "/new", at: Self.instant(5))
    #expect(plan.away == ["/old", "/new"])
    plan.didLoad(awaiting: [], isUsed: true, at: Self.instant(6))
    plan.note(.arrived, of: "/new", at: Self.instant(7))
    #expect(plan.next(at: Self.instant(10)) == .load)
    plan.didLoad(awaiting: [], isUsed: true, at: Self.instant(11))
    plan.note(.removed, of: "/other", at: Self.instant(12))
    #expect(plan.away == ["/other"])
  }

  @Test func `a removal in a folder that was put in place since the last load isn't that of a known name`() {
    var plan = ReloadPlan()
    plan.note(.removed, of: "/in/early", at: Self.instant(0))
    plan.note(.arrived, of: "/in", at: Self.instant(0))
    plan.note(.removed, of: "/in/late", at: Self.instant(0))
    #expect(plan.next(at: Self.instant(0)) == .load)
    #expect(plan.missingNames == MissingNames())
    plan.note(.removed, of: "/in/late", at: Self.instant(0))
    #expect(plan.missingNames == MissingNames())
    plan.didLoad(awaiting: [], absent: ["/in/late"], isUsed: true, at: Self.instant(1))
    #expect(plan.missingNames == MissingNames(away: ["/in/late"]))
    plan.note(.removed, of: "/in/early", at: Self.instant(2))
    #expect(plan.away == ["/in/early", "/in/late"])
  }

  @Test func `names that disappear one after another hold back others for 100 ms`() {
    var plan = ReloadPlan()
    var loads: [Int] = []
    for column in 0..<150 {
      plan.note(.removed, of: "/\(column)", at: Self.instant(column))
      if plan.next(at: Self.instant(column)) == .load { loads.append(column) }
    }
    #expect(loads == [15, 26, 37, 48, 59, 70, 81, 92, 103, 114, 125, 136, 147])
  }

  @Test func `a file that wasn't read is looked at, and reported once after two seconds`() {
    var plan = ReloadPlan()
    plan.didLoad(awaiting: ["/f"], isUsed: true, at: Self.instant(0))
    #expect(plan.next(at: Self.instant(0)) == .wait(until: Self.instant(1)))
    #expect(plan.next(at: Self.instant(1)) == .look(at: ["/f"]))
    #expect(plan.takeLongAwaited(at: Self.instant(199)) == [])
    #expect(plan.takeLongAwaited(at: Self.instant(200)) == ["/f"])
    #expect(plan.takeLongAwaited(at: Self.instant(400)) == [])
    plan.note(.closed, of: "/f", at: Self.instant(401))
    #expect(plan.next(at: Self.instant(401)) == .load)
  }

  @Test func `a load that isn't used is repeated`() {
    var plan = ReloadPlan()
    plan.noteChange(at: Self.instant(0))
    #expect(plan.next(at: Self.instant(0)) == .load)
    plan.didLoad(awaiting: [], isUsed: false, at: Self.instant(1))
    #expect(plan.next(at: Self.instant(1)) == .wait(until: Self.instant(5)))
    #expect(plan.next(at: Self.instant(5)) == .load)
  }

  /// Random events of five files, each with a plan whose waits are obeyed.
  @Test(arguments: 0..<200)
  func `whatever happens, changes are loaded soon, seldom, and names that may come back are away`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var plan = ReloadPlan()
    var lastLoad: Int?
    /// When each name disappeared, which haven't come back in time, and since when a change waits.
    var missing: [Int: Int] = [:]
    var lost: Set<Int> = []
    var changed: Int?
    for column in 0..<600 {
      let isQuiet = column >= 400
      if !isQuiet, Int.random(in: 0..<4, using: &generator) == 0 {
        let file = Int.random(in: 0..<5, using: &generator)
        let change = Self.changes.values.sorted { "\($0)" < "\($1)" }.randomElement(using: &generator)!
        plan.note(change, of: "/\(file)", at: Self.instant(column))
        switch change {
        case .removed: missing[file] = column
        case .closed, .arrived: missing[file] = nil
        case .created: if missing[file] != nil { missing[file] = column }
        case .written, .changed, .attributes: break
        }
        if ![.written, .changed, .created, .removed].contains(change) { changed = changed ?? column }
      }
      for (file, since) in missing where column - since >= 5 {
        missing[file] = nil
        lost.insert(file)
        changed = changed ?? column
      }
      var action = plan.next(at: Self.instant(column))
      var looks = 0
      while case .look = action {
        looks += 1
        action = plan.next(at: Self.instant(column))
      }
      #expect(looks <= 1)
      switch action {
      case .load:
        #expect(changed != nil)
        if let lastLoad { #expect(column - lastLoad >= 5) }
        if missing.isEmpty {
          #expect(plan.missingNames == MissingNames(gone: Set(lost.map { "/\($0)" })))
          lost = []
        } else {
          #expect(plan.missingNames == MissingNames(away: Set(lost.union(missing.keys).map { "/\($0)" })))
        }
        plan.didLoad(awaiting: [], isUsed: true, at: Self.instant(column))
        (lastLoad, changed) = (column, nil)
      case .wait(let until):
        if let until { #expect(until > Self.instant(column)) } else { #expect(changed == nil) }
        if let changed { #expect(column - changed <= 10) }
      case .look: break
      }
    }
    #expect(changed == nil)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
