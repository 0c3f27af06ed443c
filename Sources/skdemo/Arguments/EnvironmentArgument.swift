import AppStorePayloads
import ArgumentParser

/// The environments that a store of this program can have, as an option names them.
enum EnvironmentArgument: String, CaseIterable, ExpressibleByArgument {
  case sandbox, production

  /// The environment as signed data names it.
  var environment: StoreEnvironment {
    switch self {
    case .sandbox: .sandbox
    case .production: .production
    }
  }
}
