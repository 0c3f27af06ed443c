import TerminalUI

@testable import DemoApp

extension Gallery {
  /// The launch, from the first frame until the store has answered.
  static func launches() -> [Entry] {
    let seen = Sample.newDemo(lastSeen: Sample.owner, fuel: Sample.tank)
    let slow = slowed(seen)
    return [
      Entry("launch-first", "quick", Sample.newDemo().receiving(.launch(.began(.listen)))),
      Entry("launch-first", "slow", slowed(Sample.newDemo())),
      Entry("launch-last-seen", "my cars", seen),
      Entry("launch-last-seen", "my cars, slow", slow),
      Entry("launch-last-seen", "shop, slow", slow.typing("s")),
      Entry(
        "launch-last-seen", "my cars, waiting",
        slow.receiving(.waits(store: "http://shop.example:8080"))),
    ]
  }

  /// The launch while the store takes its time.
  private static func slowed(_ demo: Demo) -> Demo {
    let listened = LaunchTiming(step: .listen, duration: .microseconds(420))
    return demo.receiving(
      .launch(.began(.listen)), .launch(.ended(listened)), .launch(.began(.entitle)),
      .launch(.verified(1, of: 3)), .launchIsSlow)
  }
}
