import Foundation

/// How much is bought, and how often the server dies meanwhile.
struct Plan {
  var devices = 8
  var purchases: Int
  var kills: Int
  var seed: UInt64

  /// A short run, unless `NETWORK_PURCHASES`, `NETWORK_KILLS` and `NETWORK_SEED` ask for another.
  static var environment: Plan {
    let environment = ProcessInfo.processInfo.environment
    func number<Number: LosslessStringConvertible>(_ name: String, _ usual: Number) -> Number {
      environment[name].flatMap { Number($0) } ?? usual
    }
    return Plan(
      purchases: number("NETWORK_PURCHASES", 160), kills: number("NETWORK_KILLS", 2),
      seed: number("NETWORK_SEED", 1))
  }

  /// After how many purchases the server dies, each time.
  var killings: [Int] {
    (0..<kills).map { purchases * ($0 + 1) / (kills + 1) }
  }
}
