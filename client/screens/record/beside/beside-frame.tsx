// Frames a list beside a record: heading, loading, failure, emptiness and more.
import { Button, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Entity, Field } from '#shared/model/model.ts'
import { labelOfName } from '../../../data/field-label.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import type { usePages } from '../../../data/records/record-queries.ts'
import { RefusalNote } from '../../../refusals/refusal-note.tsx'
import { ListSkeleton, Loading } from '../../../ui/skeletons.tsx'
import { withinSentence } from '../../../words/language.ts'
import { say, sayNumber } from '../../../words/say.ts'
import classes from './beside-frame.module.css'
import { CreateBeside } from './create-beside.tsx'

/** Records that point to a record. */
export interface BesideList {
  /** The reverse relation: "comments". */
  readonly name: string
  readonly related: Entity
  /** The relation that points to the record. */
  readonly field: Field
  readonly record: RecordData
}

interface Props extends BesideList {
  readonly pages: ReturnType<typeof usePages>
  /** Field of a conversation that is open for writing at once. */
  readonly main?: Field
  /** `isNewestLast` puts the records that are loaded later above the others. */
  readonly isNewestLast?: boolean
  /** None is added here. */
  readonly closed?: boolean
  /** Its heading, where that is not its name. */
  readonly label?: string | undefined
  /** The screen that lists all of them, with nothing else. */
  readonly whole?: { readonly name: string; readonly path: string } | undefined
  /** The list of the records that are loaded so far. */
  readonly children: (items: readonly RecordData[]) => ReactNode
}

export function BesideFrame({
  name,
  related,
  field,
  record,
  pages,
  main,
  isNewestLast = false,
  closed,
  label,
  whole,
  children,
}: Props) {
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  const count = pages.data?.pages[0]?.count
  const id = `beside-${name}`
  const called = withinSentence(label ?? labelOfName(name))
  const more = pages.hasNextPage && (
    <Group gap={0} className={classes[isNewestLast ? 'earlier' : 'more'] ?? ''}>
      <span className={`printed ${classes['unprinted']}`}>
        {say('More {name} are not printed: show them first.', { name: called })}
      </span>
      <Button variant="subtle" size="xs" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {isNewestLast ? say('Show earlier {name}', { name: called }) : say('Load more')}
      </Button>
      {whole && (
        <Button component={Link} to={whole.path} variant="subtle" size="xs">
          {say('Show all in “{screen}”', { screen: whole.name })}
        </Button>
      )}
    </Group>
  )
  return (
    <section className={`card ${classes['frame']}`} aria-labelledby={id}>
      <Title order={2} id={id} mb="md">
        {label ?? labelOfName(name)}
        {count !== undefined && count > 0 && (
          <>
            {' '}
            <span className={classes['count']}>{sayNumber(count)}</span>
          </>
        )}
      </Title>
      {pages.error && (!pages.data || pages.isFetchNextPageError) && (
        <RefusalNote error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.isPending && (
        <Loading>
          <ListSkeleton rows={3} />
        </Loading>
      )}
      {pages.data && items.length === 0 && <p className={classes['none']}>{say('No {name} yet.', { name: called })}</p>}
      {isNewestLast && more}
      {children(items)}
      {!isNewestLast && more}
      {closed !== true && <CreateBeside related={related} field={field} record={record} {...(main ? { main } : {})} />}
    </section>
  )
}
