import AppStorePayloads
import Comparison
import Foundation

/// Purchases over HTTP, by several devices of one customer at once.
enum PurchaseBenchmark {
  static let fuel = "consumable.fuel.octane87"

  static func run(_ devices: [ServedDevice], in folder: URL) async throws {
    let database = try BareDatabase(folder.appending(path: "bare.sqlite"))
    let insert = { try await timed { try await database.insert() } }
    try await Comparison(
      name: "purchases over HTTP, by \(devices.count) devices at once",
      reference: "a bare durable insert", measure: .speed
    ).run({ try await buyAtOnce(devices) }, against: insert)
    try await Comparison(
      name: "a purchase over HTTP, by one device", reference: "a bare durable insert",
      measure: .speed
    ).run({ try await devices[0].buyFuel() }, against: insert)
  }

  /// The time of one purchase if all devices buy at once and then `wait` for their effects.
  ///
  /// The finishes are not measured.
  static func buyAtOnce(
    _ devices: [ServedDevice], then wait: () -> Void = {}
  ) async throws -> Duration {
    let start = ContinuousClock.now
    let bought = try await withThrowingTaskGroup(of: (ServedDevice, TransactionID).self) { group in
      for device in devices {
        group.addTask { (device, try await device.buy(fuel)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    wait()
    let time = ContinuousClock.now - start
    for (device, id) in bought { try await device.finish(id) }
    return time / devices.count
  }
}

extension ServedDevice {
  /// The time of one purchase.
  ///
  /// Its finish is not measured.
  func buyFuel() async throws -> Duration {
    let start = ContinuousClock.now
    let id = try await buy(PurchaseBenchmark.fuel)
    let time = ContinuousClock.now - start
    try await finish(id)
    return time
  }
}
