import Foundation
import Testing

@testable import DemoApp

/// The lifetime of a notice about something that has just happened.
@Suite struct NoticeLifetimeTests {
  private static let later = Sample.owner.with { $0.now = $0.now.addingTimeInterval(86_400) }
  private static let soon = Sample.owner.with { $0.now = $0.now.addingTimeInterval(3_600) }

  /// The shop of a customer who has just bought a car.
  private func bought() async throws -> Demo {
    var demo = await Sample.shop(Sample.owner)
    let car = try #require(demo.store?.product(.car))
    demo.send(.ended(.purchased, product: car, quantity: 1))
    #expect(demo.notice?.text == "Car is yours. It is in your garage.")
    return demo
  }

  @Test func `while nothing changes, the notice about a purchase stays`() async throws {
    var demo = try await bought()
    demo.send(.reloaded(Store(Self.soon), fuel: [:]))
    #expect(demo.notice != nil)
  }

  @Test func `a day later by the store's clock it has gone`() async throws {
    var demo = try await bought()
    demo.send(.reloaded(Store(Self.later), fuel: [:]))
    #expect(demo.notice?.text.contains("Car is yours") != true)
  }

  @Test func `it goes when the purchase is taken back`() async throws {
    var demo = try await bought()
    demo.send(.reloaded(Store(Sample.facts()), fuel: [:]))
    #expect(demo.notice?.text.contains("Car is yours") != true)
  }

  @Test func `the purchase may arrive after its notice`() async throws {
    var demo = await Sample.shop(Sample.facts())
    let car = try #require(demo.store?.product(.car))
    demo.send(.ended(.purchased, product: car, quantity: 1))
    demo.send(.reloaded(Store(Self.soon), fuel: [:]))
    #expect(demo.notice?.text.contains("Car is yours") == true)
  }

  @Test func `a reason why a key does nothing goes with the next key`() async {
    var demo = await Sample.shop(Sample.owner)
    demo.type("b")
    #expect(demo.notice != nil)
    demo.type("j")
    #expect(demo.notice == nil)
  }
}
