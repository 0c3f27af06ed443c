import StoreAPI

@testable import OpenStoreKit

// For what was asked just now.
extension CustomerState {
  mutating func answered(_ time: StoreTime, at reading: Duration) -> [Action] {
    answered(time, at: reading, asked: link.answerCounts)
  }

  mutating func received(
    _ update: VerifiedUpdate, at time: StoreTime, reading: Duration
  ) -> [Action] {
    received(update, at: time, reading: reading, asked: link.answerCounts)
  }
}
