import TerminalUI
import Testing

@testable import AppStorePrompts
@testable import AppStoreSheets

/// The sheet in which a customer types an offer code.
@Suite struct OfferCodeSheetTests {
  private func sheet(_ failure: String? = nil) -> SheetLayer {
    SheetLayer(page: SheetPage(redeemingFor: "alex", failure: failure))
  }

  @Test func `letters and digits are typed, and Enter sends them in capitals`() {
    var layer = sheet()

    #expect(layer.type("q1-x") == [])
    #expect(layer.type(.backspace, .character("j"), .enter) == [.entered("Q1J")])
    #expect(layer.phase == .working)
    #expect(layer.type(.enter) == [])
  }

  @Test func `a code can be pasted, and nothing is sent before Enter`() {
    var layer = sheet()

    let effects = layer.update(.input(.paste("spring 2026\n")))

    #expect(effects == [])
    #expect(layer.text == "SPRING2026")
    #expect(layer.type(.escape) == [.answer(nil)])
  }

  @Test func `Enter without a code closes the sheet`() {
    var layer = sheet()

    #expect(layer.type(.enter) == [.answer(nil)])
  }
}
