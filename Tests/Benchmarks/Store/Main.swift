import DemoApp
import Foundation

/// Prints the rows of the performance table that need no terminal.
///
/// The folder that is named as the only argument is where stores are made: it should lie on a
/// real disk, because most of a purchase is waiting for one.
@main enum Main {
  static func main() async throws {
    let parent = URL(filePath: CommandLine.arguments.dropFirst().first ?? ".build/benchmarks")
    let folder = try parent.appending(path: "\(UUID())").made
    defer { try? FileManager.default.removeItem(at: folder) }

    let young = try await Scene.make(in: folder, history: 10)
    let old = try await Scene.make(in: folder, history: 10_000)
    try await Verification.run(young)
    try await Entitlements.run(young: young, old: old)
    try await Buying.run(old: old, in: folder)
    try await Drawing.run(young, presentation: Scene.presentation())
  }
}
