import CrashScript
import Foundation

// One launch of the app, which is killed at the moment that its script names.

do {
  let script = try JSONDecoder().decode(
    CrashScript.self, from: Data(CommandLine.arguments.dropFirst().joined().utf8))
  SerialTaskExecutor.shared.start(drainingMainQueue: script.action.isOnPaymentQueue)
  printLine(.ended(try await ProbeRun(script).perform()))
} catch {
  print("the run failed: \(error)")
  exit(1)
}
