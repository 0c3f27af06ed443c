import TestSupport
import Testing

/// Rules that every sheet keeps, in every state and at every size.
@Suite struct SheetGalleryRuleTests {
  @Test func `everything keeps to one left and one right edge`() {
    #expect(SheetGallery.screens.findings(\.brokenEdges) == [])
  }

  @Test func `at most one element is selected, and it looks like every other`() {
    #expect(SheetGallery.screens.findings(\.brokenSelections) == [])
  }

  @Test func `only signs have colours`() {
    #expect(SheetGallery.screens.findings(\.colouredWords) == [])
  }

  @Test func `a terminal with ASCII alone loses nothing`() {
    let screens = SheetGallery.screens.filter { !["wide", "app-store-long"].contains($0.state) }
    #expect(screens.lostInASCII == [])
  }

  @Test func `without colours every state differs by a sign or a word`() {
    #expect(SheetGallery.screens.toldApartByColourAlone == [])
  }

  @Test func `no sentence has more than twelve words`() {
    #expect(SheetGallery.screens.findings(\.longSentences) == [])
  }
}
