import Crypto
import Foundation
import Synchronization

/// Counts the open streams of updates of each device, and limits them.
final class StreamLimiter: Sendable {
  private let bound: Int
  private let taken = Mutex<[SHA256Digest: Int]>([:])

  init(perDevice bound: Int) {
    self.bound = bound
  }

  /// A permit for one stream of the device with this token.
  ///
  /// It ends with its last reference.
  ///
  /// - Throws: ``RequestError`` with ``RequestError/Code/tooManyStreams``.
  func take(for token: String) throws(RequestError) -> Permit {
    let device = SHA256.hash(data: Data(token.utf8))
    let isFree = taken.withLock { taken in
      guard taken[device, default: 0] < bound else { return false }
      taken[device, default: 0] += 1
      return true
    }
    guard isFree else {
      throw RequestError(
        .tooManyStreams, "this device has \(bound) streams of updates open: close one of them")
    }
    return Permit(limiter: self, device: device)
  }

  private func leave(_ device: SHA256Digest) {
    taken.withLock { taken in
      let left = taken[device, default: 1] - 1
      taken[device] = left == 0 ? nil : left
    }
  }

  final class Permit: Sendable {
    private let limiter: StreamLimiter
    private let device: SHA256Digest

    fileprivate init(limiter: StreamLimiter, device: SHA256Digest) {
      self.limiter = limiter
      self.device = device
    }

    deinit { limiter.leave(device) }
  }
}
