import HTTPService
import Hummingbird
import HummingbirdCore
import Logging
import StoreAPI
import StoreHTTP
import StoreOperatorAPI

/// The operation that performs the operator's commands.
///
/// A client that accepts server-sent events gets the progress and then the answer. A command that can
/// take long is cancelled when the client disconnects or the server ends, whatever the client accepts.
struct CommandOperation: Sendable {
  let authentication: Authentication<any StoreOperator>
  let metrics: StoreMetrics
  let logger: Logger
  let bodySize: Int

  var operation: Operation {
    Operation(route: OperatorEndpoints.perform.route) { context, name in
      let store = try await authentication.authenticate(context).principal
      let command = try await context.input(OperatorCommand.self, upTo: bodySize)
      name = command.name
      guard context.request.acceptsEvents else {
        return try .json(await answer(command, by: store, to: context))
      }
      return try await stream(command, by: store, to: context)
    }
  }

  private func answer(
    _ command: OperatorCommand, by store: any StoreOperator, to context: RequestContext
  ) async throws -> Answer<OperatorResult> {
    guard command.reportsProgress else { return try await store.perform(command) }
    let ending = try await context.channel.beginStream()
    guard ending.end == nil else { throw CancellationError() }
    let work = Task { try await store.perform(command) }
    ending.whenReported { work.cancel() }
    return try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      work.cancel()
    }
  }

  private func stream(
    _ command: OperatorCommand, by store: any StoreOperator, to context: RequestContext
  ) async throws -> Response {
    let ending = try await context.channel.beginStream()
    return Response.events { writer in
      let sseWriter = SSEWriter(events: { send in
        try await store.perform(command, sending: send)
      })
      let outcome = await sseWriter.write(until: ending, to: &writer)
      if let error = outcome.error as? StoreError {
        metrics.count(error, of: command.name)
      }
      logger.noteStream(outcome, of: context, command.name)
    }
  }
}

extension StoreOperator {
  /// Performs a command and passes its events on; a slow client misses some progress.
  fileprivate func perform(
    _ command: OperatorCommand, sending send: @Sendable (ServerSentEvent) async -> Void
  ) async throws {
    let (steps, continuation) = AsyncStream.makeStream(
      of: OperatorProgress.self, bufferingPolicy: .bufferingNewest(1))
    async let answer = answer(to: command, continuation)
    for await step in steps { await send(try ServerSentEvent(.progress, step)) }
    await send(try ServerSentEvent(.answer, try await answer))
  }

  private func answer(
    to command: OperatorCommand, _ steps: AsyncStream<OperatorProgress>.Continuation
  ) async throws -> Answer<OperatorResult> {
    defer { steps.finish() }
    return try await perform(command) { steps.yield($0) }
  }
}
