import Foundation
import OpenStoreKit

/// Returns the connector for a process's first call, if the environment names a store.
///
/// OpenStoreKit finds it by its name if a program links this module. The caller owns one reference.
@_cdecl("openstorekit_make_connector")
package func makeConnector() -> UnsafeMutableRawPointer {
  let connector = SessionConnector { () throws -> SessionConnector.SessionFactory? in
    let process = ProcessInfo.processInfo
    guard
      let request = try ConnectionRequest(process.environment, program: process.processName)
    else { return nil }
    return { try await request.makeSession() }
  }
  return Unmanaged.passRetained(connector).toOpaque()
}
