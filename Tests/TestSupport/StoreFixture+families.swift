import Foundation
package import StoreAPI
import StoreEngine
import StoreOperatorAPI

extension StoreFixture {
  /// Makes everything that can be shared family shareable.
  package func shareEverything() async throws {
    _ = try await engine.perform(.importCatalogue(configuration: .shareableCatalogue()))
  }

  /// A new device of any account of the store, which is made if it is new.
  package func device(_ name: String, of account: String) async throws -> any StoreBackend {
    let signIn = try await engine.signIn(local: account).value
    return try await backend(of: engine.registerDevice(name, signIn: signIn.token).value)
  }
}

extension String {
  /// skdemo's built-in catalogue, with every product family shareable for which that is possible.
  package static func shareableCatalogue() throws -> String {
    try String(contentsOf: .skdemoCatalogue, encoding: .utf8)
      .replacingOccurrences(of: "\"familyShareable\" : false", with: "\"familyShareable\" : true")
  }
}
