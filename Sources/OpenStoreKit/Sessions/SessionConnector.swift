import COpenStoreKit

/// Connects a program at its first question; OpenStoreKitConnection provides it to a program that
/// links it.
package final class SessionConnector: Sendable {
  /// Makes the session of the process.
  package typealias SessionFactory = @Sendable () async throws -> StoreSession

  private let find: @Sendable () throws -> SessionFactory?

  /// - Parameter find: Returns the function that makes the session; `nil` if the environment names
  ///   no store.
  package init(_ find: @escaping @Sendable () throws -> SessionFactory?) { self.find = find }

  /// Returns the function that makes this process's session; `nil` if the program does not link the
  /// other module, or its environment names no store.
  ///
  /// - Throws: The module's error if the environment cannot be read.
  static func make() throws -> SessionFactory? { try linked?.find() }

  // This module cannot import the other one, which imports it.
  private static let linked: SessionConnector? = openstorekit_linked_connector().map {
    Unmanaged<SessionConnector>.fromOpaque($0).takeRetainedValue()
  }
}
