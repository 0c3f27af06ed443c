import Foundation
import PrivateFiles
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// What the device showed last, in `last-seen.json`.
@Suite(.hangLimit) struct LastSeenTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lastSeen(_ account: String = "alice") -> LastSeen {
    LastSeen(folder: folder.url, account: account, timeZone: .gmt)
  }

  @Test func `the time zone is that of now, and is not kept`() throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    lastSeen().save(Store(Sample.owner))

    let seen = LastSeen(folder: folder.url, account: "alice", timeZone: tokyo).load()
    #expect(seen?.timeZone == tokyo)
    let file = folder.url.appending(path: "last-seen.json")
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("timeZone"))
  }

  @Test func `what was seen is there again, for its account only`() {
    lastSeen().save(Store(Sample.owner))

    #expect(lastSeen().load() == Store(Sample.owner))
    #expect(lastSeen("bob").load() == nil)
  }

  @Test(arguments: ["", "{", "[]", #"{ "account" : "alice", "store" : { "standings" : {} } }"#])
  func `a file that is damaged or of another version counts as none, and is written again`(
    text: String
  ) throws {
    try Data(text.utf8).write(to: folder.url.appending(path: "last-seen.json"))
    #expect(lastSeen().load() == nil)

    lastSeen().save(Store(Sample.facts()))
    #expect(lastSeen().load() == Store(Sample.facts()))
  }

  @Test func `the launch shows what the storefront showed last`() async throws {
    let app = try await AppFixture.open(.make())
    let program = Program(terminal: RecordedTerminal())
    let screen = await program.push(await Sample.demo(Sample.facts())) { _, _ in }
    let store = await app.connected { controller in
      await controller.perform(.reload, for: screen)
      return await controller.reload()
    }

    var demo = Demo()
    demo.send(app.controller.initialMessage(Sample.presentation))

    #expect(demo.lastSeen == store)
    #expect(demo.launchResult == nil)
  }

  @Test func `a command shows nothing, so it changes nothing of what was seen last`() async throws {
    let app = try await AppFixture.open(.make())
    _ = await app.connected { await $0.launch() }

    var demo = Demo()
    demo.send(app.controller.initialMessage(Sample.presentation))

    #expect(demo.lastSeen == nil)
  }
}
