"""The databases in which exported SQL is run: DuckDB, and others where they are installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from cutpoint.export.dialects import DIALECTS
from support import needs, spark
from support.servers import mariadb, postgresql

NAMES = ("duckdb", "postgresql", pytest.param("spark", marks=pytest.mark.slow), "sqlite", "mysql")


def with_key(database: Any, column: str) -> dict[str, str]:
    """Return what a query needs to give all columns of a table, whatever the database."""
    return {"key": column} if database.dialect == "mysql" else {}


class DuckDB:
    dialect = "duckdb"

    def run(self, cases: pa.Table, queries: list[str]) -> list[list[tuple]]:
        with duckdb.connect() as connection:
            connection.register("cases", cases)
            return [connection.execute(query).fetchall() for query in queries]


class PostgreSQL:
    dialect = "postgresql"

    def __init__(self, address: str) -> None:
        import psycopg

        self.connection = psycopg.connect(address, autocommit=True, prepare_threshold=None)

    def run(self, cases: pa.Table, queries: list[str]) -> list[list[tuple]]:
        kinds = {"string": "text", "double": "float8", "int64": "bigint", "bool": "boolean"}
        quoted = DIALECTS["postgresql"].identifier
        columns = [f"{quoted(f.name)} {kinds.get(str(f.type), 'text')}" for f in cases.schema]
        self.connection.execute("DROP TABLE IF EXISTS cases")
        self.connection.execute(f"CREATE TABLE cases ({', '.join(columns)})".encode())
        holes = ", ".join(["%s"] * len(columns))
        with self.connection.cursor() as cursor:
            cursor.executemany(
                f"INSERT INTO cases VALUES ({holes})", [list(r.values()) for r in cases.to_pylist()]
            )
        return [self.connection.execute(query.encode()).fetchall() for query in queries]


class Spark:
    dialect = "spark"

    def __init__(self) -> None:
        self.session = spark.session()

    def run(self, cases: pa.Table, queries: list[str]) -> list[list[tuple]]:
        from pyspark.sql import types as t

        kinds = {"double": t.DoubleType(), "int64": t.LongType(), "bool": t.BooleanType()}
        schema = t.StructType(
            [t.StructField(f.name, kinds.get(str(f.type), t.StringType())) for f in cases.schema]
        )
        rows = [tuple(row.values()) for row in cases.to_pylist()]
        self.session.createDataFrame(rows, schema).createOrReplaceTempView("cases")
        return [[tuple(row) for row in self.session.sql(query).collect()] for query in queries]


class SQLite:
    dialect = "sqlite"

    def run(self, cases: pa.Table, queries: list[str]) -> list[list[tuple]]:
        import sqlite3

        quoted = DIALECTS["sqlite"].identifier
        kinds = {"string": "TEXT COLLATE NOCASE", "double": "REAL", "int64": "INTEGER"}
        columns = [f"{quoted(f.name)} {kinds.get(str(f.type), '')}" for f in cases.schema]
        connection = sqlite3.connect(":memory:")
        connection.execute(f"CREATE TABLE cases ({', '.join(columns)})")
        holes = ", ".join("?" * len(columns))
        rows = [tuple(row.values()) for row in cases.to_pylist()]
        connection.executemany(f"INSERT INTO cases VALUES ({holes})", rows)
        found = [connection.execute(query).fetchall() for query in queries]
        connection.close()
        return found


class MySQL:
    """MariaDB, which reads what is written for MySQL."""

    dialect = "mysql"

    def __init__(self, socket: str) -> None:
        pymysql = needs.package("pymysql")
        self.connection = pymysql.connect(
            unix_socket=socket, user="root", charset="utf8mb4", autocommit=True
        )
        with self.connection.cursor() as cursor:
            cursor.execute("CREATE DATABASE cutpoint CHARACTER SET utf8mb4")
            cursor.execute("USE cutpoint")

    def run(self, cases: pa.Table, queries: list[str]) -> list[list[tuple]]:
        kinds = {"string": "TEXT", "double": "DOUBLE", "int64": "BIGINT", "bool": "BOOLEAN"}
        quoted = DIALECTS["mysql"].identifier
        columns = [f"{quoted(f.name)} {kinds.get(str(f.type), 'TEXT')}" for f in cases.schema]
        rows = [
            tuple(None if str(cell) == "nan" else cell for cell in row.values())  # it has no NaN
            for row in cases.to_pylist()
        ]
        found = []
        with self.connection.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS cases")
            cursor.execute(f"CREATE TABLE cases ({', '.join(columns)})")
            holes = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO cases VALUES ({holes})", rows)
            for query in queries:
                cursor.execute(query)
                found.append(list(cursor.fetchall()))
        return found


@contextmanager
def opened(name: str) -> Iterator[Any]:
    """Give a database by its name; skip where it is not installed."""
    if name == "duckdb":
        yield DuckDB()
    elif name == "postgresql":
        needs.package("psycopg")
        with postgresql() as address:
            base = PostgreSQL(address)
            yield base
            base.connection.close()
    elif name == "sqlite":
        yield SQLite()
    elif name == "mysql":
        needs.package("pymysql")
        with mariadb() as socket:
            yield MySQL(socket)
    else:
        yield Spark()
