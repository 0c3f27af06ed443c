import TerminalUI

@testable import DemoApp

extension Gallery {
  /// The shop before and after something was bought, and the fuel store.
  static func shops() async -> [Entry] {
    let new = await Sample.shop(Sample.facts())
    let owner = await Sample.shop(Sample.owner, fuel: Sample.tank)
    let marks = Sample.lapsed.with {
      $0.latest = [Sample.owned(.racecar, revoked: "2026-11-12")]
      $0.orders = Sample.orders(.car, .fuel87)
    }
    return [
      Entry("shop-new", "shop", new), Entry("shop-new", "buying", new.typing("b")),
      Entry("shop-new", "plan selected", new.typing(.down, .down, .down, .right, .right)),
      Entry("shop-owner", "shop", owner), Entry("shop-owner", "last row", owner.typing(.end)),
      Entry("shop-owner", "not for sale", owner.typing("b")),
      Entry("shop-marks", "shop", await Sample.shop(marks)),
      Entry(
        "shop-scheduled", "shop",
        await Sample.shop(Sample.downgrading).typing(.down, .down, .down)),
      Entry("shop-offline", "shop", await Sample.shop(Sample.owner.offline)),
      Entry("shop-not-loaded", "shop", await Sample.shop(Sample.notLoaded)),
      Entry("shop-not-loaded", "trying again", await Sample.shop(Sample.notLoaded).typing("t")),
      Entry(
        "shop-waiting", "shop",
        await Sample.shop(Sample.facts(ordered: Sample.order(1), Sample.order(2, quantity: 3)))),
    ] + (await fuelStores()) + (await withEmoji())
  }

  /// Emoji stand before the names if they are asked for.
  private static func withEmoji() async -> [Entry] {
    let garage = await Sample.demo(Sample.owner, fuel: Sample.tank, emoji: true)
    return [
      Entry("emoji", "my cars", garage), Entry("emoji", "shop", garage.typing("s")),
      Entry("emoji", "page", garage.typing("s").typing(.enter)),
    ]
  }

  private static func fuelStores() async -> [Entry] {
    let page = await Sample.detail(.racecar, Sample.owner, fuel: Sample.tank)
    return [
      Entry("fuel-store", "over a car", page.typing("f")),
      Entry(
        "fuel-store", "over the garage",
        await Sample.demo(Sample.owner, fuel: Sample.tank).typing("f").typing(.right)),
    ]
  }
}
