"""A connection to PostgreSQL by libpq, for the checks and measurements in this folder."""

import ctypes
import ctypes.util

pq = ctypes.CDLL(ctypes.util.find_library("pq") or "libpq.so.5")
pq.PQconnectdb.restype = ctypes.c_void_p
pq.PQconnectdb.argtypes = [ctypes.c_char_p]
pq.PQstatus.argtypes = [ctypes.c_void_p]
pq.PQfinish.argtypes = [ctypes.c_void_p]
pq.PQexecParams.restype = ctypes.c_void_p
pq.PQexecParams.argtypes = [
    ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p,
    ctypes.POINTER(ctypes.c_char_p), ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
pq.PQresultStatus.argtypes = [ctypes.c_void_p]
pq.PQresultErrorField.restype = ctypes.c_char_p
pq.PQresultErrorField.argtypes = [ctypes.c_void_p, ctypes.c_int]
pq.PQgetvalue.restype = ctypes.c_char_p
pq.PQgetvalue.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
pq.PQntuples.argtypes = [ctypes.c_void_p]
pq.PQnfields.argtypes = [ctypes.c_void_p]
pq.PQclear.argtypes = [ctypes.c_void_p]
RECEIVER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
pq.PQsetNoticeReceiver.argtypes = [ctypes.c_void_p, RECEIVER, ctypes.c_void_p]


class Lost(Exception):
    """The connection broke; whether the last statement was done nobody knows."""


class Refused(Exception):
    """The server refused: SQLSTATE and the constraint."""


class Connection:
    def __init__(self, address):
        self.handle = pq.PQconnectdb(address.encode())
        if pq.PQstatus(self.handle) != 0:
            pq.PQfinish(self.handle)
            self.handle = None
            raise Lost()
        self.warned = False
        self.receiver = RECEIVER(self.notice)
        pq.PQsetNoticeReceiver(self.handle, self.receiver, None)

    def notice(self, _, result):
        if pq.PQresultErrorField(result, ord("V")) == b"WARNING":
            self.warned = True

    def run(self, statement, *values):
        self.warned = False
        texts = (ctypes.c_char_p * len(values))(*[
            None if value is None else str(value).encode() for value in values])
        result = pq.PQexecParams(
            self.handle, statement.encode(), len(values), None, texts, None, None, 0)
        try:
            if pq.PQresultStatus(result) not in (1, 2):
                if pq.PQstatus(self.handle) != 0:
                    raise Lost()
                state = (pq.PQresultErrorField(result, ord("C")) or b"").decode()
                name = (pq.PQresultErrorField(result, ord("n")) or b"").decode()
                # What a server says that goes down, or cannot write any more.
                if state[:2] in ("57", "08", "25", ""):
                    raise Lost()
                raise Refused(state, name)
            # A wait for the other server that was given up is no answer.
            if self.warned:
                raise Lost()
            return [[pq.PQgetvalue(result, row, column).decode()
                     for column in range(pq.PQnfields(result))]
                    for row in range(pq.PQntuples(result))]
        finally:
            pq.PQclear(result)

    def close(self):
        if self.handle:
            pq.PQfinish(self.handle)
            self.handle = None
