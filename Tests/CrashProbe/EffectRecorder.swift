import CrashScript
import Foundation
import Glibc
import PrivateFiles
import Synchronization

/// Records every effect on storage, device and back end, and kills the process at a given moment.
final class EffectRecorder: Sendable {
  private struct State {
    var names: [String] = []
    var occurrences: [String: Int] = [:]
    var calls = 0
    var isRecording = true
  }

  /// Runs before a call is made.
  typealias Interruption = @Sendable () async -> Void

  private let killMoment: CrashMoment?
  private let interruptions: [Int: Interruption]
  private let state = Mutex(State())

  init(killMoment: CrashMoment?, interruptions: [Int: Interruption]) {
    self.killMoment = killMoment
    self.interruptions = interruptions
  }

  /// A recorder that records nothing.
  static var none: EffectRecorder {
    let effects = EffectRecorder(killMoment: nil, interruptions: [:])
    effects.stop()
    return effects
  }

  var names: [String] { state.withLock { $0.names } }
  var calls: Int { state.withLock { $0.calls } }

  /// From now on nothing is recorded and the process is not killed.
  func stop() { state.withLock { $0.isRecording = false } }

  /// Records an effect that is about to begin.
  ///
  /// - Returns: Its occurrence among the effects of its name, counted from 1; `nil` after
  ///   ``stop()``.
  func begin(_ name: String) -> Int? {
    let occurrence: Int? = state.withLock { state in
      guard state.isRecording else { return nil }
      state.names.append(name)
      state.occurrences[name, default: 0] += 1
      return state.occurrences[name]
    }
    killProcess(.before, name, occurrence)
    return occurrence
  }

  func end(_ name: String, _ occurrence: Int?) { killProcess(.after, name, occurrence) }

  /// Makes a call of the back end or the storage and records it as an effect.
  ///
  /// A run can pause here, because the process holds no lock that another process waits for.
  func call<Value: Sendable, Fault: Error>(
    _ name: String, _ body: () async throws(Fault) -> Value
  ) async throws(Fault) -> Value {
    let call = state.withLock { state in
      state.calls += state.isRecording ? 1 : 0
      return state.isRecording ? state.calls : 0
    }
    await interruptions[call]?()
    let occurrence = begin(name)
    let value = try await body()
    end(name, occurrence)
    return value
  }

  private func killProcess(_ side: CrashMoment.Side, _ name: String, _ occurrence: Int?) {
    guard let occurrence, let killMoment,
      killMoment == CrashMoment(side, name, occurrence: occurrence)
    else { return }
    printLine(.killed(killMoment))
    kill(getpid(), SIGKILL)
    while true { pause() }
  }
}

extension EffectRecorder {
  /// Records every file operation as an effect, unless it finds the file or folder that it would
  /// make.
  func recordFileEffects() {
    let begun = Mutex<[String: [Int?]]>([:])
    FileEffect.observe { [self] effect, file, isDone in
      let name = Self.name(effect, file)
      let thread = "\(name) \(pthread_self())"
      if isDone {
        end(name, begun.withLock { $0[thread]?.popLast() ?? nil })
      } else {
        let occurrence = Self.changesNothing(effect, file) ? nil : begin(name)
        begun.withLock { $0[thread, default: []].append(occurrence) }
      }
    }
  }

  /// An order's lock file is named for the order's key, which differs in every run.
  private static func name(_ effect: FileEffect, _ file: URL) -> String {
    let folder = file.deletingLastPathComponent().lastPathComponent
    let name = folder == "orders" ? "of an order" : file.lastPathComponent
    return "file \(effect.rawValue) \(name)"
  }

  private static func changesNothing(_ effect: FileEffect, _ file: URL) -> Bool {
    guard effect == .lock || effect == .makeFolder else { return false }
    return access(file.path(percentEncoded: false), F_OK) == 0
  }
}

/// Writes a line without a buffer, so that it is written even if the process is killed next.
func printLine(_ line: CrashLine) {
  guard var data = try? JSONEncoder().encode(line) else {
    preconditionFailure("a line of the probe cannot be written as JSON")
  }
  data.append(UInt8(ascii: "\n"))
  FileHandle.standardOutput.write(data)
}
