// Copies the lines of a record for the form that makes another.
import type { Entity, Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { fetchData } from '../../../data/api.ts'
import { copyOf } from '../../../data/records/copy-record.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { creatableInHead } from '../../../data/records/permissions.ts'
import type { FormLine } from './form-lines.ts'
import { formPartsOf } from './form-lines.ts'

/** Copies the lines of a record by the name of the lines, in their order. */
export async function copyLines(
  model: Model,
  session: SessionBody,
  entity: Entity,
  id: string,
): Promise<{ readonly [name: string]: readonly FormLine[] }> {
  const names = formPartsOf(model, session, entity).filter(({ creatable }) => creatable.size > 0)
  if (names.length === 0) return {}
  const expand = names.map(({ name }) => name).join(',')
  const head = await fetchData<RecordData>(`/api/${entity.path}/${encodeURIComponent(id)}?expand=${expand}`)
  return Object.fromEntries(
    names.map(({ name, entity: line }) => {
      const lines = (head[name] ?? []) as readonly RecordData[]
      const creatable = creatableInHead(model, session, line.name.identifier)
      return [name, lines.map((each, index) => ({ key: `copy-${index}`, values: copyOf(line, each, creatable) }))]
    }),
  )
}
