"""Prints what Apple's library finds in app receipts: a line with a transaction ID for each file."""

import base64
import pathlib
import sys

from appstoreserverlibrary.receipt_utility import ReceiptUtility

for path in sys.argv[1:]:
    receipt = base64.b64encode(pathlib.Path(path).read_bytes()).decode()
    print(ReceiptUtility().extract_transaction_id_from_app_receipt(receipt))
