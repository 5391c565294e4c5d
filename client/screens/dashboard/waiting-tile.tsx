// Shows a tile while its numbers come, and what went wrong with them.
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { Loading } from '../../ui/skeletons.tsx'
import { useDrawnSoon } from '../../ui/use-drawn-soon.ts'

interface Props {
  readonly query: { readonly isPending: boolean; readonly error: unknown; readonly refetch: () => unknown }
  /** A chart. */
  readonly high?: boolean
  readonly children: ReactNode
}

export function WaitingTile({ query, high = false, children }: Props) {
  const isDrawn = useDrawnSoon(!query.isPending)
  if (query.error) return <RefusalNote error={query.error} onRetry={() => void query.refetch()} />
  if (isDrawn) return children
  return <TileSkeleton high={high} />
}

export function TileSkeleton({ high }: { readonly high: boolean }) {
  return (
    <Loading>
      <Skeleton height={high ? 176 : 39} width={high ? '100%' : 90} />
    </Loading>
  )
}
