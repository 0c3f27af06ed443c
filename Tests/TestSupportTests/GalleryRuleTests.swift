import TerminalUI
import TestSupport
import Testing

/// Each rule of the galleries finds what breaks it.
@Suite struct GalleryRuleTests {
  private func drawn(_ draw: (inout Frame) -> Void) -> GalleryFrame {
    var frame = Frame(size: Size(columns: 80, rows: 24))
    draw(&frame)
    return GalleryFrame(frame)
  }

  private func screen(_ name: String, _ text: String, style: Style = .plain) -> GalleryScreen {
    GalleryScreen(state: "shop", name: name) { size in
      var frame = Frame(size: size)
      frame.write(text, at: Point(column: 4, row: 1), style: style)
      return frame
    }
  }

  @Test func `a text outside the screen's column is found`() {
    let frame = drawn { $0.write("x", at: Point(column: 0, row: 3)) }
    #expect(frame.brokenEdges == ["row 3 leaves the column: x"])
  }

  @Test func `a rule that ends too early is found`() {
    let rule = String(repeating: Glyphs.rule, count: 60)
    let frame = drawn { $0.write(rule, at: Point(column: 1, row: 2)) }
    #expect(frame.brokenEdges == ["the rule of row 2 has other edges"])
  }

  @Test func `a selection without a bar is found, and so is a second selection`() {
    let unmarked = drawn {
      $0.write("Car", at: Point(column: 4, row: 5), style: Style.plain.reversed())
    }
    let two = drawn {
      $0.markSelected(Rect(column: 4, row: 2, columns: 8, rows: 1))
      $0.markSelected(Rect(column: 4, row: 6, columns: 8, rows: 1))
    }
    #expect(unmarked.brokenSelections == ["row 5 is reversed without a bar"])
    #expect(two.brokenSelections == ["2 bars"])
  }

  @Test func `a word with the colour of a sign is found, a sign is not`() {
    let word = drawn { $0.write("owned", at: Point(column: 4, row: 1), style: .good) }
    let sign = drawn { $0.write(Glyphs.check, at: Point(column: 4, row: 1), style: .good) }
    #expect(word.colouredWords == ["'owned' has a colour"])
    #expect(sign.colouredWords == [])
  }

  @Test func `a sentence of thirteen words is found, on one row or two`() {
    let long = drawn {
      $0.write("One two three four five six seven", at: Point(column: 4, row: 2))
      $0.write("eight nine ten eleven twelve thirteen.", at: Point(column: 4, row: 3))
    }
    let short = drawn { $0.write("One two three.", at: Point(column: 4, row: 2)) }
    #expect(long.longSentences.count == 1)
    #expect(short.longSentences == [])
  }

  @Test func `a date in two sentences is found`() {
    let frame = drawn {
      $0.write("It renews on 14 Dec 2026.", at: Point(column: 4, row: 2))
      $0.write("It costs more from 14 Dec 2026.", at: Point(column: 4, row: 4))
    }
    #expect(frame.repeatedDates == ["14 Dec 2026 is said twice"])
  }

  @Test func `a word at the right edge is found`() {
    let frame = drawn { $0.write("Restor", endingAt: 79, row: 2) }
    #expect(frame.wordsAtRightEdges == ["Restor"])
  }

  @Test func `a text without a form in ASCII is found once for all sizes`() {
    #expect([screen("page", "汽車")].lostInASCII == ["shop, page, 40x12: '    汽車' becomes '    ? ?'"])
    #expect([screen("page", "✓ Race Car")].lostInASCII == [])
  }

  @Test func `two screens that differ by a colour alone are found`() {
    let plain = screen("page", "✓")
    #expect([plain, screen("other", "✓", style: .good)].toldApartByColourAlone.count == 4)
    #expect([plain, screen("other", "×")].toldApartByColourAlone == [])
  }
}
