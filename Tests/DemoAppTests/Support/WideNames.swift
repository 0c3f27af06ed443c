@testable import DemoApp

/// The shop in a language of wide characters, and in one of long words.
enum Language: String, CaseIterable, Sendable {
  case japanese, german

  private var names: [String: (name: String, description: String)] {
    switch self {
    case .japanese:
      [
        .fuel87: ("レギュラー燃料八十七", "八十七"),
        "consumable.fuel.octane89": ("燃料89", "89"), "consumable.fuel.octane91": ("燃料91", "91"),
        .car: ("乗用車", "標準的な五人乗りの乗用車です"),
        .suv: ("スポーツ多目的車（四輪駆動）", "オフロード車"),
        .racecar: ("とても速い競走用自動車の特別限定仕様", "競走用の自動車"),
        .pass: ("スタンダード一年間サービス利用権", "一年間の利用権"),
        .standard: ("スタンダード", "ナビゲーション支援"),
        .premium: ("プレミアム", "ナビゲーション支援とドライブレコーダー"),
        .pro: ("プロフェッショナル版", "ナビゲーション支援、ドライブレコーダー、自動運転"),
      ]
    case .german:
      [
        .fuel87: ("Normalkraftstoff mit siebenundachtzig Oktan", "87"),
        .car: ("Personenkraftwagen", "Ein gewöhnlicher Fünfsitzer für alle Tage"),
        .suv: (
          "Geländegängiges Mehrzweckfahrzeug mit Allradantrieb", "Geländewagen"
        ),
        .racecar: (
          "Höchstgeschwindigkeitsrennsportwagen", "Ein Rennwagen, der sehr schnell ist"
        ),
        .pass: (
          "Einjähriger Navigationsdienstzugang ohne Verlängerung", "Ein Jahr lang"
        ),
        .pro: (
          "Fahrassistenzkomplettpaket", "Navigationsunterstützung, Armaturenbrettkamera, Autopilot"
        ),
      ]
    }
  }

  /// The same facts with every product named in this language, at a price of many digits.
  func translated(_ facts: StoreFacts) -> StoreFacts {
    facts.with { $0.products = $0.products.map(translated) }
  }

  private func translated(_ product: ProductRow) -> ProductRow {
    let words = names[product.id] ?? (product.displayName, product.description)
    return ProductRow(
      id: product.id, kind: product.kind, displayName: words.name,
      description: words.description, price: product.price,
      displayPrice: self == .japanese ? "¥1,234,500" : "1.234,50 €",
      isFamilyShareable: product.isFamilyShareable, plan: product.plan)
  }
}
