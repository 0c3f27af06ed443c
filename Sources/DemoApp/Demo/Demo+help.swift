extension Demo {
  /// The legend of the timelines, if the present place shows one; and the way to a refund, if its key
  /// does something else here.
  package var help: [String] { legend + wayToRefund }

  private var legend: [String] {
    let showsTimeline = (tab == .account || tab == .cars) && store?.subscriptions.isEmpty == false
    return showsTimeline && !isOverPlace ? TimelineStroke.legend : []
  }

  private var wayToRefund: [String] {
    guard refundKeyMoves, !takesText else { return [] }
    return ["To \(CommandName.refund.title), press \(keys[.history]) and choose a purchase."]
  }
}
