"""A developer's server that verifies each notification with Apple's library.

It listens on a free port of this machine. The first line that it prints is its URL. Each later line is
the JSON of a notification and the status of the response. The query of a request's URL has the file of the
store's root certificate (`root`), and how to answer: `answer` has the statuses of the first attempts of each
notification, 0 for no answer, and -1 for one that comes after the sender's timeout; later attempts are
accepted.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from shop import verifier

BUNDLE_ID = "com.example.skdemo"
attempts = {}
lock = threading.Lock()


def decode(signed, verify):
    """The values of a notification and of the signed data in it."""
    payload = verify.verify_and_decode_notification(signed)
    line = {
        "type": payload.rawNotificationType, "subtype": payload.rawSubtype,
        "uuid": payload.notificationUUID, "date": payload.signedDate,
    }
    data = payload.data
    if data is not None:
        line["status"] = data.rawStatus
        if data.signedTransactionInfo:
            one = verify.verify_and_decode_signed_transaction(data.signedTransactionInfo)
            line.update({
                "transaction": one.transactionId, "product": one.productId,
                "appTransaction": one.appTransactionId,
                "purchaseDate": one.purchaseDate, "expiresDate": one.expiresDate,
                "revocationDate": one.revocationDate, "price": one.price,
                "signedDates": [one.signedDate],
            })
        if data.signedRenewalInfo:
            renewal = verify.verify_and_decode_renewal_info(data.signedRenewalInfo)
            line["signedDates"].append(renewal.signedDate)
            line["gracePeriodExpiresDate"] = renewal.gracePeriodExpiresDate
    return {name: value for name, value in line.items() if value is not None}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        query = parse_qs(urlsplit(self.path).query)
        signed = body["signedPayload"]
        try:
            line = decode(signed, verifier(query["root"][0], BUNDLE_ID))
        except Exception as error:
            line = {"type": "REFUSED", "uuid": "", "error": f"{type(error).__name__}: {error}"}
        with lock:
            seen = attempts.setdefault(line["uuid"], [])
            planned = [int(status) for status in query.get("answer", [])]
            status = planned[len(seen)] if len(seen) < len(planned) else 200
            line["sameBytes"] = all(earlier == signed for earlier in seen)
            seen.append(signed)
            line.update({"attempt": len(seen), "answered": status})
            print(json.dumps(line), flush=True)
        self.answer(status)

    def answer(self, status):
        if status == 0:
            threading.Event().wait()
        try:
            if status == -1:
                # Nothing else arrives before the sender closes the connection.
                self.connection.recv(1)
                status = 200
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()
        except OSError:
            pass

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
    server.serve_forever()
