import AsyncAlgorithms
import CoreMetrics
import Foundation
import HummingbirdCore
import NIOCore
import StoreAPI

/// Writes a stream of updates, one event after the other.
///
/// It asks for the next event while the last one is written.
struct SSEWriter: Sendable {
  private enum Part {
    case event(ServerSentEvent)
    case end(StreamEnd, saying: ServerSentEvent? = nil)
  }

  let backend: any StoreBackend
  let after: Int64
  let metrics: ServerMetrics

  /// Writes until the connection reports an end or the store ends the updates with a fault.
  ///
  /// - Returns: Why it ended.
  func write(
    until ends: AsyncStream<StreamEnd>, to writer: inout any ResponseBodyWriter
  ) async -> StreamEnd {
    let parts = AsyncChannel<Part>()
    return await withTaskGroup(of: Void.self) { group in
      group.addTask { await read(into: parts) }
      group.addTask { for await end in ends { await parts.send(.end(end)) } }
      defer { group.cancelAll() }
      return await write(parts, to: &writer)
    }
  }

  private func read(into parts: AsyncChannel<Part>) async {
    do {
      for try await update in backend.updates(after: after) {
        await parts.send(.event(try ServerSentEvent(update)))
      }
      await parts.send(.end(.storeEnded))
    } catch let fault as StoreFault {
      await parts.send(.end(.storeEnded, saying: try? ServerSentEvent(fault)))
    } catch {
      await parts.send(.end(.storeEnded))
    }
  }

  /// If a write fails, the client has disconnected, and the connection reports the reason.
  private func write(
    _ parts: AsyncChannel<Part>, to writer: inout any ResponseBodyWriter
  ) async -> StreamEnd {
    try? await writer.write(ByteBuffer(string: ServerSentEvent.heartbeat))
    for await part in parts {
      switch part {
      case .event(let event):
        guard (try? await writer.write(ByteBuffer(string: event.text))) != nil else { continue }
        metrics.events.increment()
      case .end(let end, let event):
        if let event { try? await writer.write(ByteBuffer(string: event.text)) }
        return end
      }
    }
    return .serverEnding
  }
}

extension ServerSentEvent {
  fileprivate init(_ update: Answer<StoreUpdate>) throws {
    let data = try JSONEncoder.payload.encode(update)
    // What is not an event has no ID: a stream resumes after the last event.
    let id = update.value.isEvent ? update.value.sequence : nil
    self.init(.update, id: id, data: String(decoding: data, as: UTF8.self))
  }

  fileprivate init(_ fault: StoreFault) throws {
    let data = try JSONEncoder.payload.encode(ErrorDocument(fault))
    self.init(.fault, data: String(decoding: data, as: UTF8.self))
  }
}
