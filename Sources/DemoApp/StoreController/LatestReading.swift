/// Numbers readings as they begin, so that one that took long never covers a newer one.
struct LatestReading {
  private var begun = 0
  private var shown = 0

  mutating func begin() -> Int {
    begun += 1
    return begun
  }

  /// Whether nothing newer has been shown; then this one has been.
  mutating func show(_ number: Int) -> Bool {
    guard number > shown else { return false }
    shown = number
    return true
  }
}
