import AppStorePayloads
import Foundation
import OpenStoreKitConnection
import StandardStreams
import StoreClient
import StoreEngine
import StoreHTTPClient

/// The store that a command uses, and how it prints; the values of ``StoreOptions``.
///
/// The values here are those of a command without arguments.
struct StoreArguments: Sendable {
  var data: String?
  var store: String?
  var tlsRoot: String?
  var catalog: String?
  /// The environment of a new store, and the one that an existing store must have.
  var storeEnvironment: StoreEnvironment?
  var seed: UInt64?
  var json = false
  var verbose = false
  /// In days.
  var clockBound = ClockLimits.standardDays

  var output: Output { Output(isJSON: json) }

  /// The data folder, which may not exist yet.
  ///
  /// - Throws: `DataFolderError` if the options name none, and `CustomerStoreError.halfRestored` if a
  ///   restore into it has not finished.
  func folder() throws -> DataFolder {
    let folder = try DataFolder(option: data, environment: ProcessInfo.processInfo.environment)
    try folder.checkRestored()
    return folder
  }
}

extension StoreArguments {
  /// The store that the options name.
  ///
  /// It warns if passwords would travel over plain HTTP.
  ///
  /// - Throws: ``CommandFailure``, `DataFolderError` and `StoreAddressError` if an option is malformed.
  func settings() throws -> CustomerStoreSettings {
    let address = try address()
    if let address {
      try check(address)
    } else if tlsRoot != nil {
      throw CommandFailure.needsStore("--tls-root")
    }
    var settings = try localSettings()
    (settings.address, settings.tlsRoot) = (address, tlsRoot)
    return settings
  }

  /// The store in the folder that the options name.
  ///
  /// - Throws: `DataFolderError` if they name none.
  func localSettings() throws -> CustomerStoreSettings {
    var settings = CustomerStoreSettings(folder: try folder())
    (settings.catalogue, settings.seed) = (catalog, seed)
    settings.environment = storeEnvironment
    settings.clockBound = TimeInterval(clockBound * 86_400)
    return settings
  }

  /// These options, with the environment of the user's own program for values that they lack.
  ///
  /// - Throws: `StoreAddressError` if the text is not the address of a store.
  func completed() throws -> StoreArguments {
    var options = self
    options.catalog = catalog ?? environment(ConnectionVariable.catalog.rawValue)
    if try address() != nil {
      options.tlsRoot = tlsRoot ?? environment(ConnectionVariable.tlsRoot.rawValue)
    }
    return options
  }

  private func check(_ address: StoreAddress) throws {
    guard seed == nil else {
      throw CommandFailure.malformed("--seed is for a new store: give it to skdemo serve")
    }
    guard storeEnvironment == nil else {
      throw CommandFailure.malformed(
        "--environment is for the store in the data folder: give it to skdemo serve")
    }
    guard clockBound == ClockLimits.standardDays else {
      throw CommandFailure.malformed(
        "--clock-bound is for the store in the data folder: give it to skdemo serve")
    }
    if address.isExposed { Prompt.write("skdemo: \(address.exposureWarning)\n") }
  }

  /// The address of the remote store; `nil` for the store in the data folder.
  ///
  /// - Throws: `StoreAddressError` if the text is not an address.
  func address() throws -> StoreAddress? {
    try (store ?? environment("SKDEMO_STORE")).map { text throws(StoreAddressError) in
      try StoreAddress(text)
    }
  }

  /// The remote store; `nil` for the store in the data folder.
  ///
  /// - Throws: As ``settings()``, and `TrustedRootsError` if the file of `--tls-root` holds no
  ///   certificates.
  func remote() throws -> RemoteStore? {
    let settings = try settings()
    return try settings.address.map { try RemoteStore($0, settings) }
  }
}

/// The device that a command runs as; the values of ``DeviceOptions``.
struct DeviceArguments: Sendable {
  var choice = DeviceChoice.usual
  /// Whether every question is answered with yes.
  var yes = false
}
