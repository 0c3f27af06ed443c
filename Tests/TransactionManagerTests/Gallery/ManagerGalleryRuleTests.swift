import TestSupport
import Testing

/// Rules that every screen keeps, in every state and at every size.
@Suite struct ManagerGalleryRuleTests {
  @Test func `everything keeps to one left and one right edge`() {
    #expect(ManagerGallery.screens.findings(\.brokenEdges) == [])
  }

  @Test func `at most one element is selected, and it looks like every other`() {
    #expect(ManagerGallery.screens.findings(\.brokenSelections) == [])
  }

  @Test func `only signs have colours`() {
    #expect(ManagerGallery.screens.findings(\.colouredWords) == [])
  }

  @Test func `a terminal with ASCII alone loses nothing`() {
    #expect(ManagerGallery.screens.lostInASCII == [])
  }

  @Test func `without colours every state differs by a sign or a word`() {
    #expect(ManagerGallery.screens.toldApartByColourAlone == [])
  }

  @Test func `no sentence has more than twelve words`() {
    // The summary of a control is the reference's own sentence.
    let long = ManagerGallery.screens.findings(\.longSentences).filter {
      !$0.contains("it also resets the prices")
    }
    #expect(long == [])
  }
}
