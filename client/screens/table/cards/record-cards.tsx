// Shows records as cards: in a gallery, and on narrow screens.
import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { familyOf } from '#shared/fields/registry.ts'
import { keepTrail } from '../../../data/list-trail.ts'
import { loadPart } from '../../../ui/load-page.tsx'
import { TickBox } from '../../../ui/tick-box.tsx'
import { useGrowingCount } from '../../../ui/use-growing-count.ts'
import { say, sayNumber } from '../../../words/say.ts'
import type { ListGroup } from '../list/list-groups.ts'
import { listLines } from '../list/list-groups.ts'
import { useCardPosition } from '../list/list-position.ts'
import type { Selection } from '../list/use-selection.ts'
import classes from '../record-table.module.css'
import gallery from './gallery.module.css'
import { headingOf, RecordCard } from './record-card.tsx'
import { useCardKeys } from './use-card-keys.ts'
import type { TableProps } from '../table-props.ts'

/** Keeps the place of the choice until it is there: on a wide screen nobody needs it. */
const OrderWaiting = () => <div className={classes['orderWaiting']} />
const OrderChoice = loadPart(async () => (await import('../order-choice.tsx')).OrderChoice, OrderWaiting)

interface CardsProps extends TableProps {
  /** `hasMore` is true for a list that continues beyond the loaded records. */
  readonly hasMore?: boolean
  readonly loadMore?: () => void
  /** Number of all records that the filter finds; `next` is the request for the records that follow. */
  readonly count?: number | undefined
  readonly next?: string | undefined
  /** Shows a record that has no page. */
  readonly onPeek?: (id: string) => void
  /** Absent: nothing can be done with many of them. */
  readonly selection?: Selection
  readonly groups?: readonly ListGroup[] | undefined
  /** Field of a gallery that holds the picture of a record. */
  readonly picture?: string | undefined
}

export function RecordCards({
  caption,
  columns,
  records,
  pathOf,
  toolsOf,
  sort = [],
  onSort,
  hasMore = false,
  loadMore,
  count,
  next,
  onPeek,
  selection,
  groups,
  picture,
}: CardsProps) {
  const [isSelecting, setSelecting] = useState(false)
  const finish = () => {
    setSelecting(false)
    selection?.clear()
  }
  const lines = listLines(records, groups)
  const shown = useGrowingCount(lines.length)
  const end = useLoadAtEnd(hasMore && shown === lines.length, loadMore)
  const list = useRef<HTMLUListElement>(null)
  const keep = useCardPosition(list, { records, shown, hasMore, loadMore })
  const { pathname, search } = useLocation()
  const open = (id: string, path: string | undefined) => {
    // Of a page of its own only: several small lists stand on one page, and none of them is what one comes back to.
    if (loadMore === undefined) return
    keep(id)
    if (path === undefined) return
    const paths = records.flatMap((record) => pathOf(record) ?? [])
    keepTrail({ list: pathname + search, records: paths, count, next }, path)
  }
  const onKeyDown = useCardKeys(list)
  const title = headingOf(columns)
  const words = columns.filter(({ field }) => familyOf(field.type) === 'word')
  const rest = columns.filter((column) => !title.includes(column) && !words.includes(column))
  return (
    <>
      <div className={classes['cardTools']}>
        {onSort && <OrderChoice columns={columns} sort={sort} onSort={onSort} />}
        {selection && (
          <Button
            variant={isSelecting ? 'light' : 'default'}
            aria-pressed={isSelecting}
            onClick={isSelecting ? finish : () => setSelecting(true)}
          >
            {isSelecting ? say('Done') : say('Select')}
          </Button>
        )}
      </div>
      {isSelecting && selection && (
        <label className={classes['selectAll']}>
          <TickBox
            checked={records.every(({ id }) => selection.has(id))}
            indeterminate={selection.ids.size > 0 && !records.every(({ id }) => selection.has(id))}
            onChange={selection.toggleLoaded}
          />
          {say('Select all that are shown')}
        </label>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go from card to card */}
      <ul
        ref={list}
        className={picture === undefined ? classes['cards'] : gallery['gallery']}
        aria-label={caption}
        onKeyDown={onKeyDown}
      >
        {lines.slice(0, shown).map((line) =>
          line.kind === 'group' ? (
            <li key={`group ${line.group.key}`} className={classes['cardGroup']}>
              {line.group.label} <span className={classes['groupCount']}>{sayNumber(line.group.count)}</span>
            </li>
          ) : (
            <RecordCard
              key={line.record.id}
              record={line.record}
              title={title}
              words={words}
              rest={rest}
              path={pathOf(line.record)}
              picture={picture}
              onOpen={() => open(line.record.id, pathOf(line.record))}
              onPeek={onPeek && (() => onPeek(line.record.id))}
              tools={toolsOf?.(line.record)}
              selection={isSelecting ? selection : undefined}
            />
          ),
        )}
      </ul>
      <div ref={end} />
    </>
  )
}

/** Before one is at the end of the cards, the next ones are asked for. */
function useLoadAtEnd(hasMore: boolean, loadMore: (() => void) | undefined) {
  const end = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => loadMore?.())
  useEffect(() => {
    const element = end.current
    if (!element || !hasMore) return undefined
    const observer = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && load(), {
      rootMargin: '600px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasMore])
  return end
}
