import AppStoreServerAPI
import Foundation
import StoreEngine

extension SendAttemptResult {
  /// Creates the result of a response.
  ///
  /// A redirect is not followed. It is circular if it leads to the same URL; any other redirect is
  /// an unsuccessful status.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - location: The header `Location`; `nil` if the response has no such header.
  ///   - url: The URL that the request was sent to.
  init(status: Int, location: String?, from url: URL) {
    let target = location.flatMap { URL(string: $0, relativeTo: url) }
    let isCircular =
      Self.redirects.contains(status) && target?.absoluteString == url.absoluteString
    self = isCircular ? .circularRedirect : SendAttemptResult(status: status)
  }

  private static let redirects = [301, 302, 303, 307, 308]
}
