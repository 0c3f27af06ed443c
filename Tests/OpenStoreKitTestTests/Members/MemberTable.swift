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
  /// The lines before the probes: the import, and the values that they use.
  private let prelude: String
  var members: [Member] { groups.flatMap(\.members) }

  /// Reads the lines of a file; those that begin with `#` are comments.
  init(_ text: String, prelude: String) throws {
    self.prelude = prelude
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

  /// One function for each probe, each on a line of its own after the prelude.
  var source: String {
    let functions = members.enumerated().map {
      "@MainActor func probe\($0)() async throws { \($1.probe) }"
    }
    return ([prelude] + functions).joined(separator: "\n")
  }

  /// Returns the members that do not compile, by the compiler's errors.
  func missing(_ diagnostics: [ClientCompiler.Diagnostic]) -> Set<Member> {
    let (first, all) = (firstProbeLine, members)
    return Set(
      diagnostics.filter { $0.isError && $0.line >= first }.map { all[$0.line - first] })
  }

  /// The line of the first probe in ``source``.
  var firstProbeLine: Int {
    prelude.split(separator: "\n", omittingEmptySubsequences: false).count + 1
  }
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
  func article(_ framework: Framework, missing: Set<Member>) -> String {
    let sections = groups.map { group in
      "## \(group.name)\n\n| Member | Here | Why not |\n|---|---|---|\n"
        + group.members.map { row($0, isMissing: missing.contains($0)) }.joined(separator: "\n")
    }
    return """
      # \(framework.title)

      Which members of \(framework.name) are here, as a test finds by compiling one probe for each.

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
