-- The tables of ledgers that teams share, version 3. An administrator runs this once in
-- a database:
--
--     psql "postgres://ADMIN@HOST/DATABASE" -f tools/shared/schema.sql
--
-- or `ledger remote add --create` does. Running it again changes nothing, but brings
-- tables of an older version up to this one.
--
-- Who may read and record is told by ledger.member, one row for a role and a ledger.
-- The first one to begin a ledger is its first member, and members admit others:
--
--     CREATE ROLE ben LOGIN PASSWORD '…';
--     SELECT ledger.admit('0123…', 'ben');            -- as a member of that ledger, or
--     INSERT INTO ledger.member VALUES ('0123…', 'ben');  -- as the owner of the tables
--
-- Nothing here is needed for being right but the constraints of ledger.commits: a
-- commit is one row, recorded by one INSERT, which says what it follows. The keys
-- refuse a second one in its place, a gap, a repeat, and one that follows something
-- else.

CREATE SCHEMA IF NOT EXISTS ledger;

CREATE TABLE IF NOT EXISTS ledger.version (
    number integer PRIMARY KEY
);
INSERT INTO ledger.version VALUES (1) ON CONFLICT DO NOTHING;
-- 2: sealed ledgers, and files. Programs that know version 1 alone would record in plain.
INSERT INTO ledger.version VALUES (2) ON CONFLICT DO NOTHING;
-- 3: texts that were lost are given again. Programs that know version 2 alone would take
-- commits without them unasked.
INSERT INTO ledger.version VALUES (3) ON CONFLICT DO NOTHING;

-- Which roles take part in which ledger.
CREATE TABLE IF NOT EXISTS ledger.member (
    ledger text NOT NULL,
    name   text NOT NULL,
    PRIMARY KEY (ledger, name)
);

CREATE TABLE IF NOT EXISTS ledger.commits (
    -- 32 hexadecimal digits that tell the ledger from any other.
    ledger      text        NOT NULL,
    -- Commits count from 1, without a gap.
    seq         bigint      NOT NULL CHECK (seq > 0),
    -- The commit before, and the root behind it.
    prev        bigint,
    prev_root   bytea,
    -- What the device that made the commit calls it.
    id          bytea       NOT NULL CHECK (octet_length(id) = 16),
    first_event bigint      NOT NULL CHECK (first_event >= 0),
    events      integer     NOT NULL CHECK (events > 0),
    -- The facts, and what is hashed of the texts.
    body        bytea       NOT NULL,
    -- The texts, which can be erased, and what hides them in the hash.
    texts       bytea,
    -- The root of the ledger's hash tree (RFC 6962) behind the commit.
    root        bytea       NOT NULL CHECK (octet_length(root) = 32),
    at          timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (ledger, seq),
    UNIQUE (ledger, id),
    UNIQUE (ledger, seq, root),
    FOREIGN KEY (ledger, prev, prev_root) REFERENCES ledger.commits (ledger, seq, root),
    CHECK ((seq = 1 AND prev IS NULL AND prev_root IS NULL AND first_event = 0)
        OR (seq > 1 AND prev IS NOT NULL AND prev = seq - 1 AND prev_root IS NOT NULL))
);
ALTER TABLE ledger.commits ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE ledger.commits ALTER COLUMN texts SET STORAGE EXTERNAL;

-- How far each device has followed: up to how many events, erasures included.
CREATE TABLE IF NOT EXISTS ledger.replica (
    ledger text        NOT NULL,
    id     text        NOT NULL,
    name   text        NOT NULL,
    events bigint      NOT NULL,
    at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (ledger, id)
);

-- Up to how many events what was erased is gone from ledger.commits.
CREATE TABLE IF NOT EXISTS ledger.erased (
    ledger text   PRIMARY KEY,
    events bigint NOT NULL
);

-- Who can open a sealed ledger: changes of its members, each signed by one of them, with
-- the key of what follows in a box for each. A ledger without any is in plain.
CREATE TABLE IF NOT EXISTS ledger.keyring (
    ledger  text        NOT NULL,
    number  integer     NOT NULL CHECK (number > 0),
    content bytea       NOT NULL,
    at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (ledger, number)
);

-- Files of entries and tasks, each under its SHA-256; of a sealed ledger sealed, under
-- what only its members can compute.
CREATE TABLE IF NOT EXISTS ledger.files (
    ledger  text        NOT NULL,
    name    text        NOT NULL,
    content bytea       NOT NULL,
    at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (ledger, name)
);
ALTER TABLE ledger.files ALTER COLUMN content SET STORAGE EXTERNAL;

ALTER TABLE ledger.version ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.member  ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.commits ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.replica ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.erased  ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.keyring ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.files   ENABLE ROW LEVEL SECURITY;

