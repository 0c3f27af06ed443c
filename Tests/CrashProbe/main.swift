import CrashScript
import Foundation

// One launch of the app, which is killed at the moment that its script names.

do {
  SerialTaskExecutor.shared.start()
  let script = try JSONDecoder().decode(
    CrashScript.self, from: Data(CommandLine.arguments.dropFirst().joined().utf8))
  printLine(.ended(try await ProbeRun(script).perform()))
} catch {
  print("the run failed: \(error)")
  exit(1)
}
