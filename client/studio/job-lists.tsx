// Shows a page of jobs in a list for each status, or says that there are none.
import type { ReactNode } from 'react'
import { Text } from '@mantine/core'
import { EmptyState } from '../ui/empty-state.tsx'
import { ListSkeleton, Loading } from '../ui/skeletons.tsx'
import { PendingList } from './people/pending-list.tsx'
import { StudioHead } from './studio-head.tsx'

interface Props<Item extends { readonly id: string; readonly status: string }> {
  readonly title: string
  readonly asked: {
    readonly data?: readonly Item[] | undefined
    readonly isPending: boolean
    readonly error: unknown
    refetch(): unknown
  }
  /** Titles above the lists by status, in the order of the lists. */
  readonly titles: readonly (readonly [status: Item['status'], title: string])[]
  readonly row: (item: Item) => ReactNode
  readonly empty: { readonly title: string; readonly says: string }
}

export function JobLists<Item extends { readonly id: string; readonly status: string }>({
  title,
  asked: { data, isPending, error, refetch },
  titles,
  row,
  empty,
}: Props<Item>) {
  return (
    <>
      <StudioHead title={title} />
      {isPending && (
        <Loading>
          <ListSkeleton rows={8} />
        </Loading>
      )}
      {data?.length === 0 && (
        <EmptyState icon="clock" title={empty.title}>
          <Text c="dimmed" size="sm">
            {empty.says}
          </Text>
        </EmptyState>
      )}
      {titles.map(([status, heading], index) => (
        <PendingList
          key={status}
          title={heading}
          asked={{ data: data?.filter((item) => item.status === status), error: index === 0 ? error : null, refetch }}
          row={row}
        />
      ))}
    </>
  )
}
