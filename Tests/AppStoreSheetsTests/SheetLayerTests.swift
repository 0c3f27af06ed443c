import OpenStoreKit
import TerminalUI
import Testing

@testable import AppStorePrompts
@testable import AppStoreSheets

@Suite struct SheetLayerTests {
  private var layer = SheetLayer(page: Sample.car)

  @Test mutating func `only p pays`() {
    #expect(layer.type("bcyBP 1") == [])
    #expect(layer.type(.tab, .right, .down) == [])
    #expect(layer.phase == .asking)
    #expect(layer.type("p") == [.answer(0)])
  }

  @Test mutating func `p pays once, however often it is pressed`() {
    #expect(layer.type("pppppp") == [.answer(0)])
    #expect(layer.phase == .working)
  }

  @Test mutating func `twenty Enters and twenty b never pay`() {
    var effects: [SheetLayer.Effect] = []
    for _ in 0..<20 {
      effects += layer.type("b")
      effects += layer.type(.enter)
    }
    #expect(effects == [.answer(nil)])
  }

  @Test(arguments: [Key.enter, .escape])
  mutating func `the safe keys decline and charge nothing`(key: Key) {
    #expect(layer.type(key) == [.answer(nil)])
    #expect(layer.type("p") == [])
  }

  @Test mutating func `pasted text is never an answer`() {
    #expect(layer.update(.input(.paste("p\np\n"))) == [])
    #expect(layer.phase == .asking)
  }

  @Test mutating func `while it is paid no key pays again or takes it back`() {
    layer.type("p")

    #expect(layer.type(.enter) == [])
    #expect(layer.type("pbq") == [])
    #expect(layer.phase == .working)
  }

  @Test mutating func `a customer can leave before the order has ended`() {
    layer.type("p")

    #expect(layer.type(.escape, .escape) == [.close(passing: nil)])
  }

  @Test mutating func `a failure stays until it is closed, and is not paid again`() {
    layer.type("p")
    _ = layer.update(.message(.failed("the card was declined.")))

    #expect(layer.type("pp") == [])
    #expect(layer.type(.enter, .enter) == [.close(passing: nil)])
  }

  @Test mutating func `a program stopped during a payment prints that the purchase continues`() {
    #expect(layer.stopNotice == nil, "it still asks")
    layer.type("p")
    #expect(layer.stopNotice == "1 purchase still finishing in the background")
    _ = layer.update(.message(.failed("the card was declined.")))
    #expect(layer.stopNotice == nil)
  }

  @Test func `a stopped program prints only orders that continue`() {
    var payment = SheetLayer(page: Sample.page(.payment([Sample.grace])))
    payment.type("p")
    #expect(payment.stopNotice == "1 payment still finishing in the background")
    var renewal = SheetLayer(page: Sample.page(.renewal(Sample.plan(), turnsOn: false)))
    renewal.type("t")
    #expect(renewal.phase == .working && renewal.stopNotice == nil)
  }

  @Test func `the footer says what each key charges`() {
    #expect(layer.bindings.map(\.label) == ["pay $2.99", "not now, nothing is charged"])
  }
}
