import StoreAPI
import Testing

@testable import OpenStoreKit

/// The numbers are those of the table at the head of CommandOutcome.swift.
@Suite struct CommandOutcomeTests {
  private static let lost = StoreError.unavailable(reason: "lost")
  private static let away = StoreError.unavailable(reason: "away")
  private static let refusal = StoreError.noPriceIncrease(productID: "pro")

  @Test(
    arguments: [
      (1, .success(true), .success(false), .performed(isChanged: true)),
      (1, .success(true), .failure(away), .performed(isChanged: true)),
      (2, .success(false), .success(true), .performed(isChanged: true)),
      (2, .failure(refusal), .success(true), .performed(isChanged: true)),
      (2, .failure(lost), .success(true), .performed(isChanged: true)),
      (3, .success(false), .success(false), .performed(isChanged: false)),
      (3, .success(false), .success(nil), .performed(isChanged: false)),
      (4, .failure(refusal), .success(false), .refused(refusal)),
      (4, .failure(refusal), .success(nil), .refused(refusal)),
      (4, .failure(refusal), .failure(away), .refused(refusal)),
      (5, .failure(lost), .success(false), .unknown(lost)),
      (5, .failure(lost), .success(nil), .unknown(lost)),
      (5, .failure(lost), .failure(away), .unknown(away)),
      (6, .success(false), .failure(away), .unknown(away)),
    ] as [(Int, Result<Bool, StoreError>, Result<Bool?, StoreError>, CommandOutcome)])
  func `1 2 3 4 5 6: what the customer holds afterwards decides`(
    row: Int, answer: Result<Bool, StoreError>, isFulfilled: Result<Bool?, StoreError>,
    end: CommandOutcome
  ) {
    #expect(CommandOutcome(answer, isFulfilled: isFulfilled) == end, "row \(row)")
  }

  @Test func `a command of unknown end is reported as a network error, which says what to do`() {
    let error = #expect(throws: StoreKitError.self) {
      try CommandOutcome.unknown(Self.away).outcome
    }
    guard case .networkError(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.code == .networkConnectionLost)
    #expect(reason.localizedDescription == CommandOutcome.unknown(Self.away).failure)
    #expect(reason.localizedDescription.contains("the result of this change is unknown"))
    #expect(reason.localizedDescription.contains("The change may still happen."))
    #expect(reason.localizedDescription.contains("choose again only if nothing has changed"))
  }
}
