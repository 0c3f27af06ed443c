import DemoApp
import Foundation
import OpenStoreKitConnection
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTPClient

/// What the first frame shows, read from files before the store is open.
struct FirstFrameState: Sendable {
  /// How the products look; plain if the options are malformed, which opening the store reports.
  let presentation: Presentation
  /// What the device showed last; `nil` for a device that has shown nothing, and for a store that has
  /// not been opened here.
  var lastState: LastState?

  init(of store: StoreArguments, on device: DeviceArguments) {
    var settings = try? store.localSettings()
    settings?.address = try? store.address()
    presentation = Presentation.read(settings.map(store.presentationFile) ?? Data())
    lastState = (try? settings?.client).flatMap { LastDevice(device.choice, in: $0) }
      .flatMap { LastState(folder: $0.folder, account: $0.account) }
  }
}

extension StoreArguments {
  /// The file that says how the app shows its products, before the store is open.
  ///
  /// It is not checked here, because the store checks it.
  fileprivate func presentationFile(in settings: CustomerStoreSettings) -> Data {
    if let catalog { return Self.file(URL(filePath: catalog)) ?? Data() }
    let kept = settings.address == nil ? settings.folder.presentation : nil
    return kept.flatMap(Self.file) ?? CatalogueFile.builtInData
  }

  /// The bytes of a file, at most one more than a catalogue may have; `nil` if it cannot be read.
  private static func file(_ url: URL) -> Data? {
    try? RegularFile.contents(of: url, upTo: Catalogue.sizeLimit + 1)
  }
}

extension CustomerStoreSettings {
  /// The folder with this machine's files as a client of the store.
  fileprivate var client: URL {
    get throws {
      guard let address else { return folder.client }
      let name = try FolderName(host: address.host, port: address.port)
      return folder.client(of: name, by: address.scheme == .https ? "https" : "http")
    }
  }
}
