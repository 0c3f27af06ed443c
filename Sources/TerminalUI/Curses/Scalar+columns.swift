import CNcurses

extension Unicode.Scalar {
  /// How many columns the C library gives it: 0 for a mark, -1 for what it does not know.
  var columns: Int { Int(cn_width(value)) }
}
