import Crypto
import Foundation
import Synchronization

/// How many streams of updates each device has open, and the bound of that.
final class StreamSeats: Sendable {
  private let bound: Int
  private let taken = Mutex<[SHA256Digest: Int]>([:])

  init(perDevice bound: Int) {
    self.bound = bound
  }

  /// A seat for one stream of the device with this token, which is free again when nobody holds it.
  ///
  /// - Throws: ``Refusal`` with ``Refusal/Code/tooManyStreams``.
  func take(for token: String) throws(Refusal) -> Seat {
    let device = SHA256.hash(data: Data(token.utf8))
    let isFree = taken.withLock { taken in
      guard taken[device, default: 0] < bound else { return false }
      taken[device, default: 0] += 1
      return true
    }
    guard isFree else {
      throw Refusal(
        .tooManyStreams, "this device has \(bound) streams of updates open: close one of them")
    }
    return Seat(seats: self, device: device)
  }

  private func leave(_ device: SHA256Digest) {
    taken.withLock { taken in
      let left = taken[device, default: 1] - 1
      taken[device] = left == 0 ? nil : left
    }
  }

  final class Seat: Sendable {
    private let seats: StreamSeats
    private let device: SHA256Digest

    fileprivate init(seats: StreamSeats, device: SHA256Digest) {
      self.seats = seats
      self.device = device
    }

    deinit { seats.leave(device) }
  }
}
