import Foundation
import OpenStoreKitConnection
import StoreClient
import StoreHTTP
import StoreHTTPClient

/// The store, account and device of a program that `skdemo run` starts, as its environment names them.
struct RunEnvironment {
  let settings: CustomerStoreSettings
  /// The requested account; `nil` for the default one.
  let account: String?
  /// The name of a device that is registered.
  let device: String

  /// The program's environment.
  ///
  /// Paths are absolute, because the program may change its working directory. Of this command's
  /// variables it gets only those that say which store it uses and as whom: no password, because
  /// its device has a token, and no key file.
  func variables(
    merging environment: [String: String], sheets: SheetPolicy?
  ) -> [String: String] {
    var variables = environment.filter { !$0.key.hasPrefix("SKDEMO_") }
    for variable in ConnectionVariable.allCases {
      variables[variable.rawValue] = value(of: variable)
    }
    variables[ConnectionVariable.sheets.rawValue] =
      sheets?.rawValue ?? environment[ConnectionVariable.sheets.rawValue]
    return variables
  }

  private func value(of variable: ConnectionVariable) -> String? {
    switch variable {
    case .store: settings.address?.description
    case .data: Self.absolute(settings.folder.url)
    case .tlsRoot: settings.tlsRoot.map { Self.absolute(URL(filePath: $0)) }
    case .account: account
    case .device: device
    case .catalog: settings.catalogue.map { Self.absolute(URL(filePath: $0)) }
    case .password, .newDevice, .sheets: nil
    }
  }

  private static func absolute(_ url: URL) -> String {
    url.absoluteURL.standardizedFileURL.path
  }
}
