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

    func entitle() async -> StoreFacts {
      record("entitle")
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
      case .ended(let timing): recorder.record("ended \(timing.step.rawValue)")
      }
    }

    #expect(
      recorder.all == [
        "began listen", "listen", "ended listen", "began entitle", "entitle", "ended entitle",
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

  @Test func `looking back at what was seen sells nothing`() {
    var demo = Sample.newDemo(lastSeen: Sample.facts())
    demo.type(.enter)
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
