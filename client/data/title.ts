// What a record is called: its entity's title, worked out from as much of the record as the reader has.
import { evaluate } from '#shared/expressions/evaluate.ts'
import type { Model } from '#shared/model/model.ts'
import { collapseRecord } from './record.ts'
import type { RecordData } from './record.ts'

/** The title in one line; where it is not knowable, the first text that is, or the entity's name. */
export function titleOf(model: Model, entityName: string, record: RecordData): string {
  const entity = model.entities.get(entityName)
  if (!entity) return record.id
  const value = evaluate(entity.title.tree, {
    this: collapseRecord(record),
    me: null,
    now: '1970-01-01T00:00:00.000Z',
    timeZone: model.settings.timeZone,
    limits: {},
  })
  if (typeof value === 'string' && value !== '') return oneLine(value)
  for (const name of ['name', 'title', ...entity.fields.keys()]) {
    const field = entity.fields.get(name)
    const found = record[name]
    if (
      field &&
      !field.standard &&
      typeof found === 'string' &&
      found !== '' &&
      /text|sequence|slug|email/.test(field.type.kind)
    )
      return oneLine(found)
  }
  return entity.name.label
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}
