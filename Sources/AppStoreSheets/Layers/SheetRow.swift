import TerminalUI

/// A row of a sheet: a sign or a part of a picture, a text, and a text at the right end.
struct SheetRow: Equatable {
  /// The part of the row that looks selected, because Enter does what it says.
  enum Selection: Equatable {
    case none, text, trailing
  }

  /// The part of the row that is a picture, which is not read out.
  enum Picture: Equatable {
    case none, leading, text
  }

  var leading = ""
  var leadingStyle = Style.plain
  var text = ""
  var style = Style.plain
  var trailing = ""
  var trailingStyle = Style.plain
  var selection = Selection.none
  var picture = Picture.none
  /// Whether it continues the sentence of the row above.
  var continues = false
  /// The button that a press on the text chooses.
  var button: Int?
  /// The button that a press on the text at the right end chooses.
  var trailingButton: Int?
}
