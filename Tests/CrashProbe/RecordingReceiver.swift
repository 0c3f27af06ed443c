import AppStoreServerAPI
import Foundation
import StoreEngine

/// A developer's server that accepts every notification and writes it to a file.
///
/// The file has what was accepted even if the sender is killed before it can record that.
struct RecordingReceiver: NotificationTransport {
  let file: URL
  let effects: EffectRecorder

  func post(
    _ body: Data, to destination: NotificationDestination
  ) async -> SendAttemptResult {
    await effects.call("notification post") { () async -> SendAttemptResult in
      append(body)
      return .success
    }
  }

  private func append(_ body: Data) {
    guard let handle = FileHandle(forWritingAtPath: file.path(percentEncoded: false)) else {
      preconditionFailure("a notification cannot be appended to \(file)")
    }
    handle.seekToEndOfFile()
    handle.write(body + [UInt8(ascii: "\n")])
  }
}
