"""Tokens that the store refuses."""

import base64
import hmac
import json
import time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils


def segment(value):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Tokens:
    """Makes tokens by hand, because libraries refuse to make some of the wrong ones."""

    def __init__(self, shop):
        self.shop = shop
        self.now = int(time.time())
        self.key = serialization.load_pem_private_key(shop.key, None)

    def claims(self, **changes):
        """The claims of a good token with other values; one whose value is `...` is removed."""
        claims = {
            "iss": self.shop.issuer_id, "iat": self.now, "exp": self.now + 300,
            "aud": "appstoreconnect-v1", "bid": self.shop.bundle_id,
        }
        claims.update(changes)
        return {name: value for name, value in claims.items() if value is not ...}

    def header(self, **changes):
        header = {"alg": "ES256", "kid": self.shop.key_id, "typ": "JWT", **changes}
        return {name: value for name, value in header.items() if value is not ...}

    def token(self, sign=None, header=None, **changes):
        signed = segment(self.header(**(header or {}))) + "." + segment(self.claims(**changes))
        return signed + "." + segment((sign or self.signed_by(self.key))(signed.encode()))

    @staticmethod
    def signed_by(key):
        def sign(signed):
            r, s = utils.decode_dss_signature(key.sign(signed, ec.ECDSA(hashes.SHA256())))
            return r.to_bytes(32, "big") + s.to_bytes(32, "big")

        return sign

    def in_der(self, signed):
        return self.key.sign(signed, ec.ECDSA(hashes.SHA256()))

    def with_secret(self, signed):
        """The HMAC whose secret is the public half of the key."""
        public = self.key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        return hmac.digest(public, signed, "sha256")

    def with_other_payload(self):
        header, _, signature = self.token().split(".")
        return ".".join([header, segment(self.claims(exp=self.now + 600)), signature])

    def of_revoked_key(self):
        key = serialization.load_pem_private_key(self.shop.revoked_key, None)
        return self.token(self.signed_by(key), {"kid": self.shop.revoked_key_id})

    def all(self):
        """Each kind of wrong token, by what is wrong with it."""
        hour = 3600
        tokens = {
            "text": "token", "empty parts": "..", "two parts": "a.b",
            "another signer": self.token(
                self.signed_by(ec.generate_private_key(ec.SECP256R1()))),
            "a revoked key": self.of_revoked_key(),
            "an unknown key": self.token(header={"kid": "ZZZZZ99999"}),
            "no key": self.token(header={"kid": ...}), "another type": self.token(header={"typ": "JWE"}),
            "an extension": self.token(header={"crit": ["b64"], "b64": True}),
            "no signature": self.token(lambda _: b"", {"alg": "none"}),
            "a signature in DER": self.token(self.in_der),
            "zeros as a signature": self.token(lambda _: bytes(64)),
            "another algorithm": self.token(self.with_secret, {"alg": "HS256"}), "another payload": self.with_other_payload(),
            "expired": self.token(iat=self.now - hour, exp=self.now - 1),
            "expired, without a beginning": self.token(iat=..., exp=self.now - 1),
            "no end": self.token(exp=...), "an end that is text": self.token(exp="tomorrow"),
            "more than an hour": self.token(exp=self.now + hour + 1),
            "two hours without a beginning": self.token(iat=..., exp=self.now + 2 * hour),
            "from the future": self.token(iat=self.now + hour, exp=self.now + hour + 300),
            "not yet valid": self.token(nbf=self.now + hour),
            "an end before its beginning": self.token(iat=self.now + 30, exp=self.now + 20),
            "another audience": self.token(aud="appstoreconnect-v2"),
            "several audiences": self.token(aud=["appstoreconnect-v1"]),
            "no audience": self.token(aud=...), "another issuer": self.token(iss="issuer"),
            "no issuer": self.token(iss=...), "no app": self.token(bid=...),
            "an empty app": self.token(bid=""),
        }
        headers = {name: "Bearer " + token for name, token in tokens.items()}
        good = self.token()
        headers["no header"] = ""
        headers["another scheme"] = "Basic " + good
        headers["no scheme"] = good
        return headers


def refuse_all(shop):
    """Sends a request with each token; a good one between them is accepted."""
    path = f"/inApps/v1/transactions/{shop.ids['plan']}"
    tokens = Tokens(shop)
    wrong = []
    for name, header in tokens.all().items():
        response = shop.send("GET", path, token=header)
        if response.status_code != 401 or response.text != "Unauthenticated":
            wrong.append(f"{name}: {response.status_code} {response.text}")
        good = shop.send("GET", path, token="Bearer " + tokens.token())
        if good.status_code != 200:
            wrong.append(f"after {name}, a good token: {good.status_code}")
    assert not wrong, "\n".join(wrong)
