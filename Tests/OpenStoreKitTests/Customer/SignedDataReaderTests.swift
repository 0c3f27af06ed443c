import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.timeLimit(.minutes(1))) struct SignedDataReaderTests {
  @Test func `a token is verified once as long as the session lives`() async throws {
    let sample = try SampleDevice()
    let car = try sample.sign(.sample())
    try sample.hold(latest: [car], unfinished: [car])
    let session = try await sample.session()

    #expect(session.reader.verifications == 1)
    for _ in 1...3 { _ = await session.snapshot() }
    let again: Signed<TransactionPayload>? = await session.reader.read(car)

    #expect(again?.isVerified == true)
    #expect(session.reader.verifications == 1)
  }

  @Test func `what the device keeps is verified at every opening`() async throws {
    let sample = try SampleDevice()
    try sample.hold(latest: [sample.sign(.sample())])

    for _ in 1...2 { #expect(try await sample.session().reader.verifications == 1) }
  }
}
