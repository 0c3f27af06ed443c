import AppStoreServerHTTP
import HTTPService
import Hummingbird

/// Responds to every request: by Apple's API below `/inApps/` if the store has it, and by the store's
/// own operations everywhere else.
struct ServedResponder: HTTPResponder {
  let store: StoreResponder
  let serverAPI: ServerAPIResponder?

  func respond(to request: Request, context: ConnectionContext) async -> Response {
    guard let serverAPI, ServerAPIResponder.serves(request.literalPath) else {
      return await store.respond(to: request, context: context)
    }
    return await serverAPI.respond(to: request, context: context)
  }
}
