import CrashScript
import Foundation

// One launch of the shop that is killed where its script says so.

do {
  Turns.shared.begin()
  let script = try JSONDecoder().decode(
    CrashScript.self, from: Data(CommandLine.arguments.dropFirst().joined().utf8))
  say(.ended(try await Run(script).perform()))
} catch {
  print("the run failed: \(error)")
  exit(1)
}
