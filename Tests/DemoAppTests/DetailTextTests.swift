import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// The texts of a product's page, from the product's data alone.
@Suite struct DetailTextTests {
  private func text(_ id: String, _ facts: StoreFacts) throws -> DetailText {
    let store = Store(facts)
    return DetailText(
      product: try #require(store.product(id)), store: store, presentation: Sample.presentation,
      isSelling: true)
  }

  @Test func `a car is paid once and stays`() throws {
    let text = try text(.suv, Sample.facts())
    #expect(
      text.benefits
        == ["Yours forever, on all your devices.", "Can be shared with your family."])
    #expect(text.terms == ["Paid once."])
  }

  @Test func `a plan gives its features and renews`() throws {
    let text = try text(.pro, Sample.facts())
    #expect(text.benefits == ["navigation", "dash cam", "autopilot"])
    #expect(text.terms == ["Renews until you turn it off."])
  }

  @Test func `another plan says when it begins`() throws {
    let terms = try text(.standard, Sample.owner).terms
    #expect(terms.contains("Begins when Pro expires on 14 Dec 2026."))
  }

  @Test func `a plan that does not renew does not promise a renewal`() throws {
    let facts = Sample.owner.with {
      $0.statuses = [Sample.status(.pro, .subscribed, renews: false)]
    }
    #expect(try text(.pro, facts).terms == [])
  }

  @Test(arguments: [String.car, .suv, .fuel87, .pass, .standard, .pro])
  func `every sentence has at most twelve words`(id: String) throws {
    for facts in [Sample.facts(), Sample.owner, Sample.downgrading] {
      let text = try text(id, facts)
      for sentence in (text.benefits + text.terms).flatMap({ $0.split(separator: ".") }) {
        #expect(sentence.split(separator: " ").count <= 12, "\(sentence)")
      }
    }
  }

  @Test(arguments: [String.racecar, .pro]) func `the right half of a page has one left edge`(
    id: String
  ) async throws {
    for columns in [80, 100, 200] {
      let lines = await Sample.detail(id, Sample.facts()).frame(columns: columns, rows: 24).lines
      let edges = try [id == .pro ? "Pro" : "Race Car", "THE SMALL PRINT"].map { text in
        // The first line has the name too.
        let line = try #require(lines.dropFirst().last { $0.hasSuffix(text) })
        return line.count - text.count
      }
      #expect(Set(edges).count == 1, "\(columns) columns: \(edges)")
    }
  }
}
