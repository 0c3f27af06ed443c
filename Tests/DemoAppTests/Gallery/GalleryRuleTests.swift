import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// Rules that every screen of the app keeps, in every state and at every size.
@Suite(.hangLimit) struct GalleryRuleTests {
  @Test func `everything keeps to one left and one right edge`() async {
    let broken = await Gallery.screens.value.findings(\.brokenEdges)
    #expect(broken == [])
  }

  @Test func `the first line and the keys begin and end at the edges`() async {
    for entry in await Gallery.entries.value where !entry.demo.takesText {
      for frame in entry.screen.frames where frame.size.columns >= 80 {
        let column = Rect.column(of: frame.size)
        let first = frame.columns(ofRow: 0)
        #expect(first == column.minColumn..<column.maxColumn, "\(entry.name), \(frame.lines[0])")
        let keys = frame.columns(ofRow: frame.size.rows - 1)
        #expect(keys?.upperBound == column.maxColumn, "\(entry.name)")
        guard entry.demo.launchResult != nil else { continue }
        #expect(keys?.lowerBound == column.minColumn, "\(entry.name)")
      }
    }
  }

  @Test func `at most one element is selected, and it looks like every other`() async {
    #expect(await Gallery.screens.value.findings(\.brokenSelections) == [])
  }

  @Test func `only signs have colours`() async {
    #expect(await Gallery.screens.value.findings(\.colouredWords) == [])
  }

  @Test func `a terminal with ASCII alone loses nothing`() async {
    // With ASCII alone, no emoji are drawn.
    let screens = await Gallery.screens.value.filter { $0.state != "emoji" }
    let lost = screens.lostInASCII
    #expect(lost == [])
  }

  @Test func `without colours every state differs by a sign or a word`() async {
    #expect(await Gallery.screens.value.toldApartByColourAlone == [])
  }

  @Test func `no sentence has more than twelve words, unless it is SK Demo's`() async {
    let long = await Gallery.screens.value.findings(\.longSentences)
    let own = long.filter { finding in !Self.sentencesOfSKDemo.contains { finding.contains($0) } }
    #expect(own == [])
  }

  /// Parts of SK Demo's own sentences that are longer, and of the way back for a removed device.
  private static let sentencesOfSKDemo = [
    "will begin when your current subscription", "was not renewed because the product is no longer",
    "was not renewed due to a price increase", "Please verify your billing information",
    "quit, and start as a new device",
  ]

  @Test func `no two sentences of a place repeat a date`() async {
    let places = await Gallery.entries.value.filter {
      !$0.demo.isOverPlace && $0.demo.tab != .history
    }
    for entry in places {
      for frame in entry.screen.frames where frame.size.columns <= 80 {
        #expect(frame.repeatedDates == [], "\(entry.state), \(entry.name)")
      }
    }
  }

  @Test func `no word is cut off without an ellipsis`() async {
    // The box of the help covers parts of words.
    let frames = await Gallery.screens.value.filter { $0.state != "help" }.flatMap(\.frames)
    let words = frames.filter { $0.size.columns >= 120 }.flatMap(\.lines).allWords
    let narrow = frames.filter { $0.size.columns < 120 }
    let known = narrow.reduce(into: words) {
      $0.formUnion($1.allWords.subtracting($1.wordsAtRightEdges))
    }
    for frame in narrow {
      let cut = frame.wordsAtRightEdges.subtracting(known).filter { $0.contains(where: \.isLetter) }
      #expect(cut == [], "\(frame.text)")
    }
  }
}
