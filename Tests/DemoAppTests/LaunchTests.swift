import Foundation
import Synchronization
import TerminalUI
import Testing

@testable import DemoApp

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

  @Test func `nothing moves when what was seen last becomes true`() async {
    let demo = Sample.newDemo(lastSeen: Sample.owner, fuel: Sample.tank)
    for size in [Size(columns: 80, rows: 24), Size(columns: 120, rows: 36)] {
      let before = demo.frame(columns: size.columns, rows: size.rows)
      var after = demo
      after.send(.launched(await Sample.launchResult(Sample.owner)))
      let now = after.frame(columns: size.columns, rows: size.rows)
      for row in 1..<size.rows - 2 {
        for column in 0..<size.columns {
          let point = Point(column: column, row: row)
          let text = before[point].text
          #expect(text == " " || text == now[point].text, "\(size) \(point)")
        }
      }
    }
  }

  @Test func `before the launch has ended everything above the footer is muted`() {
    let demo = Sample.newDemo(lastSeen: Sample.owner, fuel: Sample.tank)
    let frame = demo.frame(columns: 80, rows: 24)
    for row in 0..<23 {
      #expect((0..<80).allSatisfy { frame[Point(column: $0, row: row)].style.role == .muted })
    }
    #expect(frame.lines[0].hasSuffix("… checking"))
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
