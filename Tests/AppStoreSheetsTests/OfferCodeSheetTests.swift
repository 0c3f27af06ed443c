import TerminalUI
import Testing

@testable import AppStorePrompts
@testable import AppStoreSheets

/// The sheet in which a customer types an offer code.
@Suite struct OfferCodeSheetTests {
  private func sheet(_ failure: String? = nil) -> SheetLayer {
    SheetLayer(page: SheetPage(redeemingFor: "alex", failure: failure))
  }

  private func press(_ keys: Key..., in layer: inout SheetLayer) -> [SheetLayer.Effect] {
    keys.flatMap { layer.update(.input(.key($0))) }
  }

  @Test func `letters and digits are typed, and Enter sends them in capitals`() {
    var layer = sheet()

    let effects = press(
      .character("q"), .character("1"), .character("-"), .character("x"), .backspace,
      .character("j"), .enter, in: &layer)

    #expect(effects == [.entered("Q1J")])
    #expect(layer.phase == .working)
    #expect(press(.enter, in: &layer) == [])
  }

  @Test func `a code can be pasted, and nothing is sent before Enter`() {
    var layer = sheet()

    let effects = layer.update(.input(.paste("spring 2026\n")))

    #expect(effects == [])
    #expect(layer.text == "SPRING2026")
    #expect(press(.escape, in: &layer) == [.answer(nil)])
  }

  @Test func `Enter without a code closes the sheet`() {
    var layer = sheet()

    #expect(press(.enter, in: &layer) == [.answer(nil)])
  }
}
