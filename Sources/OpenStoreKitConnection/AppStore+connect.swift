public import Foundation
public import OpenStoreKit

extension AppStore {
  /// Connects this process to a store, which StoreKit's types use from now on.
  ///
  /// ```swift
  /// try await AppStore.connect()
  /// ```
  ///
  /// The environment names the store, as Xcode's scheme names the configuration file of an app:
  /// `SKDEMO_STORE` the address of a served store, or `SKDEMO_DATA` a folder with a store of this
  /// machine. `skdemo run -- COMMAND` sets these variables. If it names none, the store is made
  /// from `configuration`, in a folder for this program and that file in the data folder of skdemo.
  /// An app that never connects is connected by its first StoreKit call if the environment names a
  /// store.
  ///
  /// Connecting does not request the customer's purchases, and succeeds while a remote store cannot
  /// be reached, unless a device has to be registered there first. Connecting again with the same
  /// arguments does nothing, and so does connecting a process that a test has connected, such as by
  /// `SKTestSession`.
  ///
  /// - Parameters:
  ///   - configuration: A `.storekit` or Products.json file. If the file has changed, the store
  ///     sells its new products, and customers keep what they own. If the environment names a
  ///     store, the file is used only to create it; an existing store keeps its catalogue.
  ///   - sheets: Who answers the App Store's sheets; `ask` if neither this nor the variable
  ///     `SKDEMO_SHEETS` says so. The variable comes before it. It counts even if a question, or a
  ///     listener, was first and has connected the process.
  /// - Throws: ``ConnectionError`` if no store is named, if a variable is invalid, if the store or
  ///   this machine's files cannot be used, if nobody is signed in to a remote store, or if the
  ///   process is already connected in another way; `CancellationError` if the task is cancelled.
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
