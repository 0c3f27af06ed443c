import Foundation
import StoreAPI
import Testing

@Suite struct StoreTimeTests {
  private let time = StoreTime(
    now: Date(timeIntervalSinceReferenceDate: 0), isFrozen: false, timeRate: .realTime, epoch: 1)

  @Test func `the time of an earlier store has no generation and no jump`() throws {
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(time))

    #expect(
      Set(try #require(object as? [String: Any]).keys) == ["now", "isFrozen", "pace", "epoch"])
    #expect(try JSONDecoder().decode(StoreTime.self, from: JSONEncoder().encode(time)) == time)
  }

  @Test func `a generation and a jump are read as they were written`() throws {
    var jumped = time
    jumped.generation = 3
    jumped.jump = ClockJump(to: time.now + 400 * 86_400, after: time.now)

    let read = try JSONDecoder().decode(StoreTime.self, from: JSONEncoder().encode(jumped))

    #expect(read == jumped)
    #expect(read.jump?.days == 400)
  }
}
