import CrashScript
import Foundation
import Glibc
import PrivateFiles
import Synchronization

/// Counts what changes storage, device and back end, and kills the process where it is told to.
final class Effects: Sendable {
  private struct State {
    var names: [String] = []
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

  var names: [String] { state.withLock { $0.names } }
  var calls: Int { state.withLock { $0.calls } }

  /// Nothing is counted any more, and nothing kills.
  func stop() { state.withLock { $0.isCounting = false } }

  /// Counts an effect that is about to be; `nil` when nothing is counted any more.
  func begin(_ name: String) -> Int? {
    let number: Int? = state.withLock { state in
      guard state.isCounting else { return nil }
      state.names.append(name)
      return state.names.count
    }
    die(.before, number, name)
    return number
  }

  func end(_ number: Int?, _ name: String) { die(.after, number, name) }

  /// A call of the back end or the storage, at which no lock of a file is held.
  func call<Value: Sendable, Fault: Error>(
    _ name: String, _ body: () async throws(Fault) -> Value
  ) async throws(Fault) -> Value {
    let call = state.withLock { state in
      state.calls += state.isCounting ? 1 : 0
      return state.isCounting ? state.calls : 0
    }
    await interruptions[call]?()
    let number = begin(name)
    let value = try await body()
    end(number, name)
    return value
  }

  /// Lets every step of a file be an effect.
  func watchFiles() {
    let begun = Mutex<[String: [Int?]]>([:])
    FileEffect.observe { [self] effect, file, isDone in
      let name = "file \(effect.rawValue) \(file.lastPathComponent)"
      let thread = "\(name) \(pthread_self())"
      if isDone {
        end(begun.withLock { $0[thread]?.popLast() ?? nil }, name)
      } else {
        let number = begin(name)
        begun.withLock { $0[thread, default: []].append(number) }
      }
    }
  }

  private func die(_ side: CrashMoment.Side, _ number: Int?, _ name: String) {
    guard let number, let death, death == CrashMoment(side, effect: number) else { return }
    say(.killed(death, name: name))
    kill(getpid(), SIGKILL)
    while true { pause() }
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
