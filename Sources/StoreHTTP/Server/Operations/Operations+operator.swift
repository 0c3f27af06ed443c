import Logging
import StoreAPI

extension Operations {
  /// Carries out the operator's commands, and logs their names: never what is in them, because it
  /// may be a password.
  mutating func serveOperator(
    _ admission: Authentication<any StoreOperator>, _ logger: Logger
  ) {
    serve(OperatorEndpoints.perform, admission) { command, store, context in
      logger.info(
        "command", metadata: ["id": "\(context.id)", "command": "\(command.name.rawValue)"])
      return try await store.perform(command)
    }
  }
}
