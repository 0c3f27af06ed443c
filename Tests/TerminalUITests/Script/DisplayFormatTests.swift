import Testing

@testable import TerminalUI

/// The files in which a script's screens are saved.
@Suite struct DisplayFormatTests {
  private let recording = {
    var frame = Frame(size: Size(columns: 12, rows: 2))
    frame.write("Car", at: Point(column: 1, row: 0), style: .title)
    frame.write("✓", at: Point(column: 5, row: 0), style: .good)
    var recording = Recording()
    recording.add(frame)
    frame.write("<b>", at: Point(column: 1, row: 1), style: Style.plain.reversed())
    recording.add(frame)
    return recording
  }()

  @Test(
    arguments: [
      ("shop.svg", DisplayFormat.svg), ("a.b.CAST", .cast), ("shop.json", .json),
      ("shop.txt", .text), ("svg", .text), ("shop", .text),
    ])
  func `the end of the name decides`(name: String, format: DisplayFormat) {
    #expect(DisplayFormat(file: name) == format)
  }

  @Test func `text is the last screen`() {
    #expect(DisplayFormat.text.render(recording, usesColor: true) == " Car ✓\n <b>\n")
  }

  @Test func `cells have their roles, and colours for both backgrounds`() {
    #expect(
      DisplayFormat.json.render(recording, usesColor: true) == """
        {"columns": 12, "rows": 2, "runs": [
        {"row": 0, "column": 1, "columns": 3, "text": "Car", "role": "title", "bold": true},
        {"row": 0, "column": 5, "columns": 1, "text": "✓", "role": "good", \
        "dark": "#5fd787", "light": "#008700"},
        {"row": 1, "column": 1, "columns": 3, "text": "<b>", "role": "plain", "reversed": true}
        ]}

        """)
  }

  @Test func `without colour no cell has one`() {
    for format in DisplayFormat.allCases {
      let text = format.render(recording, usesColor: false)
      #expect(!text.contains("5fd787") && !text.contains("38;5;"))
    }
  }

  @Test func `a picture has each run at its cells, and its text is escaped`() {
    let svg = DisplayFormat.svg.render(recording, usesColor: true)
    #expect(svg.contains(#"textLength="25.2" lengthAdjust="spacingAndGlyphs" class="over">&lt;b"#))
    #expect(svg.contains(#"class="good">✓</text>"#))
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
  }

  @Test func `an asciicast has each step a second later, and only what has changed`() {
    let lines = DisplayFormat.cast.render(recording, usesColor: true)
      .split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines[0].contains(#""version": 2, "width": 12, "height": 2"#))
    #expect(lines[1].hasPrefix(#"[0.0, "o", "\u001b[?25l\u001b[H\u001b[2J"#))
    #expect(lines[2] == #"[1.0, "o", "\u001b[2;2H\u001b[0;7m<b>\u001b[0m"]"#)
  }

  @Test func `a resized screen is drawn again in an asciicast`() {
    var resized = recording
    resized.add(Frame(size: Size(columns: 10, rows: 2)))
    let text = DisplayFormat.cast.render(resized, usesColor: true)
    #expect(text.contains(#"[2.0, "r", "10x2"]"#))
  }
}
