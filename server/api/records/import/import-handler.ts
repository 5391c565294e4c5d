// Answers an import: what of the table was read, what is left out, and which rows are refused.
import type { Entity } from '#shared/model/model.ts'
import { importRecords } from '../../../records/import/import-records.ts'
import { jsonResponse } from '../../response/response.ts'
import type { SchemaValue } from '../../routes/body-schema.ts'
import type { Handler, RouteInput } from '../../routes/route.ts'
import type { IMPORT_QUERY } from '../record-parameters.ts'

type Query = { readonly [name in keyof typeof IMPORT_QUERY]?: SchemaValue<(typeof IMPORT_QUERY)[name]> }

export function importHandler(entity: Entity): Handler<RouteInput<unknown, Query>> {
  return async (dependencies, { actorContext }, { query: { mode = 'check', match }, body }) => {
    const request = { text: String(body), mode, ...(match === undefined ? {} : { match }) }
    return jsonResponse(200, await importRecords(dependencies, actorContext, entity.name.identifier, request))
  }
}
