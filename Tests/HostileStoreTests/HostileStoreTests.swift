import Foundation
import PrivateFiles
import StoreAPI
import TestSupport
import Testing

/// A store that is after its customers' machines: what it answers leaves no trace outside the device's
/// folder, takes no token to another address, and sends nothing to the terminal.
@Suite(.serialized, .limit(minutes: 30)) struct HostileStoreTests {
  @Test
  func `whatever a store answers, each command ends in order and leaves the machine as it was`()
    async throws
  {
    let parameters = HostileStoreParameters.environment
    let genuine = try await GenuineValues(from: try await StoreFixture.make())
    try await HostileStore.run { elsewhere in
      try await HostileStore.run { store in
        var machine = try HostileMachine(store)
        var (number, succeeded): (UInt64, Int) = (0, 0)
        while store.answers < parameters.answers {
          // Another machine now and then: a device that is damaged asks little.
          if number % 200 == 199 { machine = try HostileMachine(store) }
          let answers = HostileAnswers(
            seed: parameters.seed &+ number, genuine: genuine, elsewhere: elsewhere.url)
          store.answer(answers.response)
          let arguments = machine.arguments(SeededGenerator(seed: parameters.seed &+ number))
          let end = await CommandSample.run(arguments)
          machine.check(end, of: arguments, seed: parameters.seed &+ number)
          number += 1
          if end.failure == nil { succeeded += 1 }
          if number % 50 == 0 { try machine.checkFiles() }
        }
        try machine.checkFiles()
        print(
          "\(store.answers) answers of a hostile store by \(store.lines.count) routes to \(number) "
            + "commands, of which \(succeeded) succeeded")
        #expect(succeeded > 0, "the store goes along with some, to come further")
        #expect(store.lines.count > 10, "\(store.lines)")
        #expect(elsewhere.answers == 0, "nothing was asked elsewhere")
        #expect(!store.heads.contains { $0.contains(HostileMachine.otherToken) })
      }
    }
  }

  @Test func `the program itself ends in order`() async throws {
    let genuine = try await GenuineValues(from: try await StoreFixture.make())
    try await HostileStore.run { store in
      let machine = try HostileMachine(store)
      for (number, arguments) in machine.allArguments.enumerated() where number % 3 == 0 {
        let answers = HostileAnswers(seed: UInt64(number), genuine: genuine, elsewhere: store.url)
        store.answer(answers.response)
        let end = try await machine.runBinary(arguments)
        machine.check(end, of: arguments, seed: UInt64(number))
      }
      try machine.checkFiles()
      #expect(!store.heads.contains { $0.contains(HostileMachine.otherToken) })
    }
  }

  @Test func `a registration under another name reaches neither a file nor the other store`()
    async throws
  {
    let genuine = try await GenuineValues(from: try await StoreFixture.make())
    try await HostileStore.run { store in
      let machine = try HostileMachine(store)
      store.answer { request, _ in
        genuine.response(
          to: request, registering: "../../shop.example-80/devices/device-1")
      }
      #expect(await CommandSample.run(machine.signIn).failure == nil)
      for _ in 0..<3 {
        let end = await CommandSample.run(["status"] + machine.store)
        #expect(end.failure?.isEmpty == false)
      }
      try machine.checkFiles()
      #expect(!store.heads.contains { $0.contains(HostileMachine.otherToken) })
    }
  }
}

/// How many answers are given, and from which seed.
struct HostileStoreParameters {
  var answers: Int
  var seed: UInt64

  /// A short run, unless `HOSTILE_ANSWERS` and `HOSTILE_SEED` say otherwise.
  static var environment: HostileStoreParameters {
    let environment = ProcessInfo.processInfo.environment
    return HostileStoreParameters(
      answers: environment["HOSTILE_ANSWERS"].flatMap { Int($0) } ?? 2_000,
      seed: environment["HOSTILE_SEED"].flatMap { UInt64($0) } ?? 1)
  }
}
