package import Foundation

/// What every answer of a store says about its time.
package struct StoreTime: Codable, Hashable, Sendable {
  /// The store's clock when it answered.
  package var now: Date
  /// A frozen clock moves only when the operator moves it.
  package var isFrozen: Bool
  package var pace: Pace
  /// Counts resets of the store from 1; what a device kept of an earlier epoch is void.
  package var epoch: Int

  package init(now: Date, isFrozen: Bool, pace: Pace, epoch: Int) {
    self.now = now
    self.isFrozen = isFrozen
    self.pace = pace
    self.epoch = epoch
  }
}

/// A value together with the store's time when it was true.
package struct Answer<Value: Sendable>: Sendable {
  package var value: Value
  package var time: StoreTime

  package init(_ value: Value, at time: StoreTime) {
    self.value = value
    self.time = time
  }
}

extension Answer: Equatable where Value: Equatable {}
extension Answer: Encodable where Value: Encodable {}
extension Answer: Decodable where Value: Decodable {}
