import Foundation
import TestSupport

/// A developer's server whose Apple library verifies each notification.
final class LibraryReceiver: Sendable {
  /// A notification as the library has decoded it; dates are in milliseconds since 1970.
  struct Received: Decodable, Hashable, Sendable {
    var type: String
    var subtype: String?
    var uuid: String
    /// The date of the signature.
    var date: Int64?
    /// The dates of the signatures of the transaction and the renewal.
    var signedDates: [Int64]?
    var appTransaction: String?
    /// Whether every attempt has had the same bytes.
    var sameBytes: Bool
    /// The number of attempts until now.
    var attempt: Int
    /// The status of the response; 0 for none, and -1 for one that comes too late.
    var answered: Int
    /// The reason why the library refused it.
    var error: String?

    /// Such as `DID_CHANGE_RENEWAL_PREF UPGRADE`.
    var name: String { [type, subtype].compactMap(\.self).joined(separator: " ") }
  }

  private let process: ChildProcess
  private let address: String

  private init(_ process: ChildProcess, address: String) {
    (self.process, self.address) = (process, address)
  }

  /// Starts the server, on a port that the system chooses.
  static func start() async throws -> LibraryReceiver {
    let process = try await AppStoreServerLibrary.start("receive_notifications.py")
    guard let line = try await process.nextLine(), line.hasPrefix("http://") else {
      throw FixtureError(text: "the receiver did not start")
    }
    return LibraryReceiver(process, address: line)
  }

  /// The URL for the notifications of a store.
  ///
  /// - Parameters:
  ///   - root: The file of the store's root certificate.
  ///   - answers: The statuses of the responses to the first attempts of each notification, 0 for no
  ///     response, and -1 for one that comes after the store's timeout; later ones get 200.
  /// - Returns: The URL.
  /// - Throws: `FixtureError` if the address is not a URL.
  func url(root: URL, answers: [Int] = []) throws -> String {
    let items = [URLQueryItem(name: "root", value: root.path(percentEncoded: false))]
    let answers = answers.map { URLQueryItem(name: "answer", value: "\($0)") }
    guard let url = URL(string: address)?.appending(queryItems: items + answers) else {
      throw FixtureError(text: address)
    }
    return url.absoluteString
  }

  /// The next attempt that has arrived.
  ///
  /// - Throws: `FixtureError` if none arrives in time.
  func next() async throws -> Received {
    guard let line = try await process.nextLine() else {
      throw FixtureError(text: "the receiver has ended")
    }
    do {
      return try JSONDecoder().decode(Received.self, from: Data(line.utf8))
    } catch {
      throw FixtureError(text: "the receiver wrote: \(line)")
    }
  }

  /// The attempts that have arrived since, up to the one of a test notification.
  func untilTest() async throws -> [Received] {
    var received: [Received] = []
    while true {
      let next = try await next()
      guard next.type != "TEST" else { return received }
      received.append(next)
    }
  }
}
