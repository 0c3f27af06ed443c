import Foundation

/// The number of inputs that each test of this module makes, and their seeds.
struct FuzzParameters: Sendable {
  let inputs: UInt32
  let firstSeed: UInt32

  /// A short run, unless `FUZZED_INPUTS` and `FUZZ_SEED` say otherwise.
  static let environment: FuzzParameters = {
    let environment = ProcessInfo.processInfo.environment
    return FuzzParameters(
      inputs: environment["FUZZED_INPUTS"].flatMap { UInt32($0) } ?? 2_000,
      firstSeed: environment["FUZZ_SEED"].flatMap { UInt32($0) } ?? 1)
  }()

  /// One seed for each input, so that a single input can be made again.
  var seeds: Range<UInt64> { UInt64(firstSeed)..<UInt64(firstSeed) + UInt64(inputs) }

  /// Whether the run is so long that inputs of each kind are certain.
  var hasAllKinds: Bool { inputs >= 2_000 }
}

/// The numbers of inputs that were accepted and refused.
struct FuzzTally {
  var accepted = 0
  var refused = 0

  /// Shows the result of a run that is longer than usual.
  func report(_ subject: String) {
    guard FuzzParameters.environment.inputs > 2_000 else { return }
    print("\(subject): \(accepted) inputs were accepted, and \(refused) refused")
  }
}
