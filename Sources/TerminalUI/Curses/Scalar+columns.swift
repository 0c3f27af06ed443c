import CNcurses

extension Unicode.Scalar {
  /// The number of columns that the C library assigns to it: 0 for a mark, -1 if it does not know
  /// the scalar.
  var columns: Int { Int(cn_width(value)) }
}
