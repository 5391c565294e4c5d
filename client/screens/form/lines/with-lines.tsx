// Loads the lines of a record before its form is shown.
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { MOST_LINES } from '#shared/protocol/record.ts'
import type { Entity } from '#shared/model/model.ts'
import { currentMoment } from '../../../clock.ts'
import { fetchData } from '../../../data/api.ts'
import { pointsTo } from '../../../data/records/filter-conditions.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import type { ListQuery, ListResponse } from '../../../data/records/record-queries.ts'
import { writeQuery } from '../../../data/records/record-queries.ts'
import { readableNames } from '../../../data/records/permissions.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { RefusalNote } from '../../../refusals/refusal-note.tsx'
import { ListSkeleton, Loading } from '../../../ui/skeletons.tsx'
import type { FormPart } from './form-lines.ts'
import { formPartsOf } from './form-lines.ts'

interface Props {
  readonly entity: Entity
  readonly record: RecordData
  /** Are there any to load? */
  readonly parts: boolean
  readonly children: (parts: readonly FormPart[], there: ReadonlyMap<string, readonly string[]>) => ReactNode
}

export function WithLines({ entity, record, parts: hasLines, children }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const [openedAt] = useState(currentMoment)
  const wanted = useMemo(
    () => (hasLines ? formPartsOf(model, session, entity, { record, lines: new Map() }) : []),
    [model, session, entity, record, hasLines],
  )
  const queries = useQueries({
    queries: wanted.map((part) => {
      const field = part.entity.fields.get(part.part.field)
      const query: ListQuery = {
        ...(field ? { filter: pointsTo(field, record.id) } : {}),
        // A person who changes one needs the whole of it, long texts too.
        fields: [...readableNames(model, session, part.part.entity)],
        may: true,
        limit: MOST_LINES,
      }
      return {
        queryKey: ['records', part.entity.path, 'lines', query],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          fetchData<ListResponse>(`/api/${part.entity.path}?${writeQuery(query)}`, signal),
      }
    }),
  })
  const failed = queries.find(({ error }) => error !== null)
  if (failed?.error) return <RefusalNote error={failed.error} onRetry={() => void failed.refetch()} />
  if (queries.some(({ isPending }) => isPending))
    return (
      <Loading>
        <ListSkeleton rows={4} />
      </Loading>
    )
  const found = new Map(wanted.map((part, index) => [part.name, queries[index]?.data?.items ?? []]))
  const there = new Map([...found].map(([name, items]) => [name, items.map(({ id }) => id)]))
  // Of which one page does not hold all, those beyond it would be taken for removed.
  const whole = new Set(wanted.filter((_, index) => queries[index]?.data?.next === null).map(({ name }) => name))
  return children(
    formPartsOf(model, session, entity, { record, lines: found }, openedAt).filter(({ name }) => whole.has(name)),
    there,
  )
}
