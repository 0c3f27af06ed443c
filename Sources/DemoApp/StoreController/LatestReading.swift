/// Numbers readings as they begin, so that a slow one never replaces a newer one on the screen.
struct LatestReading {
  private var begun = 0
  private var shown = 0

  mutating func begin() -> Int {
    begun += 1
    return begun
  }

  /// Returns whether to show this reading: false if a newer one was shown.
  mutating func show(_ number: Int) -> Bool {
    guard number > shown else { return false }
    shown = number
    return true
  }
}
