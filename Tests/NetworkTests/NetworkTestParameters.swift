import Foundation

/// How much is bought, and how often the server is killed meanwhile.
struct NetworkTestParameters {
  var devices = 8
  var purchases: Int
  var kills: Int
  var seed: UInt64

  /// A short run, unless `NETWORK_PURCHASES`, `NETWORK_KILLS` and `NETWORK_SEED` say otherwise.
  static var environment: NetworkTestParameters {
    let environment = ProcessInfo.processInfo.environment
    func number<Number: LosslessStringConvertible>(_ name: String, _ defaultValue: Number) -> Number
    {
      environment[name].flatMap { Number($0) } ?? defaultValue
    }
    return NetworkTestParameters(
      purchases: number("NETWORK_PURCHASES", 160), kills: number("NETWORK_KILLS", 2),
      seed: number("NETWORK_SEED", 1))
  }

  /// The numbers of confirmed purchases at which the server is killed.
  var killPoints: [Int] {
    (0..<kills).map { purchases * ($0 + 1) / (kills + 1) }
  }
}
