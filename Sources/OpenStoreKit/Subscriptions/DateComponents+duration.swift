import StoreAPI

extension DateComponents {
  /// The years, months and days of an ISO 8601 duration such as `P1Y`, `P6M`, `P2W` or `P1M2D`, in which
  /// weeks are counted as seven days.
  ///
  /// - Returns: `nil` for any other text, for an empty duration, and for numbers of more than four
  ///   digits.
  package init?(duration text: String) {
    guard let components = CalendarDuration(text)?.components,
      (components.hour, components.minute, components.second) == (nil, nil, nil)
    else { return nil }
    let counts = [components.year, components.month, components.day].compactMap(\.self)
    guard counts.contains(where: { $0 > 0 }), counts.allSatisfy({ $0 <= 9_999 }) else { return nil }
    self = components
  }
}
