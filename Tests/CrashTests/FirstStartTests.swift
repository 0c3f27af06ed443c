import Foundation
import PrivateFiles
import TaskScheduling
import TestSupport
import Testing

/// The first start of a program, before there is a folder, ended at every change of the disk.
@Suite(.serialized, .hangLimit) struct FirstStartTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test(arguments: [(DiskEffects.kill, SIGKILL), (.interrupt, SIGINT)])
  func `after a signal at any change of the disk by a first start, the next start works`(
    effect: DiskEffects, signal: Int32
  ) async throws {
    let ends: [Remains] = try await countUp { [temporary] change in
      let data = temporary.url.appending(path: "\(change)")
      let run = try await effect.skdemo(["status", "--json"], data: data, at: change)
      #expect(run.status == (run.isSignalled ? signal : 0), "\(change): \(run)")
      let left = Remains(in: data)
      try await Self.expectStore(in: data, after: "\(change): \(data.paths)")
      return run.isSignalled ? left : nil
    }
    #expect(Set(ends) == [.nothing, .unfinished, .store])
  }

  @Test func `after a storefront is killed before its store exists, the next start makes it`()
    async throws
  {
    let kills: [Remains] = try await countUp { [temporary] change in
      let data = temporary.url.appending(path: "\(change)")
      let end = try await DiskEffects.kill.storefront(data: data, at: change)
      #expect(end == .signalled(SIGKILL), "\(change)")
      let left = Remains(in: data)
      try await Self.expectStore(in: data, after: "\(change): \(data.paths)")
      return left == .store ? nil : left
    }
    #expect(Set(kills) == [.nothing, .unfinished])
  }

  /// The server ends, because this machine does not have that address.
  @Test(arguments: [["run", "--", "true"], ["serve", "--host", "203.0.113.1"]])
  func `a store that another command makes is made anew if it is killed before`(
    arguments: [String]
  ) async throws {
    let kills: [Remains] = try await countUp { [temporary] change in
      let data = temporary.url.appending(path: "\(change)")
      let run = try await DiskEffects.kill.skdemo(arguments, data: data, at: change)
      #expect(run.isSignalled, "\(change): \(run)")
      let left = Remains(in: data)
      try await Self.expectStore(in: data, after: "\(change): \(data.paths)")
      return left == .store ? nil : left
    }
    #expect(Set(kills) == [.nothing, .unfinished])
  }

  @Test func `a first start on a full disk says so, and the next one with room works`() async throws
  {
    let refusals: [Remains] = try await countUp { [temporary] change in
      let data = temporary.url.appending(path: "\(change)")
      let run = try await DiskEffects.full.skdemo(["status", "--json"], data: data, at: change)
      #expect([0, 1, 3].contains(run.status) && !run.isSignalled, "\(change): \(run)")
      if run.status != 0 {
        #expect(!run.errors.contains("before-migration"), "\(change): \(run.errors)")
        #expect(!run.errors.contains("another program's"), "\(change): \(run.errors)")
      }
      let left = Remains(in: data)
      #expect(run.status != 0 || left == .store, "\(change): \(data.paths)")
      try await Self.expectStore(in: data, after: "\(change): \(data.paths), \(run.errors)")
      return left == .store ? nil : left
    }
    #expect(refusals.contains(.unfinished))
  }

  @Test func `simultaneous first starts agree on one store, even if one is killed`() async throws {
    _ = try await concurrentMap([12, 24, 34]) { [temporary] change in
      let data = temporary.url.appending(path: "\(change)")
      async let killed = DiskEffects.kill.skdemo(["status"], data: data, at: change)
      async let others = concurrentMap(1...3) { _ in
        try await CommandRun.run(
          "skdemo", ["store", "clock", "--json"], environment: ["SKDEMO_DATA": data.path])
      }
      let (_, runs) = try await (killed, others)
      let epochs = try runs.map { try #require($0.json()["epoch"] as? Int) }
      #expect(Set(epochs).count == 1)
      try await Self.expectStore(in: data, after: "\(change): \(data.paths)")
    }
  }

  /// Expects that the next command works, with the certificates of a store if there was one, and
  /// that no draft is left.
  private static func expectStore(in data: URL, after context: String) async throws {
    let root = data.appending(path: "authority/root.der")
    let before = data.has("store.sqlite") ? try Data(contentsOf: root) : nil

    let next = try await CommandRun.run(
      "skdemo", ["status", "--json"], environment: ["SKDEMO_DATA": data.path])

    #expect(next.status == 0, "\(next.errors) after \(context)")
    #expect(next.errors == "", "\(context)")
    if let before { #expect(try Data(contentsOf: root) == before, "\(context)") }
    #expect(!data.has("store.new") && !data.has("store.sqlite-journal"), "\(context)")
  }
}
