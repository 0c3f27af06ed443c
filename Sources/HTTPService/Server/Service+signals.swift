package import Logging
package import ServiceLifecycle
import UnixSignals

extension Service {
  /// Runs until TERM or the interrupt key ends the process.
  ///
  /// - Parameters:
  ///   - endingTime: The maximum time for requests in progress after the signal.
  ///   - logger: The log of the service.
  /// - Throws: The error with which the service ends.
  package func runUntilSignalled(endingTime: Duration, logger: Logger) async throws {
    var configuration = ServiceGroupConfiguration(
      services: [self], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = endingTime
    try await ServiceGroup(configuration: configuration).run()
  }
}
