import AppStorePayloads
import PrivateFiles

/// A purchase that began in the App Store, before an app takes it up.
struct PendingIntent: Codable, Hashable, Sendable {
  var productID: String
  /// The win-back or promotional offer that the customer chose.
  var offerID: String?

  /// The names in the file, which must not change.
  private enum CodingKeys: String, CodingKey {
    case productID, offerID
  }
}

/// The purchases that began in the App Store and that no app on a device has taken up.
///
/// 1. They are in a file of the device, so the app need not be open when they begin.
/// 2. Each is taken once, by the copy of the app that is first.
/// 3. A product waits once: its last intent takes the place of the one before. If there are too many,
///    the oldest is dropped.
struct PendingIntents: Sendable {
  static let limit = 20

  /// The device's folder.
  let folder: URL

  private var file: URL { folder.appending(path: "intents.json") }
  /// Writers hold it, and readers watch it: it is never replaced, as the other file is.
  private var lock: URL { folder.appending(path: "intents.lock") }

  /// The intents, oldest first; a damaged file has none, and the next intent replaces it.
  func all() throws(FileError) -> [PendingIntent] {
    guard let data = try FileVersion(file)?.contents() else { return [] }
    return FileJSON.decode([PendingIntent].self, from: data) ?? []
  }

  func add(_ intent: PendingIntent) async throws(FileError) {
    try await change { intents in
      intents.removeAll { $0.productID == intent.productID }
      intents = intents.suffix(Self.limit - 1) + [intent]
    }
  }

  /// Removes an intent.
  ///
  /// - Returns: Whether it was there; if not, another copy of the app has taken it.
  func take(_ intent: PendingIntent) async throws(FileError) -> Bool {
    var isTaken = false
    try await change { intents in
      guard let index = intents.firstIndex(of: intent) else { return }
      intents.remove(at: index)
      isTaken = true
    }
    return isTaken
  }

  /// Removes all intents.
  func removeAll() async throws(FileError) { try await change { $0 = [] } }

  /// Yields after each change of any process; a device that cannot be watched yields nothing.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    try? PrivateFile.make(lock)
    let watch = FileWatcher.shared.add(lock.path(percentEncoded: false)) { continuation.yield() }
    continuation.onTermination = { _ in
      if let watch { FileWatcher.shared.remove(watch) }
    }
    return stream
  }

  private func change(_ body: (inout [PendingIntent]) -> Void) async throws(FileError) {
    let held = try await FileLock.waiting(for: lock)
    defer { held.release() }
    let old = try all()
    var new = old
    body(&new)
    guard new != old else { return }
    // Intents are plain values, which can always be encoded.
    guard let data = try? PlainEncoder.encode(new) else { return }
    try PrivateFile.replace(file, with: data, durability: .atomic)
  }
}
