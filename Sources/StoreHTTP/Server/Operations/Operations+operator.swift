import Logging
import StoreAPI

extension Operations {
  /// Carries out the operator's commands, and logs their names.
  ///
  /// Nothing else of a command is logged, because it may be a password.
  mutating func serveOperator(
    _ authentication: Authentication<AuthenticatedOperator>, _ logger: Logger
  ) {
    serve(OperatorEndpoints.perform, authentication) { command, caller in
      logger.info(
        "command", metadata: ["id": "\(caller.requestID)", "command": "\(command.name.rawValue)"])
      return try await caller.store.perform(command)
    }
  }
}
