import TerminalUI
import Testing

@testable import DemoApp

/// A drive over the whole road.
@Suite struct DriveTests {
  private let drive = Drive(productID: .car, fuelID: .fuel87, number: 1)

  private var steps: [Drive] {
    Array(sequence(first: drive) { $0.next })
  }

  @Test func `a drive takes twelve steps in 1.2 seconds and ends at home`() {
    #expect(steps.count == 12)
    #expect(Drive.pause * steps.count == .milliseconds(1200))
    #expect(steps.last?.column(home: 10, width: 20, road: 74) == 10)
  }

  @Test func `the car leaves at the right, faster and faster, and comes back from the left`() {
    let columns = steps.map { $0.column(home: 10, width: 20, road: 74) }
    let (out, home) = (columns.prefix(6), columns.suffix(6))
    #expect(Array(out) == out.sorted())
    #expect(Array(home) == home.sorted())
    #expect(out.last == 74, "past the end of the road")
    #expect((home.first ?? 0) < 0)
    let gaps = zip(out, out.dropFirst()).map { $1 - $0 }
    #expect(gaps == gaps.sorted())
  }

  @Test func `the gauge loses its block when the car is gone`() async throws {
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)
    let fuel = try #require(demo.store?.product(.fuel87))
    demo.send(.drove(.fuel87, fuel: [.fuel87: 3]))
    #expect(demo.level(of: fuel) == 4)
    while let drive = demo.drive, !drive.hasLeft { demo.send(.ticked(drive)) }
    #expect(demo.level(of: fuel) == 3)
    while let drive = demo.drive { demo.send(.ticked(drive)) }
    #expect(demo.level(of: fuel) == 3)
  }

  @Test func `in the garage the car crosses the other cars' places, and then all stand as before`()
    async
  {
    var demo = await Sample.demo(Sample.owner, fuel: [.fuel87: 3])
    let before = demo.frame(columns: 80, rows: 24).lines
    demo.send(.drove(.fuel87, fuel: [.fuel87: 3]))
    var columns: Set<Int> = []
    while let drive = demo.drive {
      let frame = demo.frame(columns: 80, rows: 24)
      for row in 3..<9 {
        for column in 0..<80 where frame[Point(column: column, row: row)].style == .lit {
          columns.insert(column)
        }
      }
      demo.send(.ticked(drive))
    }
    #expect((columns.min() ?? 80) < 10)
    #expect((columns.max() ?? 0) > 70)
    #expect(demo.frame(columns: 80, rows: 24).lines.prefix(12) == before.prefix(12))
  }

  @Test func `with reduced motion no car moves`() async {
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank, reducesMotion: true)
    #expect(demo.send(.drove(.fuel87, fuel: [.fuel87: 3])) == [])
    #expect(demo.drive == nil)
  }

  @Test func `a drive ends when its car is no longer in view`() async throws {
    var demo = await Sample.demo(Sample.owner, fuel: Sample.tank)
    demo.send(.drove(.fuel87, fuel: [.fuel87: 3]))
    let drive = try #require(demo.drive)
    demo.type("s")
    #expect(demo.send(.ticked(drive)) == [])
    #expect(demo.drive == nil)
  }
}
