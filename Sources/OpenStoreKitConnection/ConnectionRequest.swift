import Foundation
package import StoreClient
import StoreHTTPClient

/// The store and the account of a process, and who answers its sheets.
package struct ConnectionRequest: Hashable, Sendable {
  package var store: CustomerStoreSettings
  /// The account; `nil` for the one that is signed in, or a local store's usual one.
  package var account: String?
  package var password: String?
  package var device: DeviceChoice
  /// `nil` if neither the environment nor the program specifies it.
  var sheets: SheetPolicy?
  /// The program's own file, from which the environment's store is created if it does not exist.
  var configuration: URL?

  package init(
    store: CustomerStoreSettings, account: String?, password: String?, device: DeviceChoice
  ) {
    (self.store, self.account, self.password, self.device) = (store, account, password, device)
  }

  /// Whether both requests name the same device of the same store.
  ///
  /// Their other values may be added later, or have no effect on an existing store.
  func isSameDevice(as other: ConnectionRequest) -> Bool {
    (store, account, device) == (other.store, other.account, other.device)
  }
}

extension ConnectionRequest {
  /// Reads the environment's variables; `nil` if neither they nor the program name a store.
  ///
  /// The environment takes precedence over the arguments of a program.
  ///
  /// - Parameters:
  ///   - environment: The process's environment.
  ///   - configuration: A StoreKit configuration file that the program names.
  ///   - sheets: The policy that the program names.
  ///   - program: The program's name, for its own folder.
  /// - Throws: ``ConnectionError`` if a variable is invalid.
  init?(
    _ environment: [String: String], configuration: URL? = nil, sheets: SheetPolicy? = nil,
    program: String
  ) throws(ConnectionError) {
    let isNamed =
      ConnectionVariable.store.value(in: environment) != nil
      || ConnectionVariable.data.value(in: environment) != nil
    guard isNamed || configuration != nil else { return nil }
    store = try Self.store(
      environment, ownFile: isNamed ? nil : configuration, program: program)
    self.configuration = isNamed ? configuration : nil
    account = ConnectionVariable.account.value(in: environment)
    password = ConnectionVariable.password.value(in: environment)
    device = try Self.device(environment)
    self.sheets = try Self.sheets(environment) ?? sheets
  }

  private static func store(
    _ environment: [String: String], ownFile: URL?, program: String
  ) throws(ConnectionError) -> CustomerStoreSettings {
    do {
      let folder = try DataFolder(option: nil, environment: environment)
      let address = try ConnectionVariable.store.value(in: environment).map(StoreAddress.init)
      var settings = CustomerStoreSettings(
        folder: ownFile.map { folder.app(program, selling: $0) } ?? folder, address: address)
      settings.tlsRoot = ConnectionVariable.tlsRoot.value(in: environment)
      settings.catalogue =
        ConnectionVariable.catalog.value(in: environment)
        ?? ownFile?.path(percentEncoded: false)
      settings.importsCatalogue = ownFile != nil
      return settings
    } catch {
      throw ConnectionError(error)
    }
  }

  /// The device that the environment names.
  ///
  /// - Throws: ``ConnectionError`` if a variable is invalid.
  package static func device(
    _ environment: [String: String]
  ) throws(ConnectionError) -> DeviceChoice {
    let name = ConnectionVariable.device.value(in: environment)
    return DeviceChoice(isNew: try isNewDevice(environment), name: name)
  }

  private static func isNewDevice(
    _ environment: [String: String]
  ) throws(ConnectionError) -> Bool {
    switch ConnectionVariable.newDevice.value(in: environment)?.lowercased() {
    case "1", "true", "yes": return true
    case nil, "0", "false", "no": return false
    case let text?:
      throw .malformed(.newDevice, text, allowed: "1 for a new device, or 0 for the usual one")
    }
  }

  private static func sheets(
    _ environment: [String: String]
  ) throws(ConnectionError) -> SheetPolicy? {
    guard let text = ConnectionVariable.sheets.value(in: environment) else { return nil }
    guard let policy = SheetPolicy(rawValue: text) else {
      throw .malformed(.sheets, text, allowed: "accept, decline or ask")
    }
    return policy
  }
}
