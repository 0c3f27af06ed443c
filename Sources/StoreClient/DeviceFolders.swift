import Foundation
import OpenStoreKit
import StoreAPI

/// The folders in which a client keeps its devices, one for each name.
struct DeviceFolders {
  let url: URL

  init(in folder: URL) {
    url = folder.folder("devices")
  }

  /// - Throws: `StoreError.invalidName` if no device can have this name.
  func folder(of name: String) throws(StoreError) -> URL {
    url.folder(try FolderName(name))
  }

  /// Every name that has a folder, even one of another account.
  var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter(NameRule.allows)
  }

  /// The account's device of this name; `nil` if its file is missing, damaged, another account's or
  /// another device's.
  ///
  /// - Throws: `StoreError.invalidName` if no device can have this name, `DeviceStoreError.failed` if
  ///   the file cannot be read, `DeviceStoreError.newer` if a newer program wrote it: it may hold data
  ///   that must not be lost.
  func device(_ name: String, of account: StoreAccount) throws -> DeviceStore? {
    do {
      let device = try DeviceStore.open(folder(of: name))
      return device.account == account.name && device.name == name ? device : nil
    } catch DeviceStoreError.missing, DeviceStoreError.damaged {
      return nil
    }
  }

  /// The account's devices; those that cannot be read are left out.
  func devices(of account: StoreAccount) -> [KeptDevice] {
    stores(of: account).map(KeptDevice.init)
  }

  /// The stores of the account's devices; those that cannot be read are left out.
  func stores(of account: StoreAccount) -> [DeviceStore] {
    names.compactMap { try? device($0, of: account) }
  }
}

extension KeptDevice {
  init(_ device: DeviceStore) {
    self.init(name: device.name, verificationID: device.verificationID)
  }
}
