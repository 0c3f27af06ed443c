import HTTPService
import Logging
import StoreAPI

extension Logger {
  /// Logs why a stream has ended, and the code of the error that it ended with.
  func noteStream(_ outcome: SSEWriter.Outcome, of context: RequestContext, _ operation: String) {
    var metadata: Metadata = [
      "id": "\(context.id)", "operation": "\(operation)", "why": "\(outcome.end.rawValue)",
      "address": "\(context.address)",
    ]
    if let error = outcome.error as? StoreError { metadata["fault"] = "\(error.label)" }
    info("stream ended", metadata: metadata)
  }
}
