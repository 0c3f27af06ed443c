import DemoApp
import Foundation
import Synchronization
import TerminalUI
import Testing

@Suite struct LaunchTests {
  /// Writes down what it is asked.
  private final class Diary: LaunchSource {
    private let entries = Mutex<[String]>([])

    var all: [String] { entries.withLock { $0 } }

    func write(_ entry: String) { entries.withLock { $0.append(entry) } }

    func listen() async { write("listen") }

    func entitle() async -> StoreFacts {
      write("entitle")
      return Sample.owner
    }
  }

  @Test func `nothing is asked before the listener runs`() async {
    let diary = Diary()

    _ = await Launch(source: diary, clock: StillClock()).run { progress in
      if case .began(let step) = progress { diary.write("began \(step.rawValue)") }
    }

    #expect(
      diary.all == ["began listen", "listen", "began entitle", "entitle", "began personalise"])
  }

  @Test func `the three steps are told in order, each with its time`() async {
    let diary = Diary()

    let personalised = await Launch(source: diary, clock: StillClock()).run { progress in
      if case .ended(let timing) = progress { diary.write(timing.step.rawValue) }
    }

    #expect(personalised.steps.map(\.step) == LaunchStep.allCases)
    #expect(personalised.steps.map(\.duration) == [.zero, .zero, .zero])
    #expect(diary.all.filter { LaunchStep(rawValue: $0) != nil }.last == "personalise")
  }

  @Test func `no picture before the end of the launch has a Buy in it`() {
    for lastSeen in [nil, Store(Sample.facts()), Store(Sample.owner)] {
      var demo = Demo(presentation: Sample.presentation, lastSeen: lastSeen)
      for message in launchMessages {
        _ = demo.update(.message(message))
        expectNoBuy(demo)
        for keys in ["b", "s", "b", "m", "r"] { expectNothingBought(by: keys, &demo) }
      }
    }
  }

  @Test func `looking back at what was seen sells nothing`() {
    var demo = Demo(presentation: Sample.presentation, lastSeen: Store(Sample.facts()))
    demo.type(.enter)
    demo.type("s")
    for _ in 0..<12 {
      expectNoBuy(demo)
      expectNothingBought(by: "b", &demo)
      demo.type(.enter)
      expectNoBuy(demo)
      expectNothingBought(by: "b", &demo)
      demo.type(.escape)
      demo.type("s")
      demo.type(.down)
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

  private func expectNothingBought(by keys: String, _ demo: inout Demo) {
    #expect(demo.type(keys) == [])
  }
}
