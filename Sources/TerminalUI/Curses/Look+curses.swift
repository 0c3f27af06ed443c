import CNcurses

extension Look {
  /// The colour as the C target takes it: -1 for the terminal's own.
  var cursesColor: Int32 { color.map { Int32($0) } ?? -1 }

  /// The attributes as bits of `cn_attribute`.
  var cursesAttributes: Int32 {
    let attributes = [
      (isBold, CN_BOLD), (isReversed, CN_REVERSE), (isUnderlined, CN_UNDERLINE), (isDim, CN_DIM),
    ]
    return Int32(attributes.filter(\.0).reduce(0) { $0 | $1.1.rawValue })
  }
}
