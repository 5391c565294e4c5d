// Starts an application twice, on SQLite and on PostgreSQL, and compares what the two answer.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite-storage.ts'
import type { StartOptions } from '../apps/start-app.ts'
import type { Row } from '../policy/entities.ts'
import type { PolicyApp, Request } from '../policy/policy-app.ts'

export interface TwoEngines {
  /** Asks both, all pages of a list; throws where they differ, and gives the status. */
  compare(me: Row | null, path: string, request?: Request): Promise<number>
}

/** A statement may take its time: how long one takes is no matter of equality, and the machine does other things as well. */
const PATIENT = { slow: { longest: 60_000 } } as const

export async function askBoth(
  start: (options: StartOptions) => Promise<PolicyApp>,
  ask: (both: TwoEngines) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-'))
  const [postgres, sqlite] = await Promise.all([
    start(PATIENT),
    start({ ...PATIENT, openStorage: (document) => openSqliteStorage({ ...document, ...PATIENT, directory }) }),
  ])
  let difference: unknown
  await ask({
    async compare(me, path, request) {
      const [one, other] = await Promise.all([askAll(sqlite, me, path, request), askAll(postgres, me, path, request)])
      if (!isSame(one, other)) throw new Error(explain(sqlite, me, path, request, one, other))
      return one[0]?.status ?? 0
    },
  }).catch((error: unknown) => (difference = error))
  // What failed inside an application is said when it ends.
  const ended = await Promise.allSettled([sqlite.stop(), postgres.stop()])
  rmSync(directory, { recursive: true })
  const failures = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
  if (difference !== undefined)
    throw new Error([difference instanceof Error ? difference.message : String(difference), ...failures].join('\n'))
  expect(failures).toEqual([])
}

/** Digits of a measure that are compared: numbers with a point are added up in another order. */
const COMPARED_DIGITS = 12

function isSame(one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true
  const rounded = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (name, each: unknown) =>
        typeof each === 'number' && /^(sum|avg)\(/.test(name) ? Number(each.toPrecision(COMPARED_DIGITS)) : each,
      ),
    )
  return isDeepStrictEqual(rounded(one), rounded(other))
}

interface Read {
  readonly status: number
  readonly type: string | undefined
  readonly body: unknown
}

/** All pages: their cursors may differ, what they lead to may not. */
async function askAll(app: PolicyApp, me: Row | null, path: string, request?: Request): Promise<readonly Read[]> {
  const pages: Read[] = []
  let next: unknown
  do {
    const mark = path.includes('?') ? '&' : '?'
    const { status, text, headers } = await app.ask(
      me,
      next === undefined ? path : `${path}${mark}after=${encodeURIComponent(String(next))}`,
      request,
    )
    const type = headers['content-type']
    const nonce = /nonce-([\w-]+)/.exec(String(headers['content-security-policy']))?.[1] ?? 'none'
    const ids = [nonce, String(headers['x-request-id'])]
    const read = parse(
      ids.reduce((rest, id) => rest.replaceAll(id, ''), text),
      type,
    )
    const { next: cursor, ...body } = isObject(read) ? read : { whole: read }
    pages.push({ status, type, body })
    next = cursor ?? undefined
  } while (next !== undefined)
  return pages
}

function parse(text: string, type = ''): unknown {
  if (type.includes('ndjson'))
    return text.split('\n').map((line) => (line === '' ? null : (JSON.parse(line) as unknown)))
  return type.includes('json') && text !== '' ? (JSON.parse(text) as unknown) : text
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function explain(
  app: PolicyApp,
  me: Row | null,
  path: string,
  request: Request | undefined,
  one: unknown,
  other: unknown,
): string {
  return [
    app.document,
    `as ${me === null ? 'nobody' : JSON.stringify(me)}`,
    `${request?.method ?? 'GET'} ${decodeURIComponent(path)} ${JSON.stringify(request?.body) ?? ''}`,
    `SQLite     ${JSON.stringify(one)}`,
    `PostgreSQL ${JSON.stringify(other)}`,
  ].join('\n')
}
