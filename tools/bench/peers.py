"""What DuckDB and polars make of events.csv; run by tools/bench/run.

Usage: peers.py load EVENTS DB | cells DB OUT | query DB STATE UNIT
       peers.py warm DB STATE UNIT THREADS ROUNDS | polars PARQUET UNIT THREADS ROUNDS

STATE is events (the table is folded from them) or folded (they were folded before).
Prints the wall and the CPU milliseconds of each round, and how many rows came out.
"""
import os
import sys
import time

ADDED, AMENDED, VOIDED = "expense_added", "expense_amended", "expense_voided"

LIVE = f"""
WITH newest AS (
    SELECT ref, max(seq) AS seq FROM event WHERE type IN ('{AMENDED}', '{VOIDED}') GROUP BY ref
), live AS (
    SELECT day, category, currency, amount
    FROM (SELECT * FROM event WHERE type = '{ADDED}') added
    ANTI JOIN newest ON newest.ref = added.seq
    UNION ALL
    SELECT day, category, currency, amount
    FROM event JOIN newest ON newest.seq = event.seq WHERE type = '{AMENDED}'
)"""


def connect(path, threads, read_only=True):
    import duckdb

    connection = duckdb.connect(path, read_only=read_only)
    connection.execute(f"SET threads = {threads}")
    return connection


def load(events, path):
    db = connect(path, 2, read_only=False)
    text, number = "VARCHAR", "BIGINT"
    columns = {
        "seq": number, "type": text, "id": "UUID", "recorded_at": "TIMESTAMP",
        "occurred_at": "TIMESTAMP", "title": text, "category": text, "currency": text,
        "amount_minor": number, "comment": text, "due_at": "TIMESTAMP", "changed": text,
    }
    db.execute(
        "CREATE TEMP TABLE row AS SELECT seq, type, id, occurred_at::DATE AS day, category, "
        "currency, amount_minor AS amount "
        f"FROM read_csv('{events}', header = true, columns = {columns})"
    )
    for name in ["type", "category", "currency"]:
        values = f"SELECT DISTINCT {name} FROM row WHERE {name} IS NOT NULL ORDER BY 1"
        db.execute(f"CREATE TYPE {name}_name AS ENUM ({values})")
    db.execute(
        f"CREATE TEMP TABLE added AS SELECT id, seq FROM row WHERE type = '{ADDED}'"
    )
    db.execute(
        "CREATE TABLE event AS SELECT row.seq::UINTEGER AS seq, type::type_name AS type, "
        "added.seq::UINTEGER AS ref, day, category::category_name AS category, "
        "currency::currency_name AS currency, amount FROM row LEFT JOIN added "
        f"ON added.id = row.id AND row.type IN ('{AMENDED}', '{VOIDED}') ORDER BY row.seq"
    )
    db.execute(f"CREATE TABLE folded AS {LIVE} SELECT * FROM live ORDER BY day")
    db.execute("CHECKPOINT")
    db.execute(f"COPY event TO '{path}.parquet' (FORMAT parquet)")


def statement(state, unit):
    source = "live" if state == "events" else "folded"
    return (
        (LIVE if state == "events" else "")
        + f" SELECT date_trunc('{unit}', day)::DATE AS start, category, currency, "
        f"count(*) AS count, sum(amount)::BIGINT AS sum FROM {source} GROUP BY ALL"
    )


def cells(path, out):
    db = connect(path, 2)
    db.execute(f"COPY ({statement('events', 'day')}) TO '{out}' (FORMAT csv, HEADER false)")


def measure(work, rounds):
    work()
    for _ in range(rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        rows = work()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print(f"{wall * 1000:.3f} {cpu * 1000:.3f} {rows}")


def warm(path, state, unit, threads, rounds):
    db = connect(path, threads)
    query = statement(state, unit)

    def fold():
        db.execute(f"CREATE OR REPLACE TEMP TABLE result AS {query}")
        return db.execute("SELECT count(*) FROM result").fetchone()[0]

    measure(fold, rounds)


def polars(path, unit, threads, rounds):
    os.environ["POLARS_MAX_THREADS"] = str(threads)
    import polars as pl

    columns = ["day", "category", "currency", "amount"]

    def fold():
        event = pl.scan_parquet(path)
        change = event.filter(pl.col("type").cast(pl.String).is_in([AMENDED, VOIDED]))
        newest = change.group_by("ref").agg(pl.all().sort_by("seq").last())
        added = event.filter(pl.col("type").cast(pl.String) == ADDED)
        kept = added.join(newest.select("ref"), left_on="seq", right_on="ref", how="anti")
        amended = newest.filter(pl.col("type").cast(pl.String) == AMENDED)
        live = pl.concat([kept.select(columns), amended.select(columns)])
        start = pl.col("day").dt.truncate({"month": "1mo", "day": "1d"}[unit])
        groups = live.group_by(start.alias("start"), "category", "currency")
        return groups.agg(pl.len(), pl.col("amount").sum()).collect().height

    measure(fold, rounds)


def main(command, *arguments):
    if command == "load":
        load(*arguments)
    elif command == "cells":
        cells(*arguments)
    elif command == "query":
        path, state, unit = arguments
        print(connect(path, 1).execute(statement(state, unit)).fetchall())
    elif command == "warm":
        path, state, unit, threads, rounds = arguments
        warm(path, state, unit, int(threads), int(rounds))
    elif command == "polars":
        path, unit, threads, rounds = arguments
        polars(path, unit, int(threads), int(rounds))
    else:
        sys.exit(__doc__)


main(*sys.argv[1:])
