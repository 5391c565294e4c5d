// Answers an import: how the file was read, what is left out, and which rows are refused.
import { hash } from 'node:crypto'
import type { Entity } from '#shared/model/model.ts'
import type { EncodingName, ImportBody, ImportStatus } from '#shared/protocol/import.ts'
import { ENCODING_NAMES, ROWS_ANSWERED_AT_ONCE } from '#shared/protocol/import.ts'
import { addressKey } from '../../../auth/address-key.ts'
import { refused } from '../../../policy/refused.ts'
import type { RepeatGuard } from '../../../records/write/idempotency.ts'
import type { BackgroundRequest } from '../../../records/import/background/start-import.ts'
import { startImport } from '../../../records/import/background/start-import.ts'
import { describeRead, writePrepared } from '../../../records/import/import-records.ts'
import type { PreparedImport } from '../../../records/import/prepare-import.ts'
import { prepareImport, requireDecided, requireWritable } from '../../../records/import/prepare-import.ts'
import { confirmedCodes } from '../../request/confirmed-codes.ts'
import { prefersAsync } from '../../request/prefers-async.ts'
import type { ApiDependencies, RequestContext } from '../../request/request-context.ts'
import { jsonResponse } from '../../response/response.ts'
import type { SchemaValue } from '../../routes/body-schema.ts'
import type { Handler, RouteInput } from '../../routes/route.ts'
import type { IMPORT_QUERY } from '../record-parameters.ts'
import { charsetOf, readColumnMap, readerLanguages } from './import-query.ts'

type Query = { readonly [name in keyof typeof IMPORT_QUERY]?: SchemaValue<(typeof IMPORT_QUERY)[name]> }

export function importHandler(entity: Entity): Handler<RouteInput<unknown, Query>> {
  const { identifier } = entity.name
  return async (dependencies, context, { query, bytes }) => {
    const { actorContext, request } = context
    const asked = readRequest(entity, context, query, bytes)
    const prepared = await prepareImport(dependencies, actorContext, identifier, asked)
    if (asked.mode === 'read') return jsonResponse(200, describeRead(prepared))
    requireWritable(prepared)
    if (asked.mode === 'run') requireDecided(prepared)
    const once = asked.mode === 'run' ? fingerprintOf(identifier, query, asked) : undefined
    if (isForBackground(prepared, asked, request.headers['prefer'])) {
      const start = (guard?: RepeatGuard<ImportStatus>) =>
        startImport(dependencies, actorContext, prepared, asked, guard)
      const status = await runUnderKey(dependencies, context, { once, status: 202 }, start)
      return jsonResponse(202, status, ['Location', `/api/system/imports/${status.id}`])
    }
    const run = (guard?: RepeatGuard<ImportBody>) =>
      writePrepared(dependencies, actorContext, prepared, asked, { guard })
    return jsonResponse(200, await runUnderKey(dependencies, context, { once, status: 200 }, run))
  }
}

function isForBackground(
  { rows }: PreparedImport,
  { mode, keep }: BackgroundRequest,
  prefer: string | readonly string[] | undefined,
): boolean {
  return prefersAsync(prefer) || (mode === 'run' && keep === 'good') || rows.length > ROWS_ANSWERED_AT_ONCE
}

/** A trial may be repeated; what is kept is done once under a key. */
async function runUnderKey<Result>(
  { idempotency }: ApiDependencies,
  { actorContext, address, request }: RequestContext,
  { once, status }: { readonly once: string | undefined; readonly status: number },
  run: (guard?: RepeatGuard<Result>) => Promise<Result>,
): Promise<Result> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || once === undefined) return run()
  const asked = { key, request: once, from: addressKey(address) }
  return (await idempotency.run<Result>(asked, actorContext, status, run)).written
}

function readRequest(
  entity: Entity,
  { address, request }: RequestContext,
  { mode = 'check', keep = 'all', match, columns, sheet, headings, encoding, separator }: Query,
  bytes: Buffer,
): BackgroundRequest {
  return {
    bytes,
    mode,
    keep,
    match,
    sheet,
    separator,
    headingLine: headings,
    confirmed: confirmedCodes(request.headers['confirm']),
    note: { path: `/api/${entity.path}/import`, address: addressKey(address) },
    encoding: encoding ?? encodingOf(request.headers['content-type']),
    columns: columns === undefined ? undefined : readColumnMap(columns),
    languages: readerLanguages(request.headers['accept-language']),
  }
}

function encodingOf(contentType: string | undefined): EncodingName | undefined {
  const charset = charsetOf(contentType)
  const name = charset === 'iso-8859-1' || charset === 'us-ascii' ? 'windows-1252' : charset
  const known = ENCODING_NAMES.find((each) => each === name)
  if (name !== undefined && known === undefined)
    throw refused('bad_request', { parameter: 'charset', expected: { names: ENCODING_NAMES, by: 'or' } })
  return known
}

/** All that says what is to be done: the same key does it once. */
function fingerprintOf(entity: string, query: Query, { bytes, confirmed = [] }: BackgroundRequest): string {
  return `POST import ${entity} ${JSON.stringify(query)} ${confirmed.join()}\n${hash('sha256', bytes, 'base64url')}`
}
