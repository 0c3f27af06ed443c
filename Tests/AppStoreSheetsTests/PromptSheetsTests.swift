import Foundation
import OpenStoreKit
import StandardStreams
import StoreAPI
import Synchronization
import Testing

@testable import AppStorePrompts

@Suite struct PromptSheetsTests {
  private final class Console: Sendable {
    private let written = Mutex("")

    var text: String { written.withLock { $0 } }

    func write(_ text: TerminalText) { written.withLock { $0 += text.text } }
  }

  private let console = Console()

  private func sheets(_ answers: PromptSheets.Answers) -> PromptSheets {
    PromptSheets(answers: answers, write: console.write)
  }

  @Test func `a customer who agrees to everything is not asked`() async {
    #expect(await sheets(.yes).ask(Sample.pro))
    #expect(console.text.isEmpty)
  }

  @Test func `a customer who declines everything is not asked`() async {
    #expect(await !sheets(.no).ask(Sample.pro))
    #expect(console.text.isEmpty)
  }

  @Test func `without a terminal the answer is no`() async {
    #expect(await !sheets(.nobody(advice: "Confirm with --yes.")).ask(Sample.pro))
    #expect(
      console.text
        == "Not confirmed, because there is no terminal for the question. Confirm with --yes.\n")
  }

  @Test(arguments: [("y", true), ("YES", true), ("", false), ("n", false), ("p", false)])
  func `only a yes agrees`(line: String, agrees: Bool) async {
    #expect(await sheets(.terminal { line }).ask(Sample.pro) == agrees)
  }

  @Test func `the end of the input declines`() async {
    #expect(await !sheets(.terminal { nil }).ask(Sample.pro))
  }

  private let refund = Sample.refund

  @Test func `each reason of a refund stands on a line with its key`() async {
    #expect(
      await sheets(.terminal { "3" }).choose(in: refund)
        == RefundSheet.Choice(.unsatisfiedWithPurchase))
    #expect(console.text.hasPrefix("Ask for a refund\nWhy do you want your money back?\n"))
    #expect(console.text.contains("Purchase     Pro, $4.99\nTransaction  7\n"))
    #expect(console.text.contains("1  I didn't mean to buy this\n"))
  }

  @Test(arguments: [
    ("5", RefundSheet.Choice(.other, text: "5") as RefundSheet.Choice?), ("", nil), ("y", nil),
  ])
  func `another reason is asked for in words, and Enter asks for nothing`(
    line: String, choice: RefundSheet.Choice?
  ) async {
    #expect(await sheets(.terminal { line }).choose(in: refund) == choice)
  }

  @Test(arguments: ["", nil])
  func `who says nothing about another reason asks for nothing`(second: String?) async {
    let lines = Mutex<[String?]>(["5", second])
    let choice = await sheets(.terminal { lines.withLock { $0.removeFirst() } }).choose(in: refund)
    #expect(choice == nil)
    #expect(lines.withLock { $0.isEmpty })
  }

  @Test func `a refund is not asked for without an answer`() async {
    #expect(await sheets(.no).choose(in: refund) == nil)
    #expect(await sheets(.nobody(advice: "")).choose(in: refund) == nil)
    #expect(await sheets(.yes).choose(in: refund) == RefundSheet.Choice(.unintendedPurchase))
  }

  @Test func `the question comes after the whole terms`() async {
    _ = await sheets(.terminal { "n" }).ask(Sample.pro)

    #expect(
      console.text == """
        Pro
        subscription that renews until you turn it off
        Account     alex
        Storefront  United States, USD
        You pay     $1.99 today for 2 months, then $4.99 / month from 21 Jan 2027
        This is a test store. No money moves.
        Pay $1.99? [y/N]\u{20}
        """)
  }

  @Test func `a product's name cannot change another line`() async {
    let name = "Pro\u{1B}[3A\u{9B}2K\nYou pay  nothing\r"

    _ = await sheets(.terminal { "n" }).ask(
      Sample.page(name, Sample.plan, terms: Sample.introduced()))

    let controls = console.text.unicodeScalars.filter { $0.properties.generalCategory == .control }
    #expect(controls.count == 6)
    #expect(controls.allSatisfy { $0 == "\n" })
  }
}
