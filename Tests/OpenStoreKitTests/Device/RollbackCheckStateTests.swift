import Testing

@testable import OpenStoreKit

/// The numbers are those of the diagram at the head of `RollbackCheck.swift`.
@Suite struct RollbackCheckStateTests {
  @Test func `2, a check that lost its line is made again when its request has ended`() {
    var check = RollbackCheck(isNeeded: true)
    check.receivedNewer()
    let isAsked = check.mustAsk()
    let lost = check.begin()
    check.lost()

    let isAskedMeanwhile = check.mustAsk()
    check.end()
    check.failed(on: lost)
    let isAskedAgain = check.mustAsk()
    let connection = check.begin()
    check.end()
    check.showed(on: connection)

    #expect(isAsked)
    #expect(!isAskedMeanwhile)
    #expect(isAskedAgain)
    #expect(check.isShown)
  }
}
