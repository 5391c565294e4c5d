// Lists what no statement of the product may need, so that any engine of PostgreSQL's kind can run it.

/** Words with no equal elsewhere, or with another meaning after a failover, beside an example of each. */
export const UNWANTED_STATEMENTS: { readonly [what: string]: readonly [words: RegExp, example: string] } = {
  'advisory locks': [/pg_(?:try_)?advisory_/i, 'SELECT pg_advisory_xact_lock(1)'],
  'deferred constraints': [
    /\bDEFERRABLE\b|\bINITIALLY DEFERRED\b|\bSET CONSTRAINTS\b/,
    'REFERENCES t1 (id) DEFERRABLE',
  ],
  'exclusion constraints': [/\bEXCLUDE\s+(?:USING|\()/i, 'EXCLUDE USING gist (during WITH &&)'],
  'other indexes than trees and GIN': [
    /\bUSING\s+(?:gist|spgist|brin|hash|rum)\b/i,
    'CREATE INDEX x ON t1 USING gist (c1)',
  ],
  notifications: [/\b(?:UN)?LISTEN\s+[a-z"]|\bNOTIFY\s+[a-z"$]|\bpg_notify\b/, 'LISTEN job'],
  triggers: [
    /\bCREATE\s+(?:OR REPLACE\s+)?(?:CONSTRAINT\s+|EVENT\s+)?TRIGGER\b|\bRETURNS trigger\b/i,
    'CREATE TRIGGER a BEFORE',
  ],
  'stored generated columns': [/\bGENERATED ALWAYS AS \(/i, 'c2 text GENERATED ALWAYS AS (lower(c1)) STORED'],
  'the state of a transaction by its number': [
    /\b(?:pg_xact_status|txid_\w+|pg_current_xact_id\w*)\b/i,
    'SELECT pg_xact_status(1)',
  ],
  'places and ages of rows': [/\b(?:ctid|xmin|xmax|cmin|cmax)\b/i, 'DELETE FROM t1 WHERE ctid = ?'],
  'guessed numbers of rows': [/\breltuples\b|\bn_live_tup\b/i, 'SELECT reltuples FROM pg_class'],
  'replication of its own': [/\bCREATE (?:PUBLICATION|SUBSCRIPTION)\b/i, 'CREATE PUBLICATION p'],
}
