import HTTPService
import StoreHTTPServer

/// The limits of a server's connections and of its requests.
@dynamicMemberLookup struct ServedLimits {
  var server = ServerSettings.Limits()
  var store = RequestLimits()

  subscript<Value>(dynamicMember limit: WritableKeyPath<ServerSettings.Limits, Value>) -> Value {
    get { server[keyPath: limit] }
    set { server[keyPath: limit] = newValue }
  }

  subscript<Value>(dynamicMember limit: WritableKeyPath<RequestLimits, Value>) -> Value {
    get { store[keyPath: limit] }
    set { store[keyPath: limit] = newValue }
  }

  static func with(_ change: (inout Self) -> Void) -> Self {
    var limits = Self()
    change(&limits)
    return limits
  }
}

extension RequestLimits {
  static func with(_ change: (inout Self) -> Void) -> Self {
    var limits = Self()
    change(&limits)
    return limits
  }
}
