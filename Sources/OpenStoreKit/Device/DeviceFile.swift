import PrivateFiles
import StoreAPI

/// The one file of a device, and the lock that its writers take.
struct DeviceFile: Sendable {
  let folder: URL

  private var url: URL { folder.appending(path: "device.json") }
  private var lock: URL { folder.appending(path: "device.lock") }

  /// The whole record; no lock is needed, because a writer replaces the file at once.
  func read() throws(DeviceStoreFault) -> DeviceRecord {
    let data = try contents()
    do {
      let record = try JSONDecoder.payload.decode(DeviceRecord.self, from: data)
      guard record.version == DeviceRecord.currentVersion else {
        throw DeviceStoreFault.damaged(url, reason: "its version is \(record.version)")
      }
      return record
    } catch let fault as DeviceStoreFault {
      throw fault
    } catch {
      throw .damaged(url, reason: "it is not a device's record")
    }
  }

  func create(_ record: DeviceRecord) throws(DeviceStoreFault) {
    try DeviceStoreFault.files { () throws(FileFault) in try PrivateFile.makeFolder(folder) }
    try locked { () throws(DeviceStoreFault) in try write(record) }
  }

  func update(
    durability: PrivateFile.Durability, _ change: (inout DeviceRecord) -> Void
  ) throws(DeviceStoreFault) {
    try locked { () throws(DeviceStoreFault) in
      let old = try read()
      var new = old
      change(&new)
      if new != old { try write(new, durability: durability) }
    }
  }

  private func contents() throws(DeviceStoreFault) -> Data {
    do {
      return try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile {
      throw .missing(folder)
    } catch {
      throw .failed(url, doing: "reading", reason: error.localizedDescription)
    }
  }

  private func write(
    _ record: DeviceRecord, durability: PrivateFile.Durability = .kept
  ) throws(DeviceStoreFault) {
    let data: Data
    do {
      data = try JSONEncoder.payload.encode(record)
    } catch {
      throw .failed(url, doing: "encoding", reason: "\(error)")
    }
    try DeviceStoreFault.files { () throws(FileFault) in
      try PrivateFile.replace(url, with: data, durability: durability)
    }
  }

  private func locked(
    _ body: () throws(DeviceStoreFault) -> Void
  ) throws(DeviceStoreFault) {
    let held = try DeviceStoreFault.files { () throws(FileFault) in try FileLock(lock) }
    try body()
    held.release()
  }
}
