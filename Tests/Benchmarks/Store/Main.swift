import Comparison
import DemoApp
import Foundation

/// Prints the rows of the performance table that need no terminal.
///
/// Stores are made in the folder that the only argument names. It should be on a real disk, because
/// a purchase mostly waits for the disk.
@main enum Main {
  static func main() async throws {
    let parent = URL(filePath: CommandLine.arguments.dropFirst().first ?? ".build/benchmarks")
    let folder = try parent.appending(path: "\(UUID())").created
    defer { try? FileManager.default.removeItem(at: folder) }

    let newCustomer = try await StoreWithHistory.make(in: folder, history: 10)
    let regularCustomer = try await StoreWithHistory.make(in: folder, history: 10_000)
    try await VerificationBenchmark.run(newCustomer)
    try await ReceiptBenchmark.run(
      newCustomer: newCustomer, regularCustomer: regularCustomer, in: folder)
    try await VerifyReceiptBenchmark.run(in: folder)
    try await EntitlementsBenchmark.run(newCustomer: newCustomer, regularCustomer: regularCustomer)
    try await PurchaseBenchmark.run(regularCustomer: regularCustomer, in: folder)
    try await SettlementBenchmark.run(in: folder)
    try await DeliveryBenchmark.run(in: folder)
    try await DrawingBenchmark.run(newCustomer, presentation: .read(.products()))
  }
}
