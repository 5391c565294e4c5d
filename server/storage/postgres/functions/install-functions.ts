// Installs the `v_…` functions and the time zone tables in a PostgreSQL database.
import { createHash } from 'node:crypto'
import { wallClock } from '#shared/expressions/calendar.ts'
import { normalizeText } from '#shared/text/characters/bounded-text.ts'
import { buildNumber, isOfNewerBuild } from '../../build-number.ts'
import { DATE_FUNCTIONS } from './date-functions.ts'
import { NUMBER_FUNCTIONS } from './number-functions.ts'
import { SHOWN_FUNCTIONS } from './shown-functions.ts'
import { STORED_FUNCTIONS } from './stored-functions.ts'
import type { UnknownCharacters } from './text-functions.ts'
import { textFunctions } from './text-functions.ts'
import { RULED_SINCE, RULED_UNTIL, TIME_ZONE_TABLE, ZONE_FUNCTIONS } from './zone-functions.ts'

/** Runs one statement and gives its rows. */
export type RunStatement = (
  sql: string,
  values?: readonly unknown[],
) => Promise<readonly { readonly [column: string]: unknown }[]>

const OLDEST_VERSION = 150_000
/** Full case mapping that follows Unicode, whatever the locale, came with this version; before, it is that of ICU. */
const OWN_CASES_SINCE = 180_000

/**
 * The number rises with each change of the functions: a process of the release before, which starts beside a newer one, leaves the
 * newer ones. The hash of all is written down, since working it out takes a start as long as all the rest.
 */
export const FUNCTIONS = { number: 2, hash: '1544af57739797a2a19aaa6cb191c0f25e533485fc141118f6c5297cec01e4c9' }

/**
 * Into the first schema of the search path; where all are there, or newer ones, nothing is run that needs a right to
 * change the schema. Throws where the database is too old or is not in UTF-8.
 */
export async function installFunctions(run: RunStatement): Promise<void> {
  const [server] = await run(
    `SELECT current_setting('server_version_num')::integer AS version, current_setting('server_encoding') AS encoding`,
  )
  const version = Number(server?.['version'])
  if (version < OLDEST_VERSION) throw new Error('PostgreSQL 15 or newer is needed.')
  if (server?.['encoding'] !== 'UTF8') throw new Error('The database has to be in UTF-8.')
  const cases = version < OWN_CASES_SINCE ? '"und-x-icu"' : 'pg_unicode_fast'
  const installed = keyOf(version)
  const [found] = await run(`SELECT obj_description(to_regclass('v_time_zone'), 'pg_class') AS installed`)
  if (found?.['installed'] === installed || isOfNewerBuild(String(found?.['installed']), FUNCTIONS.number)) return
  await run(TIME_ZONE_TABLE)
  await run(functionsWith(await findUnknownCharacters(run, cases), cases).join(';\n'))
  await run(`COMMENT ON TABLE v_time_zone IS '${installed}'`)
}

function functionsWith(unknown: UnknownCharacters, cases: string): readonly string[] {
  return [
    ...NUMBER_FUNCTIONS,
    ...textFunctions(unknown, cases),
    ...DATE_FUNCTIONS,
    ...ZONE_FUNCTIONS,
    ...SHOWN_FUNCTIONS,
    ...STORED_FUNCTIONS,
  ]
}

/** Stands at the table of time zones: a start with the same functions, and the same Unicode on both sides, leaves them as they are. */
function keyOf(server: number): string {
  return `${buildNumber(FUNCTIONS.number)} ${hashOf(`${server}\n${FUNCTIONS.hash}`)}`
}

export function hashFunctions(): string {
  return hashOf(functionsWith({ lower: [], upper: [], decomposed: [] }, '').join('\n'))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** PostgreSQL's version of Unicode may be older than JavaScript's: what it does not know yet are single characters. */
async function findUnknownCharacters(run: RunStatement, cases: string): Promise<UnknownCharacters> {
  const characters = changingCharacters()
  const rows = await run(
    `SELECT string_agg(lower(c COLLATE ${cases}), E'\\n' ORDER BY n) AS lower,
            string_agg(upper(c COLLATE ${cases}), E'\\n' ORDER BY n) AS upper,
            string_agg(normalize(c, NFKD), E'\\n' ORDER BY n) AS decomposed
     FROM unnest($1::text[]) WITH ORDINALITY AS characters(c, n)`,
    [characters],
  )
  const unknown = (known: unknown, mapped: (character: string) => string): UnknownCharacters['lower'] => {
    const given = String(known).split('\n')
    return characters.flatMap((character, index) =>
      given[index] === mapped(character) ? [] : [[character, mapped(character)] as const],
    )
  }
  return {
    lower: unknown(rows[0]?.['lower'], (character) => character.toLowerCase()),
    upper: unknown(rows[0]?.['upper'], (character) => character.toUpperCase()),
    decomposed: unknown(rows[0]?.['decomposed'], (character) => normalizeText(character, 'NFKD')),
  }
}

function changingCharacters(): readonly string[] {
  return Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter(
    (character) =>
      character.toLowerCase() !== character ||
      character.toUpperCase() !== character ||
      normalizeText(character, 'NFKD') !== character,
  )
}

/** Writes down when the zone's clocks change, if that is not known yet. The name of no zone is UTC, as everywhere. */
export async function installTimeZone(run: RunStatement, zone: string): Promise<void> {
  const known = await run('SELECT 1 FROM v_time_zone WHERE zone = $1 LIMIT 1', [zone])
  if (known.length > 0) return
  const changes = changesOf(zone)
  await run(
    'INSERT INTO v_time_zone (zone, since, ahead) SELECT $1, * FROM unnest($2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING',
    [zone, `{${changes.map(({ since }) => since).join()}}`, `{${changes.map(({ ahead }) => ahead).join()}}`],
  )
}

export async function installTimeZones(run: RunStatement, zones: Iterable<string>): Promise<void> {
  for (const zone of zones) await installTimeZone(run, zone)
}

interface Change {
  readonly since: number
  /** Milliseconds ahead of UTC. */
  readonly ahead: number
}

const DAY = 86_400_000
/** Before that, every place had its own time. */
const FIRST_ZONES = Date.UTC(1840, 0, 1)

/** Clocks are read once a week, and where two readings differ the change between them is searched for. */
function changesOf(zone: string): readonly Change[] {
  const aheadAt = (moment: number): number => wallClock(new Date(moment).toISOString(), zone) - moment
  let ahead = aheadAt(FIRST_ZONES)
  const changes: Change[] = [{ since: -Number.MAX_SAFE_INTEGER, ahead }]
  for (let moment = FIRST_ZONES; moment < RULED_UNTIL;) {
    const next = Math.min(moment + (moment < RULED_SINCE ? 7 : 28) * DAY, RULED_UNTIL)
    const then = aheadAt(next)
    if (then !== ahead) {
      let [before, after] = [moment, next]
      while (after - before > 1_000) {
        const middle = before + Math.floor((after - before) / 2_000) * 1_000
        if (aheadAt(middle) === ahead) before = middle
        else after = middle
      }
      changes.push({ since: after, ahead: then })
      ahead = then
    }
    moment = next
  }
  return changes
}
