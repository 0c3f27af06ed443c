import Foundation
import StoreAPI

extension LocalClient {
  /// Takes over the folder that an earlier version had for this store, if the store answers under the
  /// root certificate that the folder trusts.
  ///
  /// - Throws: ``LocalClientError/untrustedRoot`` if somebody is signed in there and the store presents
  ///   another root, ``LocalClientError/unreachable(_:)`` if the store does not answer.
  func claim() async throws {
    guard let unclaimed, file.read() == nil, let root = unclaimed.root else { return }
    if try await answeredRoot() == root {
      try await unclaimed.move(to: folder)
    } else if unclaimed.account != nil {
      throw LocalClientError.untrustedRoot
    }
  }

  private func answeredRoot() async throws -> Data {
    do {
      return try await accounts.root().value
    } catch StoreError.unavailable(let reason) {
      throw LocalClientError.unreachable(reason)
    }
  }
}
