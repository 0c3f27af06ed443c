import AppStorePayloads
import PrivateFiles
import StoreAPI
import Synchronization

/// The file of a device, and the lock that its writers take.
///
/// The last record is cached as long as the file has not changed.
final class DeviceFile: Sendable {
  let folder: URL
  /// The number of changes of this process that are about to be written.
  private let writers = Atomic(0)
  private let last = Mutex<(version: FileVersion, record: DeviceRecord)?>(nil)

  init(folder: URL) { self.folder = folder }

  private var url: URL { folder.appending(path: "device.json") }
  private var lock: URL { folder.appending(path: "device.lock") }

  /// Returns the record; this needs no lock, because writers replace the file atomically.
  func read() throws(DeviceStoreError) -> DeviceRecord {
    if let last = last.withLock({ $0 }), last.version.isCurrent { return last.record }
    guard let version = try version() else { throw .missing(folder) }
    let data = try DeviceStoreError.files { () throws(FileError) in try version.contents() }
    let record = try decode(data)
    last.withLock { $0 = (version, record) }
    return record
  }

  private func version() throws(DeviceStoreError) -> FileVersion? {
    try DeviceStoreError.files { () throws(FileError) in try FileVersion(url) }
  }

  private func decode(_ data: Data) throws(DeviceStoreError) -> DeviceRecord {
    if let record = FileJSON.decode(DeviceRecord.self, from: data),
      record.version <= DeviceRecord.currentVersion
    {
      return record.migrated(data)
    }
    // The other fields of a newer record may be unknown.
    if let newer = try? JSONDecoder.payload.decode(RecordVersion.self, from: data),
      newer.version > DeviceRecord.currentVersion
    {
      throw .newer(url, version: newer.version)
    }
    throw .damaged(url, reason: "it is not a device's record")
  }

  private struct RecordVersion: Decodable {
    let version: Int
  }

  func create(_ record: DeviceRecord) throws(DeviceStoreError) {
    try DeviceStoreError.files { () throws(FileError) in try PrivateFile.makeFolder(folder) }
    try locked { () throws(DeviceStoreError) in try write(record) }
  }

  /// Changes the record; a change that changes nothing takes no lock, unless this process is writing.
  ///
  /// A change that finds nothing to do must not return while an earlier one of this process, which may
  /// be about to write what it finds missing, has not been written.
  ///
  /// `change` may be called twice: once to see whether there is something to write, and then under the
  /// lock, where no other writer can replace the file.
  func update(
    durability: PrivateFile.Durability, _ change: (inout DeviceRecord) -> Void
  ) throws(DeviceStoreError) {
    // A writer that begins after this reads the state that this change has.
    if writers.load(ordering: .acquiring) == 0, try changed(by: change) == nil { return }
    writers.add(1, ordering: .acquiringAndReleasing)
    defer { writers.subtract(1, ordering: .acquiringAndReleasing) }
    try locked { () throws(DeviceStoreError) in
      if let new = try changed(by: change) { try write(new, durability: durability) }
    }
  }

  /// Returns the record after a change; `nil` if it stays the same.
  private func changed(
    by change: (inout DeviceRecord) -> Void
  ) throws(DeviceStoreError) -> DeviceRecord? {
    let old = try read()
    var new = old
    change(&new)
    return new == old ? nil : new
  }

  /// Must be called under the lock, so that no other process replaces the file meanwhile.
  private func write(
    _ record: DeviceRecord, durability: PrivateFile.Durability = .durable
  ) throws(DeviceStoreError) {
    let data: Data
    do {
      data = try PlainEncoder.encode(record)
    } catch {
      throw .failed(url, doing: "encoding", reason: error.sentence)
    }
    try DeviceStoreError.files { () throws(FileError) in
      try PrivateFile.replace(url, with: data, durability: durability)
    }
    // The record is written already: if this fails, the file is read again.
    let written = (try? version()).map { ($0, record) }
    last.withLock { $0 = written }
  }

  /// Blocks the thread while another holder of the lock replaces the file, as ``FileLock/init(_:)``
  /// allows: a holder is never suspended.
  private func locked(
    _ body: () throws(DeviceStoreError) -> Void
  ) throws(DeviceStoreError) {
    let held = try DeviceStoreError.files { () throws(FileError) in try FileLock(lock) }
    try body()
    held.release()
  }
}
