package import Foundation

/// The state of a store's clock, which every answer of the store includes.
package struct StoreTime: Codable, Hashable, Sendable {
  /// The time of the store's clock.
  package var now: Date
  /// Whether the clock moves only when the operator moves it.
  package var isFrozen: Bool
  package var pace: Pace
  /// A number from 1 to 2⁵³ − 1, which is drawn at random for a new store, by each reset, and for a
  /// store that is restored from a backup.
  ///
  /// Epochs are equal or not, and have no order. Data that a device kept from another epoch is not
  /// valid any more.
  package var epoch: Int

  package init(now: Date, isFrozen: Bool, pace: Pace, epoch: Int) {
    self.now = now
    self.isFrozen = isFrozen
    self.pace = pace
    self.epoch = epoch
  }
}

/// A value and the store's time at which it was read.
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
