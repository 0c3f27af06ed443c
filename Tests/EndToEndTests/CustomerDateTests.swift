import Foundation
import TestSupport
import Testing

/// The days of the customer, in text; JSON has every date in UTC.
@Suite(.hangLimit) struct CustomerDateTests {
  @Test(arguments: [
    ("Asia/Tokyo", "2027-01-01T06:30:00+09:00", "2027-03-01"),
    ("America/New_York", "2026-12-31T16:30:00-05:00", "2027-02-28"),
    ("JST-9", "2027-01-01T06:30:00+09:00", "2027-03-01"),
    ("UTC", "2026-12-31T21:30:00Z", "2027-02-28"),
  ])
  func `history and status have the dates of the process's time zone`(
    zone: String, purchase: String, end: String
  ) async throws {
    let commandLine = try CommandLineFixture()
    let environment = ["TZ": zone]
    _ = try await commandLine.skdemo("store", "clock", "freeze").succeeded()
    _ = try await commandLine.skdemo("store", "advance", "--to", "2026-12-31T21:30:00Z").succeeded()
    _ = try await commandLine.skdemo("buy", "subscription.pro", "--yes").succeeded()

    let history = try await commandLine.skdemo(["history"], environment: environment).succeeded()
    let status = try await commandLine.skdemo(["status"], environment: environment).succeeded()
    let json = try await commandLine.skdemo(["status", "--json"], environment: environment)
      .succeeded().json()

    #expect(history.output.contains(purchase))
    #expect(status.output.contains("until \(end)"))
    #expect(json["now"] as? String == "2026-12-31T21:30:00Z")
  }

  @Test(arguments: [
    ("Asia/Tokyo", "2027-01-01T06:30:00+09:00"), ("America/New_York", "2026-12-31T16:30:00-05:00"),
  ])
  func `a refusal has its dates in the process's time zone, and in JSON in UTC`(
    zone: String, end: String
  ) async throws {
    let commandLine = try CommandLineFixture()
    let environment = ["TZ": zone]
    _ = try await commandLine.skdemo("store", "clock", "freeze").succeeded()
    _ = try await commandLine.skdemo(
      "store", "offer-code", "create", "nonconsumable.car", "--custom", "DECEMBER",
      "--expires", "2026-12-31T21:30:00Z"
    ).succeeded()
    _ = try await commandLine.skdemo("store", "advance", "--to", "2027-01-02").succeeded()

    let redeem = ["redeem", "DECEMBER", "--yes"]
    let text = try await commandLine.skdemo(redeem, environment: environment)
    let json = try await commandLine.skdemo(redeem + ["--json"], environment: environment)

    #expect(text.errors.contains("expired on \(end)"), "\(text.errors)")
    #expect(json.errors.contains("expired on 2026-12-31T21:30:00Z"), "\(json.errors)")
  }

  @Test func `an operator's refusal has its dates in UTC, as other output of the operator`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    _ = try await commandLine.skdemo("store", "clock", "freeze").succeeded()
    _ = try await commandLine.skdemo("store", "advance", "--to", "2026-12-31T21:30:00Z").succeeded()

    let refused = try await commandLine.skdemo(
      ["store", "advance", "--to", "2026-12-30T00:00:00Z"], environment: ["TZ": "Asia/Tokyo"])

    #expect(refused.errors.contains("from 2026-12-31T21:30:00Z"), "\(refused.errors)")
    #expect(refused.errors.contains("to 2026-12-30T00:00:00Z"), "\(refused.errors)")
  }
}
