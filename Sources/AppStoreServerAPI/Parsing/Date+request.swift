import AppStorePayloads
import Foundation

extension Date {
  /// The date in a request; `nil` before 1970 and after the year 9999.
  init?(requestMilliseconds milliseconds: Int64) {
    guard milliseconds >= 0 else { return nil }
    self.init(payloadMilliseconds: milliseconds)
  }

  /// The date in a query: milliseconds since 1970, in decimal digits only.
  init?(requestMilliseconds text: String) {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let milliseconds = Int64(text)
    else { return nil }
    self.init(requestMilliseconds: milliseconds)
  }
}
