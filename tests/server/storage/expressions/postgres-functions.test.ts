// The functions that PostgreSQL is given come to what the evaluator's own code comes to, one by one and over many values.
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { dateOf, wallClock } from '#shared/expressions/calendar.ts'
import { DURATION_UNIT, lengthOf } from '#shared/expressions/duration.ts'
import { eachOverload } from '#shared/expressions/functions/overloads.ts'
import { compilePattern } from '#shared/expressions/functions/pattern.ts'
import { collationKey } from '#shared/expressions/functions/collation.ts'
import { searchText } from '#shared/expressions/functions/search-text.ts'
import { slugOf } from '#shared/expressions/functions/text-functions.ts'
import { NotInSql } from '../../../../server/storage/expressions/dialect.ts'
import { overloadName } from '../../../../server/storage/expressions/function-names.ts'
import { installFunctions, installTimeZone } from '../../../../server/storage/postgres/functions/install-functions.ts'
import { postgresPattern } from '../../../../server/storage/postgres/postgres-pattern.ts'
import { startPostgres } from '../../../postgres/postgres.ts'
import { runIn } from '../../../../server/storage/postgres/run-statement.ts'
import { randomPattern } from '../../../shared/expressions/random/random-pattern.ts'

/** Every single character takes half a minute. */
const EXHAUSTIVE = process.env['EXPRESSION_CASES'] !== undefined

const server = await startPostgres()

const run = 'reason' in server ? undefined : runIn(server.client)
if (run) await installFunctions(run)

