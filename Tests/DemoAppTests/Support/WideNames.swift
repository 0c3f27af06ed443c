import DemoApp
import Foundation

/// The shop in a language of wide characters, and in one of long words.
enum Language: String, CaseIterable, Sendable {
  case japanese, german

  private var names: [String: (name: String, description: String)] {
    switch self {
    case .japanese:
      [
        "consumable.fuel.octane87": ("レギュラー燃料八十七", "八十七"),
        "consumable.fuel.octane89": ("燃料89", "89"), "consumable.fuel.octane91": ("燃料91", "91"),
        "nonconsumable.car": ("乗用車", "標準的な五人乗りの乗用車です"),
        "nonconsumable.utilityvehicle": ("スポーツ多目的車（四輪駆動）", "オフロード車"),
        "nonconsumable.racecar": ("とても速い競走用自動車の特別限定仕様", "競走用の自動車"),
        "nonRenewing.standard": ("スタンダード一年間サービス利用権", "一年間の利用権"),
        "subscription.standard": ("スタンダード", "ナビゲーション支援"),
        "subscription.premium": ("プレミアム", "ナビゲーション支援とドライブレコーダー"),
        "subscription.pro": ("プロフェッショナル版", "ナビゲーション支援、ドライブレコーダー、自動運転"),
      ]
    case .german:
      [
        "consumable.fuel.octane87": ("Normalkraftstoff mit siebenundachtzig Oktan", "87"),
        "nonconsumable.car": ("Personenkraftwagen", "Ein gewöhnlicher Fünfsitzer für alle Tage"),
        "nonconsumable.utilityvehicle": (
          "Geländegängiges Mehrzweckfahrzeug mit Allradantrieb", "Geländewagen"
        ),
        "nonconsumable.racecar": (
          "Höchstgeschwindigkeitsrennsportwagen", "Ein Rennwagen, der sehr schnell ist"
        ),
        "nonRenewing.standard": (
          "Einjähriger Navigationsdienstzugang ohne Verlängerung", "Ein Jahr lang"
        ),
        "subscription.pro": (
          "Fahrassistenzkomplettpaket", "Navigationsunterstützung, Armaturenbrettkamera, Autopilot"
        ),
      ]
    }
  }

  /// The same facts with every product named in this language, at a price of many digits.
  func translated(_ facts: StoreFacts) -> StoreFacts {
    var facts = facts
    facts.products = facts.products.map { product in
      let words = names[product.id] ?? (product.displayName, product.description)
      return ProductRow(
        id: product.id, kind: product.kind, displayName: words.name,
        description: words.description, price: product.price,
        displayPrice: self == .japanese ? "¥1,234,500" : "1.234,50 €",
        isFamilyShareable: product.isFamilyShareable, plan: product.plan)
    }
    return facts
  }
}
