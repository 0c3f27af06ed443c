import TerminalUI
import Testing

@testable import DemoApp

/// The cars of My Cars on their road.
@Suite struct GarageTests {
  private static let wide = Size(columns: 80, rows: 24)

  private static func bay(_ id: String, columns: Int) -> Garage.Bay {
    Garage.Bay(id: id, name: id, picture: [String(repeating: "#", count: columns)])
  }

  private static let all = Sample.owner.with {
    $0.entitlements = [Sample.owned(.car), Sample.owned(.suv), Sample.owned(.racecar)]
  }

  @Test func `all three cars of the shop stand side by side at 80×24`() async throws {
    let demo = await Sample.demo(Self.all, fuel: Sample.tank)
    let garage = try #require(demo.garage)
    #expect(garage.bays.map(\.id) == [.car, .suv, .racecar])
    #expect(!garage.hasEarlier && !garage.hasLater)

    let row = try #require(demo.frame(columns: 80, rows: 24).lines.first { $0.contains("▌ Car") })
    #expect(row.contains("Sport Utility Vehicle") && row.contains("Race Car"))
  }

  @Test func `cars do not overlap and stay on the road`() {
    for columns in 54...130 {
      let cars = [22, 17, 28, 9, 30].enumerated().map { Self.bay("\($0)", columns: $1) }
      for car in cars {
        let garage = Garage(cars, selected: car.id, columns: columns)
        #expect(garage.bays.contains { $0.id == car.id }, "\(columns)")
        for (left, right) in zip(garage.bays, garage.bays.dropFirst()) {
          #expect(left.column + left.columns < right.column, "\(columns)")
        }
        let end = garage.bays.last.map { $0.column + $0.columns } ?? 0
        #expect(end <= columns, "\(columns)")
      }
    }
  }

  @Test func `the cars in view stay while the selection is among them`() {
    let cars = (0..<5).map { Self.bay("\($0)", columns: 20) }
    let first = Garage(cars, selected: "0", columns: 60)
    #expect(first.bays.map(\.id) == ["0", "1"])
    #expect(Garage(cars, selected: "1", columns: 60).bays == first.bays)
    #expect(first.hasLater && !first.hasEarlier)

    let last = Garage(cars, selected: "4", columns: 60)
    #expect(last.bays.map(\.id) == ["4"])
    #expect(last.hasEarlier && !last.hasLater)
  }

  @Test func `the arrows walk along the road, and down leads to the plan`() async {
    var demo = await Sample.demo(Self.all, fuel: Sample.tank)
    demo.type(.right, .right)
    #expect(demo.selection == .product(.racecar))
    demo.type(.left)
    #expect(demo.selection == .product(.suv))
    demo.type(.down)
    #expect(demo.selection == .product(.pro))
  }

  @Test func `only the selected car has its lights on`() async {
    let frame = await Sample.demo(Self.all).frame(columns: 80, rows: 24)
    let lit = (0..<80).filter { column in
      (0..<24).contains { frame[Point(column: column, row: $0)].style == .lit }
    }
    #expect(!lit.isEmpty)
    #expect((lit.max() ?? 80) < 30)
  }

  @Test func `of the pictures, a step along the road draws only the lights`() async throws {
    var demo = await Sample.demo(Self.all, fuel: Sample.tank)
    let first = demo.frame(columns: 80, rows: 24)
    let road = try #require(first.lines.firstIndex { $0.contains("═══") })
    for key in [Key.right, .right, .down, .up] {
      let before = demo.frame(columns: 80, rows: 24)
      demo.type(key)
      let changed = demo.frame(columns: 80, rows: 24).differences(from: before)
      #expect(!changed.isEmpty)
      let above = changed.filter { $0.start.row <= road }.flatMap(\.cells)
      #expect(above.allSatisfy { ["●", "◉"].contains($0.text) }, "\(above.map(\.text))")
    }
  }

  @Test func `only the name of a plan is marked, and not its timeline`() async throws {
    var demo = await Sample.demo(Self.all)
    demo.type(.down)
    let frame = demo.frame(columns: 80, rows: 24)
    let row = try #require(frame.lines.firstIndex { $0.contains("PLAN") })
    let marked = (0..<80).filter {
      frame[Point(column: $0, row: row)].style == Style.plain.reversed()
    }
    let text = marked.map { frame[Point(column: $0, row: row)].text }.joined()
    #expect(text.contains("Pro") && !text.contains("─"))
  }

