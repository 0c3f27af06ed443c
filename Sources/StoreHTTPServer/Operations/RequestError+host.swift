import HTTPService
import StoreHTTP

extension RequestError {
  /// The answer to a request that a host policy refuses.
  init(_ error: HostError) {
    switch error {
    case .misdirected:
      self.init(
        .misdirected,
        "the store does not answer to the name in the header Host: use its address, or a name that "
          + "was given to skdemo serve with --allow-host NAME")
    case .foreignOrigin:
      self.init(
        .foreignOrigin,
        "the request comes from a page of another origin: only pages of this store's origin may send it"
      )
    }
  }
}
