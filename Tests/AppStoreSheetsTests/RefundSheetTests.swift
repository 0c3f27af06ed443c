import Foundation
import OpenStoreKit
import TerminalUI
import Testing

@testable import AppStorePrompts
@testable import AppStoreSheets

/// The sheets in which a customer asks for a refund.
@Suite struct RefundSheetTests {
  private let refund = Sample.refund

  @Test func `a number asks with its reason, and Enter asks for nothing`() {
    var layer = SheetLayer(page: SheetPage(refund))
    #expect(layer.type(.character("p"), .character("2")) == [.answer(1)])

    var other = SheetLayer(page: SheetPage(refund))
    #expect(other.type(.enter, .enter) == [.answer(nil)])
  }

  @Test func `a reason in words keeps its case, spaces and accents, and no line breaks`() {
    var layer = SheetLayer(page: SheetPage(explaining: refund))
    #expect(layer.update(.input(.paste("Zu spät,\n\u{1B}[31m 3 Tage"))) == [])

    #expect(layer.type(.character("!"), .enter) == [.entered("Zu spät,[31m 3 Tage!")])
  }

  @Test func `a reason in words is as long as a request may be`() {
    var layer = SheetLayer(page: SheetPage(explaining: refund))
    _ = layer.update(.input(.paste(String(repeating: "a", count: 700))))

    #expect(layer.text.count == 500)
  }

  @Test func `without words nothing is asked for`() {
    var layer = SheetLayer(page: SheetPage(explaining: refund))
    #expect(layer.type(.character("x"), .backspace, .enter) == [.answer(nil)])
  }
}
