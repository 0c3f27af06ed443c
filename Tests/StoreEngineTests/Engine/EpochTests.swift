import StoreEngine
import Testing

@Suite struct EpochTests {
  @Test func `epochs are drawn at random, from 1 to the last number that JSON has exactly`() {
    let epochs = Set((1...1_000).map { _ in Randomness.system.epoch(after: nil, seed: nil) })
    #expect(epochs.count == 1_000)
    #expect(epochs.allSatisfy { (1..<1 << 53).contains($0) })
    #expect(epochs.contains { $0 > 1 << 50 })
  }

  @Test func `a seed repeats the epochs of a store, and each is another`() {
    func epochs(_ seed: UInt64) -> [Int] {
      (1...50).reduce(into: [Randomness.system.epoch(after: nil, seed: seed)]) { epochs, _ in
        epochs.append(Randomness.system.epoch(after: epochs.last, seed: seed))
      }
    }
    #expect(epochs(7) == epochs(7))
    #expect(Set(epochs(7) + epochs(8)).count == 102)
    #expect(epochs(7) != epochs(7).sorted(), "they have no order")
  }
}
