import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// The marks of what has changed by itself.
@Suite struct UpdateMarkTests {
  private static let refunded = Sample.owner.with {
    $0.entitlements.removeLast()
    $0.latest = [Sample.owned(.racecar, revoked: "2026-11-14")]
  }

  @Test func `a car that was refunded says so before it leaves`() async {
    var demo = await Sample.demo(Sample.owner)
    demo.send(.reloaded(Store(Self.refunded), fuel: [:]))
    #expect(demo.picture().contains("refunded ×"))
    #expect(demo.garage?.bays.map(\.id) == [.car, .racecar])

    demo.type(.down)
    #expect(demo.garage?.bays.map(\.id) == [.car])
  }

  @Test func `a car that another device has bought is marked until a key is pressed`() async {
    var demo = await Sample.demo(Sample.owner)
    let more = Sample.owner.with { $0.entitlements.append(Sample.owned(.suv)) }
    demo.send(.reloaded(Store(more), fuel: [:]))
    #expect(demo.picture().contains("(updated)"))
    demo.type(.right)
    #expect(!demo.picture().contains("(updated)"))
  }

  @Test func `what the customer buys here is not marked`() async throws {
    var demo = await Sample.shop(Sample.owner)
    demo.type(.down)
    demo.type("b")
    let more = Sample.owner.with { $0.entitlements.append(Sample.owned(.suv)) }
    demo.send(.reloaded(Store(more), fuel: [:]))
    #expect(demo.updatedProducts.isEmpty)
  }

  @Test func `nothing moves when a mark comes`() async {
    var demo = await Sample.demo(Sample.owner)
    let before = demo.garage?.bays.map(\.column)
    demo.send(.reloaded(Store(Self.refunded), fuel: [:]))
    #expect(demo.garage?.bays.map(\.column) == before)
    #expect(demo.selection == .product(.car))
  }

  @Test func `on a list the mark stands beside the name`() async {
    var demo = await Sample.demo(Sample.owner)
    demo.adapt(to: Size(columns: 40, rows: 12))
    let renewed = Sample.owner.with {
      $0.statuses = [Sample.status(.pro, .subscribed, expires: "2027-01-14")]
    }
    demo.send(.reloaded(Store(renewed), fuel: [:]))
    #expect(demo.picture(columns: 40, rows: 12).contains("Pro (updated)"))
  }
}
