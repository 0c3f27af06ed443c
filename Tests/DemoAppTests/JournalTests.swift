import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// A shop of another kind, made of a `.storekit` file alone: a journal with a monthly and a yearly
/// plan.
@Suite(.hangLimit) struct JournalTests {
  private static let monthly = "daybook.monthly"

  private static func file() throws -> Data {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Catalogues/journal.storekit")
    return try Data(contentsOf: file)
  }

  private func store() async throws -> StoreFixture {
    try await StoreFixture.make(
      catalogue: Catalogue.read(Self.file(), file: "journal.storekit"))
  }

  private func open(_ store: StoreFixture, device: String = "laptop") async throws -> AppFixture {
    try await AppFixture.open(
      store, device: try await store.newDevice(device),
      presentation: Presentation.read(Self.file()))
  }

  /// The storefront after its launch, with the customer's history.
  private func demo(_ controller: StoreController) async throws -> Demo {
    var demo = Demo()
    demo.send(.opened(Presentation.read(try Self.file()), lastSeen: nil, fuel: [:]))
    demo.send(.launched(await controller.launch()))
    demo.send(.history(await controller.history()))
    return demo
  }

  /// The same as soon as its first screen has the words.
  private func demo(_ controller: StoreController, saying words: String) async throws -> Demo {
    try await wait { try await demo(controller).picture().contains(words) }
    return try await demo(controller)
  }

  /// Expects each place and the first product's page to be as recorded, without a word of SK Demo's.
  private func expectScreens(_ name: String, _ demo: Demo) throws {
    var demo = demo
    for (key, place) in [("m", "home"), ("s", "shop"), ("a", "account"), ("h", "history")] {
      demo.type(key)
      try expectScreen("journal-\(name)-\(place)", demo)
    }
    demo.type("s")
    demo.type(.enter)
    try expectScreen("journal-\(name)-detail", demo)
  }

  private func expectScreen(_ name: String, _ demo: Demo) throws {
    try expectPictures(of: demo, named: name)
    let words = (demo.picture() + demo.bindings.map(\.label).joined(separator: " ")).lowercased()
    for word in ["car", "fuel", "garage", "navigation", "vehicle", "driv", "tank", "sk demo"] {
      #expect(!words.contains(word), "\(name): \(word)")
    }
  }

  @Test func `a new reader, then a trial, and a new device that has it`() async throws {
    let store = try await store()
    try await open(store).connected { controller in
      try expectScreens("new", await demo(controller))
      #expect(try await controller.buy(Self.monthly) == .purchased)
      try expectScreens("trial", await demo(controller))
    }

    try await open(store, device: "phone").connected { controller in
      let picture = try await demo(controller).picture()
      #expect(picture.contains("● Daybook Monthly · free trial"))
      #expect(picture.contains("Free until 21 Feb 2026, then $3.99 / month."))
    }
  }

  @Test func `a reader whose plan lapsed comes back with the offer of the file`() async throws {
    let store = try await store()
    try await open(store).connected { controller in
      #expect(try await controller.buy(Self.monthly) == .purchased)
      try await store.advance("P1M")
      _ = try await store.engine.perform(
        .disableAutoRenew(subscription: .product(Self.monthly, account: "alice")))
      try expectScreens("ending", await demo(controller, saying: "expire on 21 Mar"))
      try await store.advance("P2M")
      try expectScreens("lapsed", await demo(controller, saying: "Welcome Back!"))

      let buy = try #require(await controller.launch().availability(of: Self.monthly).buy)
      #expect(buy.offer?.id == "daybook.half")
      #expect(await controller.purchase(buy) == .purchased)
      try expectScreens("won-back", await demo(controller))
    }
  }

  @Test func `a launch speaks of purchases`() throws {
    var demo = Demo()
    demo.send(.opened(Presentation.read(try Self.file()), lastSeen: nil, fuel: [:]))
    demo.send(.launchIsSlow)
    try expectScreen("journal-launch", demo)
  }
}
