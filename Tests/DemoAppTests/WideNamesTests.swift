import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// Names in wide characters and long words stay in their rows.
@Suite(.hangLimit) struct WideNamesTests {
  @Test(arguments: Language.allCases)
  func `every screen in another language`(language: Language) async throws {
    for (name, demo) in await Sample.screens(language.translated(Sample.owner)) {
      try expectPictures(of: demo, named: "\(language)-\(name)")
    }
  }

  @Test(arguments: Language.allCases)
  func `no row runs into the screen's edge, and no card loses its border`(
    language: Language
  ) async {
    for (name, demo) in await Sample.screens(language.translated(Sample.hybrid)) {
      for columns in [20, 33, 40, 57, 60, 79, 80, 81, 100, 120, 200] {
        let frame = demo.frame(columns: columns, rows: 24)
        let lines = frame.lines
        #expect(frame.rowsCutOff == [], "\(name) \(columns)")
        let cards = lines.filter { "│┃".contains($0.drop { $0 == " " }.prefix(1)) }
        // From there on, a rule between two panes is in every row.
        guard columns < TwoPanes.minimumColumns, name == "shop" || name == "fuel-store" else {
          continue
        }
        #expect(cards.allSatisfy { "│┃↑↓".contains($0.suffix(1)) }, "\(name) \(columns)")
      }
    }
  }
}
