import AppStorePayloads
import Foundation
package import StoreOperatorAPI

extension OperatorCommand {
  /// Every command at least once, with the JSON of its documentation, which it was read from.
  package static let samples: [(OperatorCommand, String)] = texts.map { text in
    do {
      return (try JSONDecoder.payload.decode(OperatorCommand.self, from: Data(text.utf8)), text)
    } catch {
      preconditionFailure("\(text): \(error)")
    }
  }

  private static let texts = [
    #"{"clock":{}}"#,
    #"{"setClock":{"frozen":true}}"#,
    #"{"acceptClock":{}}"#,
    #"{"setClockBack":{"date":1772323200000}}"#,
    #"{"advance":{"move":{"to":1772323200000}}}"#,
    #"{"setPace":{"pace":1002}}"#,
    #"{"setStorefront":{"storefront":"DEU"}}"#,
    #"{"setLocale":{"locale":"de_DE"}}"#,
    #"{"transactions":{}}"#,
    #"{"transactions":{"account":"ann"}}"#,
    #"{"transactions":{"revision":"MS43"}}"#,
    #"{"refund":{"transactionID":"7"}}"#,
    #"{"declineRefund":{"transactionID":"7"}}"#,
    #"{"reverseRefund":{"transactionID":"7"}}"#,
    #"{"buy":{"purchase":{"account":"ann","order":{"key":"00000000-0000-0000-0000-000000000007","productID":"pro","quantity":1},"purchaseDate":1772323200000,"renewalBehavior":"cancelImmediately"}}}"#,
    #"{"delete":{"transactionID":"7"}}"#,
    #"{"transactionNotifications":{"transactionID":"7"}}"#,
    #"{"expire":{"subscription":{"productID":"pro"}}}"#,
    #"{"expire":{"subscription":{"account":"ann","productID":"pro"}}}"#,
    #"{"expire":{"subscription":{"transactionID":"7"}}}"#,
    #"{"disableAutoRenew":{"subscription":{"transactionID":"7"}}}"#,
    #"{"enableAutoRenew":{"subscription":{"transactionID":"7"}}}"#,
    #"{"setRenewalLimit":{"isOn":false}}"#,
    #"{"setGracePeriod":{"gracePeriod":16}}"#,
    #"{"setGracePeriod":{"gracePeriod":3,"renewalType":"PAID_TO_PAID_ONLY"}}"#,
    #"{"setRenewalsFail":{"isOn":true}}"#,
    #"{"setAskToBuy":{"isOn":true}}"#,
    #"{"setInterruptedPurchases":{"isOn":true}}"#,
    #"{"subscriptions":{}}"#,
    #"{"subscriptions":{"revision":"MS43"}}"#,
    #"{"orders":{}}"#,
    #"{"approve":{"orderID":"7"}}"#,
    #"{"decline":{"orderID":"7"}}"#,
    #"{"resolve":{"orderID":"7"}}"#,
    #"{"setSimulatedError":{"api":"loadProducts","error":{"name":"networkError","urlErrorCode":-1001}}}"#,
    #"{"setSimulatedError":{"api":"purchase"}}"#,
    #"{"clearSimulatedErrors":{}}"#,
    #"{"setNotificationURL":{"allowsOwnNetwork":false,"retries":true,"url":"https://example.com/apple"}}"#,
    #"{"setNotificationURL":{"allowsOwnNetwork":false,"retries":false}}"#,
    #"{"setNotificationURL":{"allowsOwnNetwork":false,"retries":false,"url":"https://example.com/apple","version":1}}"#,
    #"{"settings":{}}"#,
    #"{"subscription":{"subscription":{"transactionID":"7"}}}"#,
    #"{"renew":{"subscription":{"transactionID":"7"}}}"#,
    #"{"failBilling":{"subscription":{"transactionID":"7"}}}"#,
    #"{"recoverBilling":{"subscription":{"transactionID":"7"}}}"#,
    #"{"extend":{"days":30,"subscription":{"transactionID":"7"}}}"#,
    #"{"requestPriceIncreaseConsent":{"subscription":{"transactionID":"7"}}}"#,
    #"{"answerPriceIncrease":{"isAccepted":true,"subscription":{"transactionID":"7"}}}"#,
    #"{"setPrice":{"policy":"askConsent","price":12.99,"productID":"pro"}}"#,
    #"{"withdraw":{"productID":"pro"}}"#,
    #"{"undoWithdraw":{"productID":"pro"}}"#,
    #"{"importCatalogue":{"configuration":"{}"}}"#,
    #"{"createOfferKey":{}}"#,
    #"{"createOfferCodes":{"request":{"custom":"SPRING","number":5,"reference":"spring"}}}"#,
    #"{"offerCodes":{}}"#,
    #"{"families":{}}"#,
    #"{"addFamilyMember":{"account":"bert","organizer":"ann"}}"#,
    #"{"removeFamilyMember":{"account":"bert"}}"#,
    #"{"setFamilySharing":{"isOn":false}}"#,
    #"{"accounts":{}}"#,
    #"{"addAccount":{"credentials":{"account":"bert","password":"battery staple"}}}"#,
    #"{"setPassword":{"credentials":{"account":"bert","password":"battery staple"},"signsOutDevices":true}}"#,
    #"{"signOut":{"account":"ann"}}"#,
    #"{"removeDevice":{"account":"ann","device":"phone"}}"#,
    #"{"reset":{}}"#,
    #"{"createAPIKey":{}}"#,
    #"{"apiKeys":{}}"#,
    #"{"revokeAPIKey":{"keyID":"ABCDE23456"}}"#,
    #"{"sharedSecret":{"regenerates":false}}"#,
    #"{"sentNotifications":{"after":7}}"#,
    #"{"resendNotification":{"uuid":"99b16628-15e4-4668-972b-eeff55eeff55"}}"#,
    #"{"triggerNotification":{"notification":"EXPIRED.VOLUNTARY"}}"#,
  ]
}
