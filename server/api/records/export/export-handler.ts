// Answers an export: the list's records as comma-separated values, as a workbook, or as a JSON object a line.
import { printingOf } from '#shared/decisions/8-errors.ts'
import type { ExpandedRecord } from '#shared/decisions/expanded-record.ts'
import { relationPaths } from '#shared/decisions/title-paths.ts'
import { copiedText } from '#shared/decisions/copied-text.ts'
import type { Entity } from '#shared/model/model.ts'
import { signedInActor } from '../../../auth/caller.ts'
import { addressKey } from '../../../auth/address-key.ts'
import { policyOf } from '../../../policy/policy.ts'
import { exportRecords } from '../../../records/export/export-records.ts'
import { nameToRead } from '../../../records/export/name-to-read.ts'
import { MOST_EXPANDED } from '../../../records/read/read-request.ts'
import type { ApiResponse } from '../../response/response.ts'
import { NDJSON_TYPE } from '../../response/response.ts'
import { streamResponse } from '../../response/stream-response.ts'
import type { SchemaValue } from '../../routes/body-schema.ts'
import type { Handler, RouteInput } from '../../routes/route.ts'
import type { EXPORT_QUERY } from '../record-parameters.ts'
import { exportColumns } from './export-columns.ts'
import { sheetCell } from './sheet-cell.ts'
import { writeCsv } from './write-csv.ts'

type Query = { readonly [name in keyof typeof EXPORT_QUERY]?: SchemaValue<(typeof EXPORT_QUERY)[name]> }

export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: NDJSON_TYPE,
} as const

export function exportHandler(entity: Entity): Handler<RouteInput<unknown, Query>> {
  const name = entity.name.identifier
  return async (dependencies, { actorContext, address, running, caller }, { query }): Promise<ApiResponse> => {
    const { format = 'csv', fields: named, ...request } = query
    const { model } = running
    const policy = policyOf(running, actorContext.actor)
    const names = named?.split(',').map((each) => each.trim())
    const columns = exportColumns(entity, names, policy.entity(name).exported.readable)
    const readableOf = (of: string): ReadonlySet<string> => policy.entity(of).read.readable
    // Relations beyond are written as ids.
    const expand = relationPaths(
      model,
      readableOf,
      entity,
      columns.flatMap(({ field }) => (field.type.kind === 'relation' ? [field.name.identifier] : [])),
    ).slice(0, MOST_EXPANDED)
    const asked = {
      ...request,
      ...(named === undefined ? {} : { fields: named }),
      ...(format === 'ndjson' || expand.length === 0 ? {} : { expand: expand.join(',') }),
    }
    const by = signedInActor(caller).person?.id ?? null
    const note = { path: `/api/${entity.path}/export`, format, address: addressKey(address), by }
    const pages = exportRecords(dependencies, actorContext, name, asked, note)
    const printing = printingOf(model)
    const title = (of: string, record: ExpandedRecord): string => nameToRead(model, readableOf, of, record)
    const labels = columns.map(({ label }) => label)
    const day = printing.formatters.stamp(actorContext.now).slice(0, 10)
    const headers = ['Content-Disposition', `attachment; filename="${entity.path}-${day}.${format}"`]
    switch (format) {
      case 'ndjson':
        return streamResponse(EXPORT_TYPES.ndjson, toLines(pages), headers)
      case 'csv': {
        const cells = rowsOf(pages, columns, (value, { type }) => copiedText(value, type, printing, title))
        return streamResponse(EXPORT_TYPES.csv, writeCsv(labels, cells), headers)
      }
      case 'xlsx': {
        const cells = rowsOf(pages, columns, (value, field) => sheetCell(value, field, printing, title))
        // With what packs it: the first workbook loads it.
        const { writeXlsx } = await import('./write-xlsx.ts')
        return streamResponse(EXPORT_TYPES.xlsx, writeXlsx(entity.plural, labels, cells), headers)
      }
    }
  }
}

async function* toLines(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string, void> {
  for await (const items of pages) yield items.map((item) => `${item}\n`).join('')
}

type Columns = ReturnType<typeof exportColumns>

async function* rowsOf<Cell>(
  pages: AsyncIterable<readonly string[]>,
  columns: Columns,
  cell: (value: unknown, field: Columns[number]['field']) => Cell,
): AsyncGenerator<readonly (readonly Cell[])[], void> {
  for await (const items of pages)
    yield items.map((item) => {
      const record = JSON.parse(item) as ExpandedRecord
      return columns.map(({ field }) => cell(record[field.name.identifier], field))
    })
}
