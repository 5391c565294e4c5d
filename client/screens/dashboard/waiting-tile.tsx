// Shows a tile while its numbers come, and what went wrong with them.
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { RefusalNote } from '../../shell/refusal-note.tsx'
import { Loading } from '../../ui/skeletons.tsx'

interface Props {
  readonly query: { readonly isPending: boolean; readonly error: unknown; readonly refetch: () => unknown }
  /** A chart. */
  readonly high?: boolean
  readonly children: ReactNode
}

export function WaitingTile({ query, high = false, children }: Props) {
  if (query.error) return <RefusalNote error={query.error} onRetry={() => void query.refetch()} />
  if (!query.isPending) return children
  return (
    <Loading>
      <Skeleton height={high ? 176 : 39} width={high ? '100%' : 90} />
    </Loading>
  )
}
