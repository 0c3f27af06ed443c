/// How lines are written.
package enum LineStyle: Hashable, Sendable {
  /// In columns, with signs and a list of the commands.
  case plain
  /// For a screen reader: in sentences, without signs and drawings, and the selected row last.
  case spoken
}