DROP POLICY IF EXISTS everybody ON ledger.version;
CREATE POLICY everybody ON ledger.version FOR SELECT USING (true);
DROP POLICY IF EXISTS own ON ledger.member;
CREATE POLICY own ON ledger.member FOR SELECT USING (name = current_user);
DROP POLICY IF EXISTS members ON ledger.commits;
CREATE POLICY members ON ledger.commits
    USING (ledger IN (SELECT m.ledger FROM ledger.member m));
DROP POLICY IF EXISTS members ON ledger.replica;
CREATE POLICY members ON ledger.replica
    USING (ledger IN (SELECT m.ledger FROM ledger.member m));
DROP POLICY IF EXISTS members ON ledger.erased;
CREATE POLICY members ON ledger.erased
    USING (ledger IN (SELECT m.ledger FROM ledger.member m));
DROP POLICY IF EXISTS members ON ledger.keyring;
CREATE POLICY members ON ledger.keyring
    USING (ledger IN (SELECT m.ledger FROM ledger.member m));
DROP POLICY IF EXISTS members ON ledger.files;
CREATE POLICY members ON ledger.files
    USING (ledger IN (SELECT m.ledger FROM ledger.member m));

-- Rights are those of every role: which rows it sees is said above. Nobody is given
-- UPDATE or DELETE of commits, or of who can open a ledger.
GRANT USAGE ON SCHEMA ledger TO PUBLIC;
GRANT SELECT ON ledger.version, ledger.member, ledger.erased TO PUBLIC;
GRANT SELECT, INSERT ON ledger.commits, ledger.keyring TO PUBLIC;
GRANT SELECT, INSERT, DELETE ON ledger.files TO PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON ledger.replica TO PUBLIC;

-- Whether the role that is logged in is a member of a ledger.
CREATE OR REPLACE FUNCTION ledger.is_member(whose text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
    SELECT EXISTS (SELECT FROM member m WHERE m.ledger = whose AND m.name = session_user)
$$;

-- Makes whoever asks the first member of a ledger that has none.
CREATE OR REPLACE FUNCTION ledger.begin(whose text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
    INSERT INTO member
    SELECT whose, session_user
    WHERE NOT EXISTS (SELECT FROM member m WHERE m.ledger = whose)
      AND NOT EXISTS (SELECT FROM commits c WHERE c.ledger = whose)
    ON CONFLICT DO NOTHING;
    SELECT is_member(whose)
$$;

-- Lets another role take part; only a member can.
CREATE OR REPLACE FUNCTION ledger.admit(whose text, who text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
    INSERT INTO member SELECT whose, who WHERE is_member(whose) ON CONFLICT DO NOTHING;
    SELECT is_member(whose)
$$;

-- Ends that another role takes part; only a member can.
CREATE OR REPLACE FUNCTION ledger.dismiss(whose text, who text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
    DELETE FROM member m WHERE m.ledger = whose AND m.name = who AND is_member(whose);
    SELECT is_member(whose)
$$;

-- Leaves of the texts of some commits what is given, which is less; NULL leaves
-- nothing. No fact, hash or root changes, here or in ledger.mend. Told as well is up to
-- how many events all that was erased is gone with it; NULL where more is to come.
CREATE OR REPLACE FUNCTION ledger.erase(
    whose text, commits bigint[], rests bytea[], through bigint
) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
    UPDATE commits c SET texts = r.rest
    FROM unnest($2, $3) AS r (seq, rest)
    WHERE c.ledger = whose AND c.seq = r.seq AND is_member(whose);
    INSERT INTO erased SELECT whose, through WHERE through IS NOT NULL AND is_member(whose)
    ON CONFLICT (ledger) DO UPDATE SET events = greatest(erased.events, excluded.events);
    SELECT is_member(whose)
$$;

-- Gives some commits the texts again that were lost; whoever reads them holds them against
-- what is hashed. Nothing is given where the ledger went on behind a commit: something may
-- have been erased since. Returns how many commits took theirs.
CREATE OR REPLACE FUNCTION ledger.mend(
    whose text, known bigint, commits bigint[], given bytea[]
) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
    -- An erasure is recorded before its texts go: who erases now waits, or is seen below.
    SELECT 1 FROM commits c
    WHERE c.ledger = whose AND c.seq = ANY ($3) AND is_member(whose)
    ORDER BY c.seq FOR UPDATE;
    WITH done AS (
        UPDATE commits c SET texts = g.texts FROM unnest($3, $4) AS g (seq, texts)
        WHERE c.ledger = whose AND c.seq = g.seq AND g.texts IS NOT NULL
          AND is_member(whose)
          AND NOT EXISTS (SELECT FROM commits n WHERE n.ledger = whose AND n.seq > known)
        RETURNING c.seq
    )
    SELECT CASE WHEN is_member(whose) THEN (SELECT count(*) FROM done) END
$$;