  @Test func `a number drives the selected car`() async {
    var demo = await Sample.demo(Self.all, fuel: Sample.tank)
    demo.type(.right)
    #expect(demo.type("1") == [.drive(.fuel87)])
    #expect(demo.type("3") == [], "that tank is empty")
  }

  @Test func `a small screen and one without pictures have a list`() async {
    var demo = await Sample.demo(Self.all)
    for size in [Size(columns: 40, rows: 12), Size(columns: 80, rows: 18)] {
      demo.adapt(to: size)
      #expect(demo.garage == nil)
    }
    #expect(await Sample.demo(Self.all, emoji: true).garage == nil)
    demo.adapt(to: Self.wide)
    #expect(demo.garage != nil)
  }

  @Test func `on 20×6 one element is shown at a time, with fuel and plan`() async {
    var demo = await Sample.demo(Self.all, fuel: Sample.tank)
    demo.adapt(to: Size(columns: 20, rows: 6))
    let picture = demo.picture(columns: 20, rows: 6)
    #expect(picture.contains("Car") && picture.contains("1/5"))
    #expect(picture.contains("Fuel 4 1 0"))
    #expect(picture.contains("until 14 Dec"))
    demo.type(.down, .down)
    #expect(demo.picture(columns: 20, rows: 6).contains("3/5"))
  }

  @Test func `on 20×6 neither a failed payment nor its repair is cut`() async {
    let demo = await Sample.demo(Sample.grace)
    let picture = demo.picture(columns: 20, rows: 6)
    #expect(picture.contains("Fix payment"))
    #expect(picture.contains("for Pro failed"))
    #expect(!picture.contains("…"))
  }

  @Test(arguments: [(19, 6), (20, 5), (12, 3), (5, 2), (1, 1)])
  func `a smaller screen says what it needs`(columns: Int, rows: Int) async {
    let picture = await Sample.demo(Self.all).picture(columns: columns, rows: rows)
    #expect(!picture.contains("My Cars"))
    if columns >= 5 { #expect(picture.contains("20")) }
  }

  @Test func `a new device says that fuel stays where it was bought`() async {
    let owner = await Sample.demo(Self.all)
    #expect(owner.picture().contains("FUEL    It stays on the device where it was bought."))
    let new = await Sample.demo(Sample.facts())
    #expect(!new.picture().contains("It stays on the device"))
  }

  @Test func `an owner whose first car was bought here sees empty tanks, and no other device`()
    async
  {
    var demo = await Sample.demo(Sample.facts())
    demo.send(.reloaded(Store(Self.all), fuel: [:]))
    #expect(!demo.picture().contains("It stays on the device"))
    #expect(demo.picture().contains("87 ░░░░░░░░ 0     89 ░░░░░░░░ 0 "), "each gauge stands alone")
    #expect(demo.picture(columns: 40, rows: 12).contains("87 empty"))
  }

  @Test func `the gauges stand where they were last seen when the launch has ended`() async throws {
    var demo = Sample.newDemo(lastSeen: Self.all, fuel: Sample.tank)
    let before = try #require(demo.picture().split(separator: "\n").first { $0.contains("FUEL") })
    demo.send(.launched(await Sample.launchResult(Self.all)))
    let after = try #require(demo.picture().split(separator: "\n").first { $0.contains("FUEL") })
    #expect(after.hasPrefix(before) && after.count > before.count)
  }

  @Test func `a countdown stands in for the timeline of a plan in its grace period`() async throws {
    let demo = await Sample.demo(Self.all.with { $0.statuses = [Sample.inGrace] })
    let rows = demo.picture().split(separator: "\n")
    let plan = try #require(rows.first { $0.contains("PLAN") })
    #expect(!plan.contains("○"))
    #expect(rows.contains { $0.contains("of service left") && $0.contains("──") })
  }

  @Test func `billing retry without a car fits 80×24, and no car races above it`() async {
    let facts = Sample.facts(eligible: false).with { $0.statuses = [Sample.unpaid] }
    let demo = await Sample.demo(facts)
    #expect(demo.hiddenRows == 0)
    #expect(!demo.picture().contains("◉"))
    #expect(demo.picture().contains("▌ Fix payment"))
  }
}
