"""Verifies notifications with Apple's library, and answers with the time.

    python verify_notifications.py ROOT BUNDLE_ID NOTIFICATIONS

ROOT is the file of the root certificate in DER, and each line of the file NOTIFICATIONS is a signed
payload. The program listens on a free port of this machine and prints its URL. At each request it
verifies all notifications with the transactions and the renewals in them; the body of the response is
the time in nanoseconds.
"""

import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

ROOT, BUNDLE_ID, NOTIFICATIONS = sys.argv[1:]

with open(ROOT, "rb") as file:
    VERIFIER = SignedDataVerifier([file.read()], False, Environment.SANDBOX, BUNDLE_ID)
with open(NOTIFICATIONS) as file:
    SIGNED = file.read().split()


def verify(signed):
    data = VERIFIER.verify_and_decode_notification(signed).data
    VERIFIER.verify_and_decode_signed_transaction(data.signedTransactionInfo)
    if data.signedRenewalInfo:
        VERIFIER.verify_and_decode_renewal_info(data.signedRenewalInfo)


class Handler(BaseHTTPRequestHandler):
    # The connection is kept, and head and body are sent together.
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def do_GET(self):
        start = time.perf_counter_ns()
        for signed in SIGNED:
            verify(signed)
        body = str(time.perf_counter_ns() - start).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = HTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()
