import Foundation
import Testing

@testable import OpenStoreKit

@Suite struct PromotionOverrideTests {
  private static let sold = ["a", "b", "c"]

  /// The app's order, the visibilities, and what the App Store lists of a, b and c.
  private static let lists: [([String], [String: PromotionOverride.Visibility], listed: [String])] =
    [
      ([], [:], ["a", "b", "c"]),
      ([], ["b": .hidden], ["a", "c"]),
      ([], ["b": .visible], ["a", "b", "c"]),
      (["c", "a"], [:], ["c", "a"]),
      (["c", "a"], ["b": .visible], ["c", "a", "b"]),
      (["c", "a"], ["c": .hidden], ["a"]),
      (["c", "gone", "a"], [:], ["c", "a"]),
    ]

  @Test(arguments: lists.indices)
  func `the App Store lists the app's order, without what is hidden or not sold`(index: Int) {
    let (order, visibility, listed) = Self.lists[index]
    let promotions = PromotionOverride(order: order, visibility: visibility)

    #expect(promotions.listed(of: Self.sold) == listed)
  }

  @Test func `original StoreKit's order lists the others after its own, unless they are hidden`() {
    var promotions = PromotionOverride()
    promotions.setOrder(["c", "a"], listsOthers: true)

    #expect(promotions.listed(of: Self.sold) == ["c", "a", "b"])
    promotions.visibility = ["b": .hidden]
    #expect(promotions.listed(of: Self.sold) == ["c", "a"])
    promotions.visibility = ["a": .hidden]
    #expect(promotions.listed(of: Self.sold) == ["c", "b"])
  }

  @Test func `original StoreKit's empty order leaves nothing on the device`() {
    var promotions = PromotionOverride()
    promotions.setOrder(["c"], listsOthers: true)
    promotions.setOrder([], listsOthers: true)

    #expect(promotions == PromotionOverride())
  }

  @Test func `a product is in the order once`() {
    var promotions = PromotionOverride()
    promotions.setOrder(["a", "b", "a"])

    #expect(promotions.order == ["a", "b"])
  }
}
