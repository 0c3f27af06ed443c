import DemoApp
import Foundation
import OpenStoreKitConnection
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTPClient

extension StoreArguments {
  /// The last state that the device showed, read from its files alone; `nil` without them, and for a store
  /// that has not been opened here.
  func lastState(
    of device: DeviceArguments, in timeZone: TimeZone, usesEmoji: Bool
  ) -> LastState? {
    guard var settings = try? localSettings() else { return nil }
    settings.address = try? address()
    guard let client = try? settings.client, let last = LastDevice(device.choice, in: client)
    else { return nil }
    var presentation = Presentation.read(presentationFile(in: settings))
    presentation.usesEmoji = usesEmoji
    return LastState(
      folder: last.folder, account: last.account, presentation: presentation, timeZone: timeZone)
  }

  /// The file that says how the app shows its products, before the store is open.
  private func presentationFile(in settings: CustomerStoreSettings) -> Data {
    if let catalog { return (try? CatalogueFile(path: catalog).data) ?? Data() }
    let file = settings.address == nil ? settings.folder.presentation : nil
    return file.flatMap { try? RegularFile.contents(of: $0) } ?? CatalogueFile.builtInData
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
