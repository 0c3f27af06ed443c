extension String {
  /// The text with its middle replaced by "…" if it is wider than `columns`.
  ///
  /// Names such as product IDs differ at both ends.
  package func clippedInMiddle(to columns: Int) -> String {
    guard Width.columns(self) > columns, columns > 2 else { return clipped(to: columns) }
    let end = String(String(reversed()).prefix(ofColumns: (columns - 1) / 2).reversed())
    return prefix(ofColumns: columns - 1 - Width.columns(end)) + "…" + end
  }
}
