import TestSupport
import Testing

@testable import AppStorePrompts
@testable import AppStoreSheets
@testable import TerminalUI

/// The keys of every sheet in every phase.
@Suite struct SheetKeyTests {
  @Test func `the help names every key with what it does, and nothing else`() {
    for (title, sheet) in SheetGallery.sheets {
      var frame = Frame(size: Size(columns: 200, rows: 200))
      HelpLayer(bindings: sheet.bindings, sentences: []).draw(on: &frame)
      let differences = sheet.bindings.differences(
        fromHelp: frame.lines.filter { $0.contains("│") },
        headings: Set(KeyGroup.allCases.map(\.title)))
      #expect(differences == [], "\(title)")
    }
  }

  @Test func `no sheet needs a key that a terminal may lack`() {
    for (title, sheet) in SheetGallery.sheets {
      #expect(sheet.bindings.unsafeKeys == [], "\(title)")
    }
  }

  @Test func `no key has two meanings on one sheet`() {
    for (title, sheet) in SheetGallery.sheets {
      let keys = sheet.bindings.filter(\.isEnabled).flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(title)")
    }
  }

  @Test func `every key that is named does something`() {
    for (title, sheet) in SheetGallery.sheets {
      for key in sheet.bindings.filter(\.isEnabled).flatMap(\.keys) {
        var pressed = sheet
        let effects = pressed.update(.input(.key(key)))
        #expect(pressed != sheet || !effects.isEmpty, "\(key), \(title)")
      }
    }
  }

  @Test func `each button has a key that the footer or a row names`() {
    for (title, sheet) in SheetGallery.sheets where sheet.phase == .asking && sheet.text.isEmpty {
      let keys = sheet.bindings.flatMap(\.keys)
      #expect(sheet.page.buttons.allSatisfy { keys.contains(.character($0.key)) }, "\(title)")
    }
  }

  @Test func `a sheet that is closed is not read out`() {
    var sheet = SheetLayer(page: Sample.car)
    #expect(sheet.isSettled)
    _ = sheet.update(.input(.key(.enter)))
    #expect(!sheet.isSettled)
  }
}
