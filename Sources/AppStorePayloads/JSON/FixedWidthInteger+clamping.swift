extension FixedWidthInteger {
  /// The whole part of a value, or the nearest number of this type; 0 if the value is not a number.
  package init(clamping value: Double) {
    let whole = value.rounded(.towardZero)
    self = Self(exactly: whole) ?? (whole > 0 ? .max : whole < 0 ? .min : 0)
  }

  /// The sum, or the nearest number of this type.
  package func clampedSum(_ other: Self) -> Self {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }

  /// The product, or the nearest number of this type.
  package func clampedProduct(_ other: Self) -> Self {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