async function rows(
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly { readonly [column: string]: unknown }[]> {
  return (await run?.(sql, values)) ?? []
}

/** Returns the result of a function for each of the values. */
async function mapped(call: string, type: string, values: readonly unknown[]): Promise<readonly unknown[]> {
  const answers = await rows(
    `SELECT to_json(${call}) #>> '{}' AS answer FROM unnest($1::${type}[]) WITH ORDINALITY AS given(x, n) ORDER BY n`,
    [values],
  )
  return answers.map(({ answer }) => answer)
}

afterAll(async () => {
  if (!('reason' in server)) await server.stop()
})

/** undefined: it is matched in memory. */
function translate(source: string): string | null | undefined {
  try {
    return postgresPattern(source)
  } catch (error) {
    if (error instanceof NotInSql) return undefined
    throw error
  }
}

describe.skipIf(!run)('PostgreSQL', () => {
  test('parts each duration into its days and its length', async () => {
    const whole = fc.sample(fc.bigInt(-(2n ** 126n), 2n ** 126n), { numRuns: 2_000, seed: 1 })
    const values = [...whole, ...whole.map((value) => value >> 50n), 0n, DURATION_UNIT / 2n, -DURATION_UNIT / 2n]
    const given = values.map(String)
    expect(await mapped('v_length(x)', 'numeric', given)).toEqual(values.map((value) => String(lengthOf(value))))
    const days = values.map((value) => value - BigInt(lengthOf(value)) * DURATION_UNIT)
    expect(await mapped('v_days_of(x)', 'numeric', given)).toEqual(days.map(String))
  })

  test('has every function of the catalogue', async () => {
    const known = new Set(
      (await rows(`SELECT proname FROM pg_proc WHERE proname LIKE 'v\\_%'`)).map((row) => row['proname']),
    )
    const missing = eachOverload()
      .map(({ name, index }) => overloadName(name, index).toLowerCase())
      .filter((name) => !known.has(name))
    expect(missing).toEqual([])
  })

  test('changes the case of every character as JavaScript does', async () => {
    const characters = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((each, index) => EXHAUSTIVE || index % 97 === 0 || /^[\p{M}\p{Cased}\s]$/u.test(each))
    for (const [name, of] of [
      ['lower_0', (text: string) => text.toLowerCase()],
      ['upper_0', (text: string) => text.toUpperCase()],
      ['slug_0', slugOf],
      ['trim_0', (text: string) => text.trim()],
      ['collation_key', collationKey],
      ['search_text', searchText],
    ] as const) {
      // Those that are left as they are need not be sent back.
      const changed = await rows(
        `SELECT x, v_${name}(x) AS y FROM unnest($1::text[]) AS x WHERE v_${name}(x) IS DISTINCT FROM x`,
        [characters],
      )
      const found = new Map(changed.map(({ x, y }) => [x, y]))
      const wrong = characters.filter((each) => of(each) !== (found.has(each) ? found.get(each) : each))
      expect(
        wrong.map((each) => `${name} ${each.codePointAt(0)?.toString(16)} ${String(found.get(each))} ${of(each)}`),
      ).toEqual([])
    }
  })

  test('changes the case of whole texts, final sigma and all', async () => {
    const texts = fc
      .sample(
        fc.array(
          fc.constantFrom(
            'Σ',
            'Σ',
            'ʰ',
            'ς',
            'a',
            'Ω',
            '.',
            ' ',
            "'",
            '\u0301',
            'İ',
            'ß',
            'ŉ',
            'ﬁ',
            '1',
            '😀',
            '@',
            '-',
          ),
          { maxLength: 8 },
        ),
        5_000,
      )
      .map((parts) => parts.join(''))
    expect(await mapped('v_lower_0(x)', 'text', texts)).toEqual(texts.map((text) => text.toLowerCase()))
    expect(await mapped('v_upper_0(x)', 'text', texts)).toEqual(texts.map((text) => text.toUpperCase()))
    expect(await mapped('v_slug_0(x)', 'text', texts)).toEqual(texts.map(slugOf))
  })

  test('prints every number as JavaScript does', async () => {
    const numbers = [
      ...fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), 5_000),
      ...Array.from({ length: 2_098 }, (_, index) => 2 ** (index - 1_074)),
      ...fc
        .sample(fc.tuple(fc.integer(), fc.integer({ min: -12, max: 12 })), 2_000)
        .map(([a, b]) => Number(`${a}e${b}`)),
    ]
    const printed = await mapped('v_text_of_number(x)', 'double precision', numbers)
    expect(printed).toEqual(numbers.map(String))
  })

  test('reads the clocks of a time zone as JavaScript does', async () => {
    for (const zone of [
      'Europe/Berlin',
      'America/St_Johns',
      'Africa/Casablanca',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Europe/Dublin',
      'UTC',
      'nowhere',
    ]) {
      await installTimeZone(rows, zone)
      const times = fc.sample(fc.integer({ min: Date.UTC(1800, 0), max: Date.UTC(2200, 0) }), EXHAUSTIVE ? 5_000 : 400)
      const far = fc.sample(
        fc.integer({ min: Date.UTC(2400, 0), max: Date.UTC(9999, 11, 30) }),
        EXHAUSTIVE ? 5_000 : 200,
      )
      const moments = [...times, ...far].map((time) => new Date(time).toISOString())
      expect(await mapped(`v_wall(x, '${zone}')::text`, 'text', moments)).toEqual(
        moments.map((moment) => String(wallClock(moment, zone))),
      )
      expect(await mapped(`v_date_of_0(x, '${zone}')`, 'text', moments)).toEqual(
        moments.map((moment) => dateOf(moment, zone)),
      )
    }
  })

  test('says so when a time zone is not installed', async () => {
    await expect(rows(`SELECT v_date_of_0('2026-01-01T00:00:00.000Z', 'Asia/Tokyo')`)).rejects.toThrow(
      'Asia/Tokyo is not installed',
    )
  })

  test('matches patterns as the evaluator does', async () => {
    const texts = ['', 'a', 'ab', 'Ä', '😀', 'a b', 'aa\nb', 'A-1', 'x_9', 'bbbb', 'ä.', '\u2028']
    const patterns = fc.gen().map((generate) => randomPattern((count) => generate(fc.nat, { max: count - 1 })))
    for (let round = 0; round < (EXHAUSTIVE ? 50 : 1); round++) {
      const sources = fc.sample(patterns, 400).filter((source) => translate(source) !== undefined)
      const found = await rows(
        `SELECT array_agg(v_matches_0(text, pattern) ORDER BY m) AS matches
         FROM unnest($1::text[]) WITH ORDINALITY AS patterns(pattern, n), unnest($2::text[]) WITH ORDINALITY AS texts(text, m)
         GROUP BY n ORDER BY n`,
        [sources.map(translate), texts],
      )
      for (const [index, source] of sources.entries()) {
        const pattern = compilePattern(source)
        const wanted = texts.map((text) => ('error' in pattern ? null : pattern.test(text)))
        expect({ source, matches: found[index]?.['matches'] }).toEqual({ source, matches: wanted })
      }
    }
  })

  test('comes to the end of what would take backtracking for ever', async () => {
    const pattern = postgresPattern('^(a|a)*(a*)*b$')
    const [found] = await rows('SELECT v_matches_0($1, $2) AS matches', ['a'.repeat(200_000), pattern])
    expect(found).toEqual({ matches: false })
  })

  test('leaves patterns to memory that its automaton would take long to make', () => {
    for (const source of ['(a?){400}', '(a*){600}', '((^|$)|a?){99}'])
      expect(() => postgresPattern(source), source).toThrow(NotInSql)
    for (const source of [
      '^[a-z]{3,900}$',
      '.{0,990}x',
      '^a$|^b$|^c$|^d$|^e$|^f$',
      '(a?b?){50}',
      '((((){9}){9}){9}){9}',
    ])
      expect(postgresPattern(source), source).not.toBe(null)
  })
})
