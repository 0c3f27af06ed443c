/// Numbers readings as they begin, so that a slow one never replaces a newer one.
struct LatestReading {
  private var begun = 0
  private var accepted = 0

  mutating func begin() -> Int {
    begun += 1
    return begun
  }

  /// Whether this reading is to be shown: an older reading that ends later is discarded.
  mutating func accept(_ number: Int) -> Bool {
    guard number > accepted else { return false }
    accepted = number
    return true
  }
}
