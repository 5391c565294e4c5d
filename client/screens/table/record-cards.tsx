// Shows records as cards, for narrow screens.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { familyOf, fieldType } from '#shared/fields/registry.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import { valueAt } from '../../data/records/list-columns.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import { useGrowingCount } from '../../ui/use-growing-count.ts'
import { say } from '../../words/say.ts'
import { CellValue } from './list/cell-value.tsx'
import type { ListGroup } from './list/list-groups.ts'
import { listLines } from './list/list-groups.ts'
import type { Selection } from './list/use-selection.ts'
import { OrderChoice } from './order-choice.tsx'
import classes from './record-table.module.css'
import { RowLink } from './row-link.tsx'
import type { ListSummary } from './use-list-totals.ts'
import type { TableProps } from './table-props.ts'

interface CardsProps extends TableProps {
  /** Of a list that goes on. */
  readonly hasMore?: boolean
  readonly loadMore?: () => void
  /** Shows a record that has no page. */
  readonly onPeek?: (id: string) => void
  /** Absent: nothing can be done with many of them. */
  readonly selection?: Selection
  readonly groups?: readonly ListGroup[] | undefined
  readonly summary?: ListSummary
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
  onPeek,
  selection,
  groups,
  summary,
}: CardsProps) {
  const [isSelecting, setSelecting] = useState(false)
  const finish = () => {
    setSelecting(false)
    selection?.clear()
  }
  const lines = listLines(records, groups)
  const shown = useGrowingCount(lines.length)
  const end = useLoadAtEnd(hasMore && shown === lines.length, loadMore)
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
      {/* Above the cards, which go on as far as one scrolls. */}
      {summary !== undefined && summary.size > 0 && (
        <dl className={`${classes['facts']} ${classes['totals']}`} aria-label={say('Totals')}>
          {[...summary].map(([path, { label, word, text }]) => (
            <div key={path}>
              <dt>{label}</dt>
              <dd>
                {word} {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ul className={classes['cards']} aria-label={caption}>
        {lines.slice(0, shown).map((line) =>
          line.kind === 'group' ? (
            <li key={`group ${line.group.key}`} className={classes['cardGroup']}>
              {line.group.label} <span className={classes['groupCount']}>{line.group.count}</span>
            </li>
          ) : (
            <Card
              key={line.record.id}
              record={line.record}
              title={title}
              words={words}
              rest={rest}
              path={pathOf(line.record)}
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

/** A number and a name, as far as there are such columns: "HD-00012 No paper". A second text is a fact as any other, unless the title has it. */
export function headingOf(columns: readonly ListColumn[]): readonly ListColumn[] {
  const [first] = columns
  // A list that begins with a relation is read by it.
  if (first?.field.type.kind === 'relation') return [first]
  const name = columns.find(({ field }) => fieldType(field.type.kind).naming === 'name')
  const heading = columns.filter((column) => {
    const { naming } = fieldType(column.field.type.kind)
    if (column === name || naming === 'number') return true
    return naming === 'name' && column.isInTitle === true
  })
  return heading.length > 0 ? heading : columns.slice(0, 1)
}

interface CardProps {
  readonly record: RecordData
  readonly title: readonly ListColumn[]
  readonly words: readonly ListColumn[]
  readonly rest: readonly ListColumn[]
  readonly path: string | undefined
  readonly onPeek: (() => void) | undefined
  readonly tools: ReactNode
  /** While some are chosen, a box stands in place of what leads to the record. */
  readonly selection: Selection | undefined
}

function Card({ record, title, words, rest, path, onPeek, tools, selection }: CardProps) {
  const name = title.map((column) => (
    <span key={column.path.join('.')}>
      <CellValue record={record} column={column} />{' '}
    </span>
  ))
  const facts = rest.filter((column) => !isEmptyValue(valueAt(record, column)))
  return (
    <li className={`card ${classes['card']}`} data-selected={selection?.has(record.id) || undefined}>
      <div className={classes['title']}>
        {selection ? (
          <label className={classes['cardLabel']}>
            <TickBox checked={selection.has(record.id)} onChange={() => selection.toggle(record.id)} />
            <span>{name}</span>
          </label>
        ) : (
          <RowLink path={path} onPeek={onPeek}>
            {name}
          </RowLink>
        )}
      </div>
      {words.length > 0 && (
        <div className={classes['badges']}>
          {words.map((column) => (
            <FieldValue key={column.path.join('.')} value={valueAt(record, column)} field={column.field} compact />
          ))}
        </div>
      )}
      {facts.length > 0 && (
        <dl className={classes['facts']}>
          {facts.map((column) => (
            <Fact key={column.path.join('.')} column={column} record={record} />
          ))}
        </dl>
      )}
      {tools}
    </li>
  )
}

function Fact({ column, record }: { readonly column: ListColumn; readonly record: RecordData }) {
  return (
    <div>
      <dt>{column.label}</dt>
      <dd>
        <FieldValue
          value={valueAt(record, column)}
          field={column.field}
          compact
          isOverdue={column.isOverdue?.(record)}
        />
      </dd>
    </div>
  )
}
