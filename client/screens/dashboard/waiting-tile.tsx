// Shows a tile while its numbers come, and what went wrong with them.
import { Skeleton, Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { Loading } from '../../ui/skeletons.tsx'
import { useDrawnSoon } from '../../ui/use-drawn-soon.ts'
import { say } from '../../words/say.ts'

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

/** Milliseconds after which a reader wonders whether anything comes. */
const LONG = 4_000

export function TileSkeleton({ high }: { readonly high: boolean }) {
  const [isLong, setLong] = useState(false)
  const { start, clear } = useTimeout(() => setLong(true), LONG)
  useEffect(() => {
    start()
    return clear
  }, [start, clear])
  return (
    <Loading>
      <Skeleton height={high ? 176 : 39} width={high ? '100%' : 90} />
      {isLong && (
        <Text c="dimmed" size="sm" mt={4}>
          {say('Counting many records. This can take a while.')}
        </Text>
      )}
    </Loading>
  )
}
