import TestSupport
import Testing

@testable import TerminalUI
@testable import TransactionManager

/// The keys of the Transaction Manager in every state.
@Suite struct ManagerKeyTests {
  @Test func `the help names every key with what it does, and nothing else`() {
    for (title, manager) in ManagerGallery.all {
      var frame = Frame(size: Size(columns: 200, rows: 200))
      HelpLayer(bindings: manager.bindings, sentences: []).draw(on: &frame)
      let differences = manager.bindings.differences(
        fromHelp: frame.lines.filter { $0.contains("│") },
        headings: Set(KeyGroup.allCases.map(\.title)))
      #expect(differences == [], "\(title)")
    }
  }

  @Test func `nothing needs a key that a terminal may lack`() {
    for (title, manager) in ManagerGallery.all {
      #expect(manager.bindings.unsafeKeys == [], "\(title)")
    }
  }

  @Test func `no key has two meanings at once`() {
    for (title, manager) in ManagerGallery.all {
      let keys = manager.bindings.filter(\.isEnabled).flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(title)")
    }
  }

  @Test func `every command has a name on the command line`() {
    for (title, manager) in ManagerGallery.all {
      let commands = manager.bindings.compactMap { LineCommand($0) }.matching("")
      for binding in manager.bindings where binding.group != .movement {
        #expect(commands.contains { $0.label == binding.label }, "\(binding.label), \(title)")
      }
    }
  }

  @Test func `a table that is being read is announced, and read out when it is there`() {
    let reading = TransactionManager()
    #expect(!reading.isSettled)
    #expect(reading.announcements.map(\.text) == ["Reading the transactions."])
    let read = TransactionManager.showing(TransactionSample.page)
    #expect(read.isSettled && read.announcements.isEmpty)
  }
}
