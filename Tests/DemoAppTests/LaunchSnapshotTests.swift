import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The launch screen, step by step.
@Suite struct LaunchSnapshotTests {
  @Test func `a quick launch shows no steps`() throws {
    var demo = Sample.newDemo()
    demo.send(.launch(.began(.listen)))
    try expectPictures(of: demo, named: "launch-quick")
  }

  @Test func `a slow launch shows its steps and what was seen here last`() throws {
    try expectPictures(of: slowLaunch, named: "launch-slow")
  }

  @Test func `enter shows what was owned, without any way to buy`() throws {
    var demo = slowLaunch
    demo.type(.enter)
    try expectPictures(of: demo, named: "launch-looking-back")
    demo.type("s")
    try expectPictures(of: demo, named: "launch-looking-back-shop")
  }

  @Test func `a slow launch says which store it waits for`() throws {
    var demo = slowLaunch
    demo.send(.waits(store: "http://shop.example:8080"))
    try expectPictures(of: demo, named: "launch-waiting")
  }

  private var slowLaunch: Demo {
    var demo = Sample.newDemo(lastSeen: Sample.owner)
    let listened = LaunchTiming(step: .listen, duration: .microseconds(420))
    for message: Demo.Message in [
      .launch(.began(.listen)), .launch(.ended(listened)), .launch(.began(.entitle)),
      .launchIsSlow,
    ] {
      demo.send(message)
    }
    return demo
  }
}
