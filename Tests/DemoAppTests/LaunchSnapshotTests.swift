import DemoApp
import TerminalUI
import TestSupport
import Testing

/// The launch screen, step by step.
@Suite struct LaunchSnapshotTests {
  @Test func `a quick launch shows no steps`() throws {
    var demo = Demo(presentation: Sample.presentation)
    _ = demo.update(.message(.launch(.began(.listen))))
    try expectPictures(of: demo, named: "launch-quick")
  }

  @Test func `a slow launch shows its steps and what was seen here last`() throws {
    let demo = slowLaunch(lastSeen: Store(Sample.owner))
    try expectPictures(of: demo, named: "launch-slow")
  }

  @Test func `enter shows what was owned, without any way to buy`() throws {
    var demo = slowLaunch(lastSeen: Store(Sample.owner))
    demo.type(.enter)
    try expectPictures(of: demo, named: "launch-looking-back")
    demo.type("s")
    try expectPictures(of: demo, named: "launch-looking-back-shop")
  }

  private func slowLaunch(lastSeen: Store?) -> Demo {
    var demo = Demo(presentation: Sample.presentation, lastSeen: lastSeen)
    let listened = LaunchTiming(step: .listen, duration: .microseconds(420))
    for message: Demo.Message in [
      .launch(.began(.listen)), .launch(.ended(listened)), .launch(.began(.entitle)),
      .launchIsSlow,
    ] {
      _ = demo.update(.message(message))
    }
    return demo
  }
}
