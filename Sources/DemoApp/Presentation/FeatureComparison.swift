/// The features of several products, and which product has each of them.
///
/// If the catalogue file names no features, the comparison is empty, and the shop shows the products'
/// descriptions.
struct FeatureComparison {
  /// Every feature once, in the order of the products and of their features.
  let features: [String]
  private let products: [(id: String, features: [String])]

  /// Compares products, given from the lowest to the highest.
  init(of ids: [String], in presentation: Presentation) {
    products = ids.map { ($0, presentation.features(of: $0)) }
    var seen: Set<String> = []
    features = products.flatMap(\.features).filter { seen.insert($0).inserted }
  }

  var isEmpty: Bool { features.isEmpty }

  /// Whether the product has the feature.
  func has(_ feature: String, _ id: String) -> Bool {
    products.first { $0.id == id }?.features.contains(feature) == true
  }

  /// The features that no lower product has.
  func added(by id: String) -> [String] {
    let lower = products.prefix { $0.id != id }.flatMap(\.features)
    return features.filter { has($0, id) && !lower.contains($0) }
  }
}
