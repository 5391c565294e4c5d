// Answers an import: what of the table was read, what is left out, and which rows are refused.
import type { Entity } from '#shared/model/model.ts'
import type { ImportBody } from '#shared/protocol/import.ts'
import { addressKey } from '../../../auth/rate-limit/rate-limiter.ts'
import type { RepeatGuard } from '../../../records/idempotency.ts'
import { importRecords } from '../../../records/import/import-records.ts'
import { confirmedCodes } from '../../request/confirmed-codes.ts'
import { jsonResponse } from '../../response/response.ts'
import type { SchemaValue } from '../../routes/body-schema.ts'
import type { Handler, RouteInput } from '../../routes/route.ts'
import type { IMPORT_QUERY } from '../record-parameters.ts'

type Query = { readonly [name in keyof typeof IMPORT_QUERY]?: SchemaValue<(typeof IMPORT_QUERY)[name]> }

export function importHandler(entity: Entity): Handler<RouteInput<unknown, Query>> {
  const { identifier } = entity.name
  return async (dependencies, { actorContext, address, request }, { query: { mode = 'check', match }, body }) => {
    const confirmed = confirmedCodes(request.headers['confirm'])
    const note = { path: `/api/${entity.path}/import`, address: addressKey(address) }
    const asked = { text: String(body), mode, confirmed, note, ...(match === undefined ? {} : { match }) }
    const run = (guard?: RepeatGuard<ImportBody>) => importRecords(dependencies, actorContext, identifier, asked, guard)
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || mode === 'check') return jsonResponse(200, await run())
    const text = `POST import ${identifier} ${match ?? ''} ${confirmed.join()}\n${asked.text}`
    const once = { key, request: text, from: addressKey(address) }
    const { written } = await dependencies.idempotency.run<ImportBody>(once, actorContext, 200, run)
    return jsonResponse(200, written)
  }
}
