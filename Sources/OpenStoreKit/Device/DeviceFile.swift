import PrivateFiles
import StoreAPI
import Synchronization

/// The one file of a device, and the lock that its writers take.
///
/// It is read when it is not the one that was read or written last.
final class DeviceFile: Sendable {
  let folder: URL
  private let last = Mutex<(version: FileVersion, record: DeviceRecord)?>(nil)

  init(folder: URL) { self.folder = folder }

  private var url: URL { folder.appending(path: "device.json") }
  private var lock: URL { folder.appending(path: "device.lock") }

  /// The whole record; no lock is needed, because a writer replaces the file at once.
  func read() throws(DeviceStoreFault) -> DeviceRecord {
    if let last = last.withLock({ $0 }), last.version.isCurrent { return last.record }
    guard let version = try version() else { throw .missing(folder) }
    let data = try DeviceStoreFault.files { () throws(FileFault) in try version.contents() }
    let record = try decode(data)
    last.withLock { $0 = (version, record) }
    return record
  }

  private func version() throws(DeviceStoreFault) -> FileVersion? {
    try DeviceStoreFault.files { () throws(FileFault) in try FileVersion(url) }
  }

  private func decode(_ data: Data) throws(DeviceStoreFault) -> DeviceRecord {
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

  /// To be called under the lock: nobody else replaces the file meanwhile.
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
    // The record is kept, whatever this says: without it the file is read again.
    let written = (try? version()).map { ($0, record) }
    last.withLock { $0 = written }
  }

  private func locked(
    _ body: () throws(DeviceStoreFault) -> Void
  ) throws(DeviceStoreFault) {
    let held = try DeviceStoreFault.files { () throws(FileFault) in try FileLock(lock) }
    try body()
    held.release()
  }
}
