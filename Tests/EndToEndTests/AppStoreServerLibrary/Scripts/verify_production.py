"""Verifies an app transaction and a transaction of production, and prints their environment and product.

Usage: verify_production.py ROOT.der BUNDLE_ID APP_APPLE_ID APP_TRANSACTION TRANSACTION
"""

import sys

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

root, bundle_id, app_apple_id, app_transaction, transaction = sys.argv[1:]
with open(root, "rb") as file:
    verifier = SignedDataVerifier(
        [file.read()], False, Environment.PRODUCTION, bundle_id, int(app_apple_id))
print(verifier.verify_and_decode_app_transaction(app_transaction).receiptType.value)
print(verifier.verify_and_decode_signed_transaction(transaction).productId)
