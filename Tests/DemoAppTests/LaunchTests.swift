import Foundation
import PrivateFiles
import Synchronization
import Testing

@testable import DemoApp
@testable import TerminalUI

@Suite struct LaunchTests {
  /// Records what it is asked.
  private final class Recorder: LaunchSource {
    private let calls = Mutex<[String]>([])

    var all: [String] { calls.withLock { $0 } }

    func record(_ call: String) { calls.withLock { $0.append(call) } }

    func listen() async { record("listen") }

    func entitle(report: @Sendable (Int, Int) async -> Void) async -> StoreFacts {
      record("entitle")
      await report(1, 1)
      return Sample.owner
    }
  }

  @Test func `the steps are taken in order, each with its time, and the listener runs first`() async
  {
    let recorder = Recorder()
    let time = Mutex(ContinuousClock.now)
    let launch = Launch(source: recorder) {
      time.withLock { time in
        time += .milliseconds(1)
        return time
      }
    }

    let launchResult = await launch.run { progress in
      switch progress {
      case .began(let step): recorder.record("began \(step.rawValue)")
      case .verified(let done, let total): recorder.record("\(done) of \(total)")
      case .ended(let timing): recorder.record("ended \(timing.step.rawValue)")
      }
    }

    #expect(
      recorder.all == [
        "began listen", "listen", "ended listen", "began entitle", "entitle", "1 of 1",
        "ended entitle",
        "began personalise", "ended personalise",
      ])
    #expect(launchResult.steps.map(\.step) == LaunchStep.allCases)
    #expect(launchResult.steps.map(\.duration) == Array(repeating: .milliseconds(1), count: 3))
  }

  @Test func `no picture before the end of the launch has a Buy in it`() {
    for lastSeen in [nil, Sample.facts(), Sample.owner] {
      var demo = Sample.newDemo(lastSeen: lastSeen)
      for message in launchMessages {
        demo.send(message)
        expectNoBuy(demo)
        #expect(demo.type("bsbmr") == [])
      }
    }
  }

  private static let sizes = [(40, 12), (80, 24), (120, 36), (200, 60)].map {
    Size(columns: $0, rows: $1)
  }

  /// The frames before and after the launch of a customer whose state has not changed.
  private func frames(
    _ facts: StoreFacts, _ size: Size, isSeen: Bool = true
  ) async -> (before: Frame, after: Frame) {
    var demo = Sample.newDemo(lastSeen: isSeen ? facts : nil, fuel: Sample.tank)
    let before = demo.frame(columns: size.columns, rows: size.rows)
    demo.send(.launched(await Sample.launchResult(facts)))
    return (before, demo.frame(columns: size.columns, rows: size.rows))
  }

  @Test(arguments: sizes) func `nothing moves when what was seen last becomes true`(
    size: Size
  ) async {
    for facts in [Sample.owner, Sample.grace, Sample.passOwner, Sample.facts()] {
      let (before, after) = await frames(facts, size)
      for row in 1..<size.rows - 1 {
        for column in 0..<size.columns {
          let point = Point(column: column, row: row)
          let text = before[point].text
          #expect(text == " " || text == after[point].text, "\(point)")
        }
      }
    }
  }

  @Test(arguments: sizes) func `keys in the footer keep their places when others are enabled`(
    size: Size
  ) async throws {
    let (before, after) = await frames(Sample.owner, size)
    let keys = before.lines.last ?? ""
    #expect(keys.contains("? help"))
    for (early, late) in zip(keys, after.lines.last ?? "") where early != " " {
      #expect(early == late, "\(keys)")
    }
  }

  @Test(arguments: sizes) func `at most two fifths of what was seen last are drawn again`(
    size: Size
  ) async {
    // The smallest screen has little room for what does not change: there it is at most half.
    let share = size.columns < 80 ? 0.5 : 0.4
    // On that screen, most of what such a customer sees is the failed payment.
    let grace = size.columns < 80 ? [] : [Sample.grace]
    for facts in [Sample.owner, Sample.passOwner, Sample.facts()] + grace {
      let (before, after) = await frames(facts, size)
      let drawn = before.drawnCells
      let again = after.differences(from: before).map(\.cells.count).reduce(0, +)
      #expect(Double(again) <= Double(drawn) * share, "\(again) of \(drawn)")
    }
  }

  @Test func `a new customer's first frame has the picture that stays`() async {
    for size in [Size(columns: 80, rows: 24), Size(columns: 120, rows: 36)] {
      let (before, after) = await frames(Sample.facts(), size, isSeen: false)
      #expect(before.text.contains("SK Demo App"))
      for row in 1..<size.rows - 1 {
        for column in 0..<size.columns {
          let point = Point(column: column, row: row)
          #expect(before[point].text == " " || before[point] == after[point], "\(point)")
        }
      }
    }
  }

  @Test func `before the launch has ended words are muted, except for the selected row`() {
    let demo = Sample.newDemo(lastSeen: Sample.owner, fuel: Sample.tank)
    let frame = demo.frame(columns: 80, rows: 24)
    for row in 2..<22 {
      let cells = (0..<80).map { frame[Point(column: $0, row: row)] }
      for cell in cells where cell.text.contains(where: \.isLetter) {
        #expect(cell.style.role == .muted || cell.style.isReversed, "\(cell)")
      }
    }
    #expect(frame.lines[0].hasPrefix(" My Cars   Shop   Account   History"))
    #expect(frame.lines[0].hasSuffix("… checking"))
  }

  @Test func `before the launch has ended each key that waits for it says so`() {
    let demo = Sample.newDemo(lastSeen: Sample.owner, fuel: Sample.tank)
    for command in [CommandName.restore, .redeem, .fuel, .changePlan] {
      let key = demo.keys.key(command)
      #expect(demo.bindings.contains { $0.has(key) && !$0.isEnabled }, "\(command)")
      var pressed = demo
      #expect(pressed.type(key) == [], "\(command)")
      #expect(pressed.notice?.text == "Not now: what you own is still being checked.")
    }
  }

  @Test func `the very first frame of an owner is what was seen last`() async throws {
    let folder = try TemporaryFolder()
    LastSeen(folder: folder.url, account: "alice", timeZone: .gmt).save(Store(Sample.owner))
    let last = try #require(LastState(folder: folder.url, account: "alice"))
    let terminal = RecordedTerminal()
    let program = Program(terminal: terminal)
    await Demo.open(on: program, presentation: Sample.presentation, lastState: last) { nil }
    _ = try await program.run()

    let seen = Sample.newDemo(lastSeen: Sample.owner)
    #expect(terminal.frames == [seen.frame(columns: 80, rows: 24)])
    expectNoBuy(seen)
  }

  @Test func `the very first frame of a new device has the shop's name and places`() async throws {
    let terminal = RecordedTerminal()
    let program = Program(terminal: terminal)
    await Demo.open(on: program, presentation: Sample.presentation) { nil }
    _ = try await program.run()

    let frame = try #require(terminal.frames.first)
    #expect(frame.text.contains("SK Demo App"))
    #expect(frame.lines[0].hasPrefix(" My Cars   Shop   Account   History"))
  }

  @Test func `the progress of a slow launch is on the rule, and its steps in the first line`() {
    var demo = Sample.newDemo(lastSeen: Sample.owner)
    let listened = LaunchTiming(step: .listen, duration: .milliseconds(1))
    for message: Demo.Message in [
      .launch(.began(.listen)), .launch(.ended(listened)), .launch(.began(.entitle)),
      .launch(.verified(1, of: 2)), .launchIsSlow,
    ] {
      demo.send(message)
    }
    let lines = demo.frame(columns: 80, rows: 24).lines
    #expect(lines[0].hasSuffix("✓ … · 1 of 2 verified"))
    let done = lines[1].filter { $0 == "━" }
    #expect(done.count == 78 / 2)
  }

  @Test func `looking back at what was seen sells nothing`() {
    var demo = Sample.newDemo(lastSeen: Sample.facts())
    demo.type("s")
    for _ in 0..<12 {
      for key: Key in [.enter, .escape, .character("s"), .down] {
        expectNoBuy(demo)
        #expect(demo.type("b") == [])
        demo.type(key)
      }
    }
  }

  private var launchMessages: [Demo.Message] {
    LaunchStep.allCases.flatMap { step -> [Demo.Message] in
      [
        .launch(.began(step)), .launchIsSlow,
        .launch(.ended(LaunchTiming(step: step, duration: .milliseconds(200)))),
      ]
    }
  }

  private func expectNoBuy(_ demo: Demo) {
    #expect(!demo.picture().lowercased().contains("buy"))
    #expect(!demo.bindings.contains { $0.label.lowercased().contains("buy") })
  }
}

extension Frame {
  /// The number of cells that are not blank.
  fileprivate var drawnCells: Int {
    (0..<size.rows).flatMap { row($0) }.count { $0.text != " " }
  }
}
