import Foundation

/// The members of one of Apple's frameworks, each with a probe, as `NAME.members` lists them.
struct MemberTable {
  struct Member: Hashable {
    var name: String
    /// Swift that compiles if and only if the member is there with Apple's shape.
    var probe: String
    /// Why it is missing; empty if it is not.
    var reason: String
  }

  /// The members of one type.
  struct Group: Hashable {
    var name: String
    var members: [Member]
  }

  let groups: [Group]
  var members: [Member] { groups.flatMap(\.members) }

  /// Reads the lines of a file; those that begin with `#` are comments.
  init(_ text: String) throws {
    groups = try text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .reduce(into: []) { groups, line in
        if line.hasPrefix("== ") {
          groups.append(Group(name: String(line.dropFirst(3)), members: []))
        } else {
          let member = try Member(line)
          groups[groups.count - 1].members.append(member)
        }
      }
  }

  /// One function for each probe, each on a line of its own after the lines of ``prelude``.
  var source: String {
    let functions = members.enumerated().map {
      "@MainActor func probe\($0)() async throws { \($1.probe) }"
    }
    return ([Self.prelude] + functions).joined(separator: "\n")
  }

  /// Returns the members that do not compile, by the compiler's errors.
  func missing(_ diagnostics: [ClientCompiler.Diagnostic]) -> Set<Member> {
    let (first, all) = (firstProbeLine, members)
    return Set(
      diagnostics.filter { $0.isError && $0.line >= first }.map { all[$0.line - first] })
  }

  /// The line of the first probe in ``source``.
  var firstProbeLine: Int {
    Self.prelude.split(separator: "\n", omittingEmptySubsequences: false).count + 1
  }

  private static let prelude = """
    import OpenStoreKitTest
    func make<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }
    var product: Product { make() }
    var info: Product.SubscriptionInfo { make() }
    var status: Product.SubscriptionInfo.Status { make() }
    var renewal: Product.SubscriptionInfo.RenewalInfo { make() }
    var offer: Product.SubscriptionOffer { make() }
    var period: Product.SubscriptionPeriod { make() }
    var transaction: Transaction { make() }
    var verified: VerificationResult<Transaction> { make() }
    var app: AppTransaction { make() }
    var storefront: Storefront { make() }
    var message: Message { make() }
    var session: SKTestSession { make() }
    var entry: SKTestTransaction { make() }
    var url: URL { make() }
    var data: Data { make() }
    struct Scene: Sendable {}
    var scene: Scene { make() }
    """
}

extension MemberTable.Member {
  fileprivate init(_ line: Substring) throws {
    let parts = line.components(separatedBy: " | ")
    guard parts.count == 2 || parts.count == 3 else {
      throw Unexpected(text: "not MEMBER | PROBE | REASON: \(line)")
    }
    self.init(name: parts[0], probe: parts[1], reason: parts.count == 3 ? parts[2] : "")
  }
}

extension MemberTable {
  /// Returns the article of the documentation.
  func article(title: String, framework: String, missing: Set<Member>) -> String {
    let sections = groups.map { group in
      "## \(group.name)\n\n| Member | Here | Why not |\n|---|---|---|\n"
        + group.members.map { row($0, isMissing: missing.contains($0)) }.joined(separator: "\n")
    }
    return """
      # \(title)

      Which members of \(framework) are here, as a test finds by compiling one probe for each.

      ## Overview

      \(members.count - missing.count) of \(members.count) members are here. The probes and the \
      reasons are in `Tests/OpenStoreKitTestTests/Members`.

      \(sections.joined(separator: "\n\n"))

      """
  }

  private func row(_ member: Member, isMissing: Bool) -> String {
    "| `\(member.name)` | \(isMissing ? "no" : "yes") | \(isMissing ? member.reason : "") |"
  }
}
