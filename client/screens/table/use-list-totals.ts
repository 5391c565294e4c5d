// Reads how many rows each group of a list has, and what its columns add up to.
import { useMemo } from 'react'
import { wordsOf } from '#shared/fields/choice.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { fieldLabel } from '../../data/field-label.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { isRecordData } from '../../data/records/record-data.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import { isSumOfNothing, totalOf } from '../../data/records/column-totals.ts'
import { useSummary } from '../../data/records/record-queries.ts'
import { isReadInPart } from '../../data/records/permissions.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { familyOf, fieldType } from '#shared/fields/registry.ts'
import { usePrinting } from '../../fields/use-printing.ts'
import { labelOf } from '../../words/label-of.ts'
import type { ListGroup } from './list/list-groups.ts'
import { groupKey } from './list/list-groups.ts'
import { withinSentence } from '../../words/language.ts'
import { say } from '../../words/say.ts'

export function useListGroups(
  entity: Entity,
  group: string | undefined,
  filter: string | undefined,
  records: readonly RecordData[],
): readonly ListGroup[] | undefined {
  const printing = usePrinting()
  const model = useModel()
  const { data } = useSummary(
    entity,
    { by: group ?? '', measure: 'count', ...(filter === undefined ? {} : { filter }) },
    { enabled: group !== undefined },
  )
  const field = group === undefined ? undefined : entity.fields.get(group)
  return useMemo(() => {
    if (!field || !data) return undefined
    const name = field.name.identifier
    const titles = titlesIn(model, field, records)
    return data.groups.map(({ key, measures }) => {
      const text = groupKey(key)
      const said =
        text === ''
          ? say('No {name}', { name: withinSentence(fieldLabel(field)) })
          : titles
            ? (titles.get(text) ?? say('Not shown to you'))
            : familyOf(field.type) === 'word'
              ? labelOf(wordsOf(field.type), text)
              : fieldType(field.type.kind).print(key, field.type, printing)
      return {
        key: text,
        label: said,
        count: Number(measures['count'] ?? 0),
        has: (record) => groupKey(record[name]) === text,
      }
    })
  }, [field, data, printing, model, records])
}

/**
 * Maps the ids of the records that the rows point to to their titles. Returns undefined if the field points to no
 * record.
 */
function titlesIn(
  model: Model,
  { name, type }: Field,
  records: readonly RecordData[],
): ReadonlyMap<string, string> | undefined {
  if (type.kind !== 'relation') return undefined
  const related = records.map((record) => record[name.identifier]).filter(isRecordData)
  return new Map(related.map((each) => [each.id, titleOf(model, type.entity, each)]))
}

export function useListSummary(
  entity: Entity,
  columns: readonly ListColumn[],
  filter: string | undefined,
  records: readonly RecordData[],
): ListSummary {
  const printing = usePrinting()
  const model = useModel()
  const session = useKnownSession()
  const measured = columns.flatMap(({ path, field, label }) => {
    const [name] = path
    const total = path.length > 1 || name === undefined ? undefined : totalOf(model, entity, field)
    if (name === undefined || total === undefined) return []
    const isInPart = isReadInPart(model, session, entity.name.identifier, name)
    return total === 'average'
      ? [{ name, label, field, measure: `avg(${name})`, word: isInPart ? say('Average shown') : say('Average') }]
      : [{ name, label, field, measure: `sum(${name})`, word: isInPart ? say('Sum shown') : say('Sum') }]
  })
  const measure = measured.map((each) => each.measure).join(',')
  const summarized = { measure, ...(filter === undefined ? {} : { filter }) }
  const { data } = useSummary(entity, summarized, { enabled: measure !== '' })
  const measures = data?.groups[0]?.measures
  if (!measures) return NOTHING
  return new Map(
    measured.flatMap((each): [string, ColumnTotal][] => {
      const value = measures[each.measure]
      if (value === null || value === undefined || isSumOfNothing(value, each.name, records)) return []
      const { type } = each.field
      return [[each.name, { label: each.label, word: each.word, text: printTotal(value, type, printing) }]]
    }),
  )
}

interface ColumnTotal {
  /** Label of the column. */
  readonly label: string
  /** Word for how the values were combined, such as "Sum". */
  readonly word: string
  readonly text: string
}

/** Totals below the columns of a list, by the column's path. */
export type ListSummary = ReadonlyMap<string, ColumnTotal>

const NOTHING: ListSummary = new Map()

function printTotal(
  value: string | number,
  type: ListColumn['field']['type'],
  printing: ReturnType<typeof usePrinting>,
): string {
  const { unit, print } = fieldType(type.kind)
  if (unit === 'currency' || unit === 'time') return print(value, type, printing)
  return printing.formatters.number(Math.round(Number(value) * 100) / 100)
}
