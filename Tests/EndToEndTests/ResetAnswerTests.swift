import Foundation
import StoreAPI
import StoreOperatorAPI
import Testing

@testable import skdemo

/// The report of `skdemo store reset` for each answer of the store.
@Suite struct ResetAnswerTests {
  private let asNew = OperatorCommand.reset(asNew: true)

  private func answer(_ json: String) throws -> Answer<OperatorResult> {
    let result = try JSONDecoder().decode(OperatorResult.self, from: Data(json.utf8))
    let time = StoreTime(
      now: Date(timeIntervalSince1970: 1_800_000_000), isFrozen: true, timeRate: .realTime, epoch: 2
    )
    return Answer(result, at: time)
  }

  @Test func `a store that is as new says so`() throws {
    let answer = try answer(#"{"done":{"asNew":true}}"#)

    #expect(answer.sentence(after: asNew).hasPrefix("the store is as new: "))
    try answer.checkReset(asNew: true)
  }

  @Test func `a store of an earlier version is not called new, and the command fails`() throws {
    let answer = try answer(#"{"done":{}}"#)
    let sentence = "all purchases were deleted, but prices, settings and clock were kept: "

    #expect(answer.sentence(after: asNew).hasPrefix(sentence))
    let failure = #expect(throws: CommandFailure.self) { try answer.checkReset(asNew: true) }
    #expect(failure?.code == "notAsNew" && failure?.exit == .refused)
    #expect(failure?.message.hasPrefix(sentence) == true)
  }

  @Test func `a reset of the purchases alone needs no such answer`() throws {
    let answer = try answer(#"{"done":{}}"#)

    try answer.checkReset(asNew: false)
    #expect(answer.sentence(after: .reset).hasPrefix("all purchases were deleted; "))
  }
}
