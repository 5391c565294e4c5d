// What only one engine understands stands in its folder, and behind the dialect for everybody else.
import { expect, test } from 'vitest'
import { code } from './source-files.ts'

const OF_SQLITE =
  /\b(?:json_each|json_group_array|json_quote|json_extract|json_valid|group_concat|period_start|within_time|last_insert_rowid|rowid|WITHOUT ROWID|AUTOINCREMENT|INSERT OR|GLOB|NOT INDEXED|PRAGMA|fts5|sqlite_schema)\b|\) STRICT\b|(?<![a-z_])typeof\(/i
const OF_POSTGRES =
  /\b(?:jsonb?_(?:agg|array_elements|build_object|build_array)|string_agg|bigint GENERATED|IS (?:NOT )?DISTINCT FROM|FOR UPDATE|SKIP LOCKED|to_json\()/i

const ENGINES = [
  ['sqlite', OF_SQLITE, 'SELECT value FROM json_each(?)'],
  ['postgres', OF_POSTGRES, 'SELECT string_agg(name, chr(44))'],
] as const

test.each(ENGINES)('words of %s stand only in its folder', (engine, words, sample) => {
  const storage = [...code].filter(([path]) => path.startsWith('server/storage/'))
  const [own, shared] = [true, false].map((isOwn) =>
    storage.filter(([path]) => path.startsWith(`server/storage/${engine}/`) === isOwn),
  )
  expect(own?.filter(([, text]) => words.test(text)).length).toBeGreaterThan(1)
  expect(words.test(sample)).toBe(true)
  expect(
    shared?.flatMap(([path, text]) =>
      textsIn(text)
        .filter((line) => words.test(line))
        .map((line) => `${path}: ${line}`),
    ),
  ).toEqual([])
})

/** Lines without their comments, which may speak of any engine. */
function textsIn(source: string): readonly string[] {
  return source.split('\n').filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
}
