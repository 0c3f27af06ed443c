import AppStoreServerHTTP
import HTTPService
import Hummingbird

/// Responds to every request: by Apple's API below `/inApps/` and by verifyReceipt if the store has
/// them, and by the store's own operations everywhere else.
struct ServedResponder: HTTPResponder {
  let store: StoreResponder
  let serverAPI: ServerAPIResponder?
  let receipts: VerifyReceiptResponder?

  func respond(to request: Request, context: ConnectionContext) async -> Response {
    let path = request.literalPath
    if let serverAPI, ServerAPIResponder.serves(path) {
      return await serverAPI.respond(to: request, context: context)
    }
    if let receipts, VerifyReceiptResponder.serves(path) {
      return await receipts.respond(to: request, context: context)
    }
    return await store.respond(to: request, context: context)
  }
}
