import Foundation
import StoreAPI

extension StoreSettings {
  /// Returns the settings of a new store that replaces this one: its rules are those of `file`, and
  /// its clock shows the machine's time.
  ///
  /// The app, its certificates, its secret, the seed and `refundsAtOnce` stay. If the time is set back,
  /// a new generation of the clock begins.
  package func ofNewStore(
    file: Catalogue.Settings, wall: MachineTime, epoch: Int
  ) -> StoreSettings {
    var settings = self
    (settings.storefront, settings.locale) = (file.storefront, file.locale)
    settings.rules = file.rules
    settings.rules.refundsAtOnce = rules.refundsAtOnce
    settings.simulatedErrors = file.simulatedErrors
    settings.clock = .running(offset: 0)
    settings.lastNow = settings.clock.now(wall: wall.date, last: wall.limits.validity.lowerBound)
    settings.generation += settings.lastNow < now(wall: wall) ? 1 : 0
    settings.epoch = epoch
    return settings
  }
}
