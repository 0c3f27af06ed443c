import Foundation
import OpenStoreKitConnection
import StoreClient
import StoreHTTP

/// The store, account and device of a program that `skdemo run` starts, as its environment names them.
struct RunEnvironment {
  let settings: CustomerStoreSettings
  /// The account that was asked for; `nil` for the usual one.
  let account: String?
  /// The name of a device that is registered.
  let device: String

  /// The program's environment.
  ///
  /// Paths are absolute, because the program may change its working directory. It gets no password:
  /// its device has a token.
  func variables(
    merging environment: [String: String], sheets: SheetPolicy?
  ) -> [String: String] {
    var variables = environment
    for variable in ConnectionVariable.allCases where variable != .sheets {
      variables[variable.rawValue] = value(of: variable)
    }
    if let sheets { variables[ConnectionVariable.sheets.rawValue] = sheets.rawValue }
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
