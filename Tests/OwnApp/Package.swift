// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MyShop",
  dependencies: [.package(path: "../skdemo")],
  targets: [
    .executableTarget(
      name: "MyShop",
      dependencies: [
        .product(name: "OpenStoreKit", package: "skdemo"),
        .product(name: "OpenStoreKitConnection", package: "skdemo"),
      ]),
    .testTarget(
      name: "MyShopTests",
      dependencies: ["MyShop", .product(name: "OpenStoreKitTest", package: "skdemo")]),
  ])
