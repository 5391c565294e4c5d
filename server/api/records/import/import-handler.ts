// Answers an import: how the file was read, what is left out, and which rows are refused.
import type { Entity } from '#shared/model/model.ts'
import type { EncodingName, ImportBody } from '#shared/protocol/import.ts'
import { ENCODING_NAMES } from '#shared/protocol/import.ts'
import { hash } from 'node:crypto'
import { addressKey } from '../../../auth/rate-limit/rate-limiter.ts'
import { refused } from '../../../policy/refused.ts'
import type { RepeatGuard } from '../../../records/idempotency.ts'
import type { ImportRequest } from '../../../records/import/import-records.ts'
import { importRecords } from '../../../records/import/import-records.ts'
import { confirmedCodes } from '../../request/confirmed-codes.ts'
import type { RequestContext } from '../../request/request-context.ts'
import { jsonResponse } from '../../response/response.ts'
import type { SchemaValue } from '../../routes/body-schema.ts'
import type { Handler, RouteInput } from '../../routes/route.ts'
import type { IMPORT_QUERY } from '../record-parameters.ts'
import { charsetOf, readColumnMap, readerLanguage } from './import-query.ts'

type Query = { readonly [name in keyof typeof IMPORT_QUERY]?: SchemaValue<(typeof IMPORT_QUERY)[name]> }

export function importHandler(entity: Entity): Handler<RouteInput<unknown, Query>> {
  const { identifier } = entity.name
  return async (dependencies, context, { query, bytes }) => {
    const { actorContext, address, request } = context
    const asked = readRequest(entity, context, query, bytes)
    const run = (guard?: RepeatGuard<ImportBody>) =>
      importRecords(dependencies, actorContext, identifier, asked, { guard })
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || asked.mode !== 'run') return jsonResponse(200, await run())
    const once = { key, request: fingerprintOf(identifier, query, asked), from: addressKey(address) }
    const { written } = await dependencies.idempotency.run<ImportBody>(once, actorContext, 200, run)
    return jsonResponse(200, written)
  }
}

function readRequest(
  entity: Entity,
  { address, request }: RequestContext,
  { mode = 'check', match, columns, sheet, headings, encoding, separator }: Query,
  bytes: Buffer,
): ImportRequest {
  return {
    ...{ bytes, mode, match, sheet, separator, headingLine: headings },
    confirmed: confirmedCodes(request.headers['confirm']),
    note: { path: `/api/${entity.path}/import`, address: addressKey(address) },
    encoding: encoding ?? encodingOf(request.headers['content-type']),
    columns: columns === undefined ? undefined : readColumnMap(columns),
    language: readerLanguage(request.headers['accept-language']),
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
function fingerprintOf(entity: string, query: Query, { bytes, confirmed = [] }: ImportRequest): string {
  return `POST import ${entity} ${JSON.stringify(query)} ${confirmed.join()}\n${hash('sha256', bytes, 'base64url')}`
}
