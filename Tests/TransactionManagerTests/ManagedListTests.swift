import AppStorePayloads
import StoreAPI
import StoreOperatorAPI
import Testing

@testable import TransactionManager

/// Pages of a list are read, newest first, and read anew.
@Suite struct ManagedListTests {
  private typealias Sample = TransactionSample

  /// Cars 20 to 11, and 10 to 1 from the page after.
  private func twoPages() -> ManagedList {
    var list = ManagedList()
    list.refresh(.of(Sample.cars(11...20), next: "older"), at: Sample.now)
    list.append(.of(Sample.cars(1...10)))
    return list
  }

  @Test func `a first page that was read anew replaces what was read of the same dates`() {
    var list = twoPages()
    list.move(by: 5)

    list.refresh(.of(Sample.cars(12...21), next: "older"), at: Sample.now)

    #expect(list.ids == Sample.cars(1...21).map(\.id))
    #expect(list.selected?.id == Sample.car(15).id)
    #expect(!list.needsPage)

    list.refresh(.of([OperatorTransaction]()), at: Sample.now)

    #expect(list.all.isEmpty, "a reset has forgotten it")
  }

  @Test func `what follows a new first page is read anew when the selection comes to it`() {
    var list = twoPages()
    list.refresh(.of(Sample.cars(11...20), next: "older"), at: Sample.now)
    #expect(!list.needsPage)
    list.move(by: 9)
    #expect(list.needsPage && list.nextRevision == "older")
    var refunded = Sample.car(5)
    refunded.transaction.revocationDate = Sample.now

    list.append(.of(Sample.cars(6...10) + [refunded] + Sample.cars(1...3)))

    #expect(list.ids == (Sample.cars(5...20) + Sample.cars(1...3)).map(\.id), "4 was deleted")
    #expect(list.row(refunded.id) == .transaction(refunded))
    #expect(!list.needsPage)
  }

  @Test func `what was read is forgotten if a new first page does not meet it`() {
    var list = twoPages()

    list.refresh(.of(Sample.cars(31...40), next: "older"), at: Sample.now)

    #expect(list.ids == Sample.cars(31...40).map(\.id), "21 to 30 are in between")
    #expect(list.nextRevision == "older")
  }

  @Test func `the selected row stays selected while a filter and new pages move it`() {
    var list = twoPages()
    var fuel = Sample.fuel
    fuel.transaction.transactionId = Sample.car(15).id
    list.replace(.transaction(fuel))
    list.move(by: 5)
    #expect(list.selected?.id == fuel.id)

    list.filter(by: "octane")
    #expect(list.shownCount == 1 && list.selected?.id == fuel.id)
    list.refresh(.of([fuel] + Sample.cars(5...14), next: "older"), at: Sample.now)
    #expect(list.shownRows == [.transaction(fuel)])
    list.append(.of(Sample.cars(1...4)))
    list.filter(by: "")

    #expect(list.selected?.id == fuel.id)
    #expect(list.shownCount == 15)
  }

  @Test func `a page is filtered, and what is removed is shown no more`() {
    var list = ManagedList()
    list.filter(by: "octane")
    list.refresh(.of(Sample.cars(11...20), next: "older"), at: Sample.now)
    #expect(list.shownCount == 0 && list.needsPage)

    list.append(.of([Sample.car(10), Sample.fuel, Sample.car(1)]))
    #expect(list.shownRows == [.transaction(Sample.fuel)])
    list.remove(Sample.car(12).id)
    #expect(list.shownRows == [.transaction(Sample.fuel)])
    list.remove(Sample.fuel.id)

    #expect(list.shownRows == [])
    #expect(list.ids == ([20, 19, 18, 17, 16, 15, 14, 13, 11, 10, 1].map { Sample.car($0).id }))
  }
}
