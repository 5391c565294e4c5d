// Leads from a path with a number ("/tickets/HD-00398") to the record's own address.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router-dom'
import type { RecordName } from '#shared/decisions/2-record-names.ts'
import { pathOfRecord } from '#shared/decisions/2-screens.ts'
import type { Entity, Screen } from '#shared/model/model.ts'
import { RequestRefusal } from '../../data/api.ts'
import { pageRelations } from '../../data/prefetch-record.ts'
import { namedRecordQuery } from '../../data/records/record-queries.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { NotFound } from '../../page/not-found.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { FirstDrawing } from '../../ui/first-drawing.tsx'
import { Loading, PageSkeleton } from '../../ui/skeletons.tsx'

interface Props {
  readonly screen: Screen
  readonly entity: Entity
  readonly names: readonly RecordName[]
}

/** Leads to the one address of a record, by which drafts, recent records and lists know it. */
export function NamedRecord({ screen, entity, names }: Props) {
  const expand = pageRelations(useModel(), useKnownSession(), entity)
  const found = useQuery(namedRecordQuery(useQueryClient(), entity, names, expand))
  const { search, hash } = useLocation()
  const pathname = found.data && pathOfRecord([screen], entity.name.identifier, found.data.record)
  if (pathname !== undefined) return <Navigate to={{ pathname, search, hash }} replace />
  if (found.error instanceof RequestRefusal && found.error.problem.status === 404) return <NotFound />
  if (found.error) return <RefusalNote error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Loading>
      <FirstDrawing part="page">
        <PageSkeleton />
      </FirstDrawing>
    </Loading>
  )
}
