import CrashScript
import Foundation
import Glibc
import PrivateFiles
import Synchronization

/// Counts what changes storage, device and back end, and kills the process where it is told to.
final class Effects: Sendable {
  private struct State {
    var names: [String] = []
    var occurrences: [String: Int] = [:]
    var calls = 0
    var isCounting = true
  }

  /// What happens at a call, before it is made.
  typealias Interruption = @Sendable () async -> Void

  private let death: CrashMoment?
  private let interruptions: [Int: Interruption]
  private let state = Mutex(State())

  init(death: CrashMoment?, interruptions: [Int: Interruption]) {
    self.death = death
    self.interruptions = interruptions
  }

  /// Counts nothing.
  static var none: Effects {
    let effects = Effects(death: nil, interruptions: [:])
    effects.stop()
    return effects
  }

  var names: [String] { state.withLock { $0.names } }
  var calls: Int { state.withLock { $0.calls } }

  /// Nothing is counted any more, and nothing kills.
  func stop() { state.withLock { $0.isCounting = false } }

  /// Counts an effect that is about to be.
  ///
  /// - Returns: The how-manieth of its name it is; `nil` when nothing is counted any more.
  func begin(_ name: String) -> Int? {
    let occurrence: Int? = state.withLock { state in
      guard state.isCounting else { return nil }
      state.names.append(name)
      state.occurrences[name, default: 0] += 1
      return state.occurrences[name]
    }
    die(.before, name, occurrence)
    return occurrence
  }

  func end(_ name: String, _ occurrence: Int?) { die(.after, name, occurrence) }

  /// A call of the back end or the storage, at which no lock is held that others wait for.
  func call<Value: Sendable, Fault: Error>(
    _ name: String, _ body: () async throws(Fault) -> Value
  ) async throws(Fault) -> Value {
    let call = state.withLock { state in
      state.calls += state.isCounting ? 1 : 0
      return state.isCounting ? state.calls : 0
    }
    await interruptions[call]?()
    let occurrence = begin(name)
    let value = try await body()
    end(name, occurrence)
    return value
  }

  private func die(_ side: CrashMoment.Side, _ name: String, _ occurrence: Int?) {
    guard let occurrence, let death,
      death == CrashMoment(side, name, occurrence: occurrence)
    else { return }
    say(.killed(death))
    kill(getpid(), SIGKILL)
    while true { pause() }
  }
}

extension Effects {
  /// Lets every step of a file be an effect, but for those that find what they would make.
  func watchFiles() {
    let begun = Mutex<[String: [Int?]]>([:])
    FileEffect.observe { [self] effect, file, isDone in
      let name = Self.name(effect, file)
      let thread = "\(name) \(pthread_self())"
      if isDone {
        end(name, begun.withLock { $0[thread]?.popLast() ?? nil })
      } else {
        let occurrence = Self.finds(effect, file) ? nil : begin(name)
        begun.withLock { $0[thread, default: []].append(occurrence) }
      }
    }
  }

  /// An order's lock bears its key, which is another in every run.
  private static func name(_ effect: FileEffect, _ file: URL) -> String {
    let folder = file.deletingLastPathComponent().lastPathComponent
    let name = folder == "orders" ? "of an order" : file.lastPathComponent
    return "file \(effect.rawValue) \(name)"
  }

  private static func finds(_ effect: FileEffect, _ file: URL) -> Bool {
    guard effect == .lock || effect == .makeFolder else { return false }
    return access(file.path(percentEncoded: false), F_OK) == 0
  }
}

/// Writes a line that is out when the call returns, also of a process that is about to be killed.
func say(_ line: CrashLine) {
  guard var data = try? JSONEncoder().encode(line) else {
    preconditionFailure("a line of the probe cannot be written as JSON")
  }
  data.append(UInt8(ascii: "\n"))
  FileHandle.standardOutput.write(data)
}
