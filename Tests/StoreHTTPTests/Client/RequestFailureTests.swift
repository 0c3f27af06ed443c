import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import StoreHTTP
@testable import StoreHTTPClient

/// Whether an error means that the store has received the request.
@Suite struct RequestFailureTests {
  @Test(arguments: [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ECONNRESET, EPIPE, ETIMEDOUT])
  func `a request that fails after it was sent may have been received`(code: CInt) {
    let error = IOError(errnoCode: code, reason: "read")

    #expect(RequestFailure(error).corrected(wasSent: true).kind == .lost)
  }

  @Test(arguments: [ECONNREFUSED, EHOSTUNREACH, ECONNRESET, EPIPE])
  func `a request that fails before it was sent was not received`(code: CInt) {
    let error = IOError(errnoCode: code, reason: "write")

    #expect(RequestFailure(error).corrected(wasSent: false).kind == .unreachable)
  }

  @Test func `a TLS connection that closes without notice may have carried the request`() {
    let failure = RequestFailure(NIOSSLError.uncleanShutdown)

    #expect(failure.kind == .lost)
    #expect(failure.corrected(wasSent: true).kind == .lost)
    #expect(failure.corrected(wasSent: nil).kind == .lost)
  }
}

/// Why a server's certificates are not trusted.
@Suite struct PresentedCertificatesTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let day: TimeInterval = 86_400

  struct Example: Sendable {
    /// The periods of validity, in days from now.
    var validities: [ClosedRange<Double>]
    /// A part of the reason.
    var reason: String
  }

  @Test(
    arguments: [
      Example(validities: [-2 ... -1], reason: "expired on 2027-01-14T08:00:00Z"),
      Example(validities: [-2...1, -9 ... -1], reason: "expired on 2027-01-14T08:00:00Z"),
      Example(validities: [1...2], reason: "not valid before 2027-01-16T08:00:00Z"),
      Example(validities: [-2...1], reason: "--tls-root FILE"),
      Example(validities: [], reason: "--tls-root FILE"),
    ])
  func `the error says what is wrong with the certificates`(example: Example) {
    let certificates = PresentedCertificates(
      validities: example.validities.map {
        .init(
          begin: Self.now + $0.lowerBound * Self.day, end: Self.now + $0.upperBound * Self.day)
      })

    #expect(certificates.untrustedReason(at: Self.now).contains(example.reason))
  }
}
