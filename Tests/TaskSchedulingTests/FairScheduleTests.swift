import TaskScheduling
import TestSupport
import Testing

/// The numbers are those of ``FairSchedule``.
@Suite struct FairScheduleTests {
  private typealias Schedule = FairSchedule<String>

  private static func schedule(
    running: Int = 2, perKey: Int = 2, waiting: Int = .max
  ) -> Schedule {
    Schedule(.init(running: running, runningPerKey: perKey, waitingPerKey: waiting))
  }

  @Test func `as many calls run at once as may run (1)`() {
    var schedule = Self.schedule(running: 2)

    let outcomes = [
      schedule.enter(1, for: "anna"), schedule.enter(2, for: "bert"),
      schedule.enter(3, for: "carl"),
    ]

    #expect(outcomes == [.begins, .begins, .waits])
    #expect(schedule.leave("anna") == [3])
  }

  @Test func `a key has only its own number of calls, and others run beside it (1, 2)`() {
    var schedule = Self.schedule(running: 3, perKey: 1)

    let outcomes = [
      schedule.enter(1, for: "anna"), schedule.enter(2, for: "anna"),
      schedule.enter(3, for: "bert"),
    ]
    let afterBert = schedule.leave("bert")
    let afterAnna = schedule.leave("anna")

    #expect(outcomes == [.begins, .waits, .begins])
    #expect(afterBert.isEmpty)
    #expect(afterAnna == [2])
  }

  @Test func `one call of another key begins before the second of a hundred that wait (3, 4)`() {
    var schedule = Self.schedule(running: 1)
    _ = schedule.enter(0, for: "greedy")
    for id in 1...100 { _ = schedule.enter(id, for: "greedy") }
    _ = schedule.enter(101, for: "other")

    let begun = [schedule.leave("greedy"), schedule.leave("greedy"), schedule.leave("other")]

    #expect(begun == [[1], [101], [2]])
  }

  @Test func `keys take turns in the order in which they came (3, 4)`() {
    var schedule = Self.schedule(running: 1)
    _ = schedule.begin(for: "first")
    for (id, key) in ["a", "a", "b", "b", "c"].enumerated() { _ = schedule.enter(id, for: key) }

    var order: [Int] = []
    var running = "first"
    while let id = schedule.leave(running).first {
      order.append(id)
      running = ["a", "a", "b", "b", "c"][id]
    }

    #expect(order == [0, 2, 4, 1, 3])
  }

  @Test func `a call is refused if as many of its key wait as may wait (5)`() {
    var schedule = Self.schedule(running: 1, waiting: 1)
    _ = schedule.enter(1, for: "anna")
    _ = schedule.enter(2, for: "anna")

    #expect(schedule.enter(3, for: "anna") == .refused)
    #expect(schedule.enter(4, for: "bert") == .waits)
  }

  @Test func `a call that is given up begins no more, and keeps no place`() {
    var schedule = Self.schedule(running: 1, waiting: 1)
    _ = schedule.enter(1, for: "anna")
    _ = schedule.enter(2, for: "bert")
    schedule.remove(2, of: "bert")

    let again = schedule.enter(3, for: "bert")

    #expect(again == .waits)
    #expect(schedule.leave("anna") == [3])
    #expect(schedule.leave("bert").isEmpty)
    #expect(schedule.keyCount == 0)
  }

  @Test(arguments: 1...20)
  func `no schedule loses a call or breaks a bound`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let bounds = Schedule.Bounds(
      running: Int.random(in: 1...4, using: &random),
      runningPerKey: Int.random(in: 1...3, using: &random), waitingPerKey: .max)
    var schedule = Schedule(bounds)
    var keys: [String] = []
    var running: [Int] = []
    var begun: Set<Int> = []
    func begin(_ ids: [Int]) {
      for id in ids where begun.insert(id).inserted { running.append(id) }
    }
    for id in 0..<200 {
      keys.append(["a", "b", "c", "d"].randomElement(using: &random) ?? "a")
      if schedule.enter(id, for: keys[id]) == .begins { begin([id]) }
      if Bool.random(using: &random), !running.isEmpty {
        let last = running.remove(at: Int.random(in: running.indices, using: &random))
        begin(schedule.leave(keys[last]))
      }
      #expect(running.count <= bounds.running)
      for key in Set(keys) {
        #expect(running.count { keys[$0] == key } <= bounds.runningPerKey)
      }
    }
    while let last = running.popLast() { begin(schedule.leave(keys[last])) }

    #expect(begun == Set(0..<200))
    #expect(schedule.keyCount == 0)
  }
}
