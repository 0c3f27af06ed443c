import Foundation
import Testing

@testable import DemoApp

@Suite struct PresentationTests {
  @Test func `the shop asks for the products of the file, in its order`() {
    #expect(
      Sample.presentation.productIDs == [
        "consumable.fuel.octane87", "consumable.fuel.octane89", "consumable.fuel.octane91",
        "nonconsumable.car", "nonconsumable.utilityvehicle", "nonconsumable.racecar",
        "nonRenewing.standard", "subscription.standard", "subscription.premium",
        "subscription.pro",
      ])
  }

  @Test func `every product has an emoji and a picture`() {
    let shop = Sample.presentation

    for id in shop.productIDs {
      #expect(shop[id].emoji != nil, "\(id)")
      #expect(!shop[id].picture.isEmpty, "\(id)")
      #expect(Set(shop[id].picture.map(\.count)).count == 1, "\(id)")
    }
    #expect(shop["nonconsumable.car"].emoji == "🚗")
  }

  @Test func `the better the plan, the more there is in its picture`() {
    let shop = Sample.presentation
    let plans = ["standard", "premium", "pro"].map { shop["subscription.\($0)"].picture }

    #expect(Set(plans).count == 3)
    #expect(Set(plans.map(\.count)) == [7])
  }

  @Test func `the sections have the shop's titles`() {
    #expect(
      Sample.presentation.sections
        == Sections(
          nonConsumable: "Cars", autoRenewable: "Navigation plans",
          nonRenewable: "Navigation for one year", consumable: "Fuel"))
  }

  @Test func `the shop has SK Demo's words, and any other shop has its own or plain ones`() {
    let texts = Sample.presentation.texts
    for key in Texts.Key.allCases { #expect(texts[optional: key] != nil, "\(key)") }
    let other = read(
      #"{ "presentation" : { "texts" : { "home" : "My Books", "services" : 5, "name" : "\u001b" } } }"#
    ).texts

    #expect(other[.home] == "My Books")
    #expect(other[.services] == "My Subscriptions")
    #expect(other[optional: .name] == nil)
    #expect(other[optional: .drive] == nil)
  }

  @Test func `a product keeps its name even when the store no longer sells it`() {
    #expect(Sample.presentation.names[.pro] == "Pro")
    #expect(Store(StoreFacts(knownNames: [.pro: "Pro"], now: Sample.now)).name(of: .pro) == "Pro")
  }

  @Test func `the pass lasts a year`() {
    #expect(Sample.presentation["nonRenewing.standard"].duration == DateComponents(year: 1))
  }

  @Test func `a plan's features are in the file's order, without what could change the screen`() {
    #expect(Sample.presentation.features(of: .premium) == ["navigation", "dash cam"])
    let presentation = read(
      #"{ "presentation" : { "products" : { "a" : { "features" : ["one", "", 5, "\u001b", "two"] } } } }"#
    )
    #expect(presentation.features(of: "a") == ["one", "two"])
    #expect(presentation.features(of: "b").isEmpty)
  }

  @Test func `a file without presentation shows its products plainly`() {
    let presentation = read(
      #"{ "products" : [ { "productID" : "a" } ], "nonRenewingSubscriptions" : [ { "productID" : "b" } ] }"#
    )

    #expect(presentation == Presentation(productIDs: ["a", "b"]))
    #expect(presentation["a"] == ProductPresentation())
    #expect(presentation["b"].duration == DateComponents(year: 1))
  }

  @Test(arguments: ["", "[]", "{", "5", #"{ "presentation" : 5 }"#, #"{ "products" : { } }"#])
  func `a file that is not a catalogue has no presentation`(text: String) {
    #expect(read(text) == Presentation())
  }

  @Test func `what is broken of one product spoils nothing else`() {
    let presentation = read(
      """
      { "products" : [ { "productID" : "a" }, 5, { "productID" : "b" } ],
        "presentation" : {
          "sections" : { "consumable" : "Fuel", "nonRenewable" : 7, "nonConsumable" : "" },
          "products" : {
            "a" : { "emoji" : "⛽️", "picture" : [ "##", 5 ], "duration" : "soon" },
            "b" : { "emoji" : "🗺", "picture" : [ "##", "#" ], "duration" : "P6M" },
            "c" : 5 } } }
      """)

    #expect(presentation.productIDs == ["a", "b"])
    #expect(presentation.sections == Sections(consumable: "Fuel"))
    #expect(presentation["a"] == ProductPresentation(emoji: "⛽️"))
    #expect(
      presentation["b"]
        == ProductPresentation(
          emoji: "🗺", picture: ["##", "# "], duration: DateComponents(month: 6)))
    #expect(presentation["c"] == ProductPresentation())
  }

  @Test(arguments: [
    #"[ "\u001b[2J" ]"#, #"[ "a\tb" ]"#, #"[ "🚗" ]"#, #"[ "漢字" ]"#, #"[ "e\u0301" ]"#,
    #"[ "0123456789012345678901234567890" ]"#, #"[ "1","2","3","4","5","6","7","8" ]"#,
  ])
  func `a picture that could break the screen is not shown`(picture: String) {
    #expect(product(#""picture" : \#(picture)"#).picture.isEmpty)
  }

  @Test(arguments: [#""\u001b""#, #""ab""#, #""""#, #""\u202e""#])
  func `an emoji is one symbol`(emoji: String) {
    #expect(product(#""emoji" : \#(emoji)"#).emoji == nil)
  }

  @Test(arguments: [
    ("P1Y", DateComponents(year: 1)), ("P18M", DateComponents(month: 18)),
    ("P2W", DateComponents(day: 14)), ("P1Y6M", DateComponents(year: 1, month: 6)),
    ("P1W3D", DateComponents(day: 10)), ("P0D", DateComponents(year: 1)),
    ("P", DateComponents(year: 1)), ("PT1H", DateComponents(year: 1)),
    ("P-1Y", DateComponents(year: 1)),
  ])
  func `a pass lasts as long as the file says, or a year`(text: String, duration: DateComponents) {
    #expect(product(#""duration" : "\#(text)""#).duration == duration)
  }

  @Test(arguments: [
    #""soon""#, #""P0D""#, #""P""#, #""PT1H""#, #""P-1Y""#, #""p1y""#, #""P1Y ""#, #""P99999Y""#,
    "5",
    #""P1Y and more""#,
  ])
  func `a duration that cannot be read is refused with the file that a person names`(text: String) {
    let file = #"{ "presentation" : { "products" : { "a" : { "duration" : \#(text) } } } }"#

    let error = #expect(throws: PassDurationError.self) {
      try Presentation.checkDurations(in: Data(file.utf8))
    }
    #expect(error?.description.contains("presentation.products.a.duration") == true)
    #expect(error?.description.contains("P1Y, P6M, P2W or P1M2D") == true)
  }

  @Test(arguments: [
    "", "[]", "null", #"{ "presentation" : 5 }"#,
    #"{ "presentation" : { "products" : { "a" : 5, "b" : { }, "c" : { "duration" : "P1M2D" } } } }"#,
  ])
  func `a file whose durations can be read, or that has none, is not refused`(text: String) throws {
    try Presentation.checkDurations(in: Data(text.utf8))
  }

  /// A product with these values in the file.
  private func product(_ look: String) -> ProductPresentation {
    read(#"{ "presentation" : { "products" : { "a" : { \#(look) } } } }"#)["a"]
  }

  private func read(_ text: String) -> Presentation {
    Presentation.read(Data(text.utf8))
  }
}
