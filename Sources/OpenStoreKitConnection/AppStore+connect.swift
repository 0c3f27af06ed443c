public import Foundation
public import OpenStoreKit

extension AppStore {
  /// Connects this process to a store; StoreKit's types ask that store from now on.
  ///
  /// ```swift
  /// try await AppStore.connect()
  /// ```
  ///
  /// The environment names the store, as Xcode's scheme names the configuration file of an app:
  /// `SKDEMO_STORE` the address of a served store, or `SKDEMO_DATA` a folder with a store of this
  /// machine. `skdemo run -- COMMAND` sets these variables. If it names none, the store is made from
  /// `configuration`, in a folder for this program and that file in the data folder of skdemo. An app
  /// that never connects is connected by its first question if the environment names a store.
  ///
  /// Connecting makes no request for what the customer has, and succeeds while a remote store cannot
  /// be reached, unless a device has to be registered there first. Connecting again with the same
  /// arguments does nothing, and so does connecting a process that a test has connected, such as by
  /// `SKTestSession`.
  ///
  /// - Parameters:
  ///   - configuration: A `.storekit` or Products.json file. If the file has changed, the store sells
  ///     what it lists now, and customers keep what they own. If the environment names a store, that
  ///     one is made from the file if there is none, and otherwise sells what it has sold.
  ///   - sheets: Who answers the App Store's sheets; `ask` if neither this nor the variable
  ///     `SKDEMO_SHEETS` says so. The variable comes before it. It counts even if a question, or a
  ///     listener, was first and has connected the process.
  /// - Throws: ``ConnectionError`` if no store is named, if a variable has no meaning, if the store or
  ///   this machine's files cannot be used, if nobody is signed in at a remote store, or if the
  ///   process is connected otherwise already; `CancellationError` if the task is cancelled.
  public static func connect(
    configuration: URL? = nil, sheets: SheetPolicy? = nil
  ) async throws {
    guard !ConnectionRequest.isConnectedByOthers else { return }
    guard
      let request = try ConnectionRequest(
        ProcessInfo.processInfo.environment, configuration: configuration, sheets: sheets,
        program: ProcessInfo.processInfo.processName)
    else { throw ConnectionError.noStoreNamed }
    try await request.connect()
  }
}
