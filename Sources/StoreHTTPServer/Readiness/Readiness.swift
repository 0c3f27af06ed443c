package import StoreAPI

/// Whether the store can be used, as the last check of it found.
package struct Readiness: Sendable {
  /// The time limit of a check; a store that takes longer cannot be used.
  private static let timeLimit = Duration.seconds(5)

  /// The result of the last check; `nil` if the store can be used.
  ///
  /// A server begins with a store that was read when it was opened.
  private var found: StoreError?
  /// The beginning of the check in progress.
  private var began: Duration?

  package init() {}

  /// A check begins.
  package mutating func begin(at now: Duration) { began = now }

  /// A check has ended.
  ///
  /// - Returns: Whether it found another kind of error than the previous check; the date in the
  ///   error of a jumped clock differs at each check.
  package mutating func end(_ error: StoreError?) -> Bool {
    defer { (began, found) = (nil, error) }
    return error?.code != found?.code
  }

  /// The reason why the store cannot be used; `nil` if it can.
  package func error(at now: Duration) -> StoreError? {
    guard let began, now - began >= Self.timeLimit else { return found }
    let seconds = (now - began).components.seconds
    return .unavailable(
      reason:
        "the store has not answered the server for \(seconds) seconds: if it stays silent, restart the "
        + "server"
    )
  }
}
