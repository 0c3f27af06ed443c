import StoreAPI
import StoreEngine
import StoreHTTPServer
import TestSupport
import Testing

@Suite(.hangLimit) struct NotificationLogTests {
  @Test func `an error of sending notifications is in the log, with its reason`() async throws {
    let (store, log) = (try await StoreFixture.make(), LogLines())
    let server = StoreServer(
      ServedStore(store.engine), operatorKey: "key", logger: log.logger)

    server.logNotificationError(.unavailable(reason: "the disk is full"))

    #expect(log.text.contains(#""message":"a notification cannot be sent""#))
    #expect(log.text.contains(#""error":"unavailable""#))
    #expect(log.text.contains("the disk is full"))
  }
}
