import Telemetry

extension LogLevel {
  /// Whether a log of this level has lines of `other`.
  func includes(_ other: LogLevel) -> Bool { other.rank >= rank }

  /// The least important level comes first.
  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
