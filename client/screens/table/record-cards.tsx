// Shows records as cards, for narrow screens.
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { familyOf, fieldType } from '#shared/fields/registry.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import { valueAt } from '../../data/records/list-columns.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { OrderChoice } from './order-choice.tsx'
import classes from './record-table.module.css'
import { RowLink } from './row-link.tsx'
import type { TableProps } from './table-props.ts'

interface CardsProps extends TableProps {
  /** Of a list that goes on. */
  readonly hasMore?: boolean
  readonly loadMore?: () => void
  /** Shows a record that has no page. */
  readonly onPeek?: (id: string) => void
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
}: CardsProps) {
  const end = useLoadAtEnd(hasMore, loadMore)
  const title = headingOf(columns)
  const words = columns.filter(({ field }) => familyOf(field.type) === 'word')
  const rest = columns.filter((column) => !title.includes(column) && !words.includes(column))
  return (
    <>
      {onSort && <OrderChoice columns={columns} sort={sort} onSort={onSort} />}
      <ul className={classes['cards']} aria-label={caption}>
        {records.map((record) => (
          <Card
            key={record.id}
            record={record}
            title={title}
            words={words}
            rest={rest}
            path={pathOf(record)}
            onPeek={onPeek && (() => onPeek(record.id))}
            tools={toolsOf?.(record)}
          />
        ))}
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

/** A number and a name, as far as there are such columns: "HD-00012 No paper". A second text is a fact as any other. */
export function headingOf(columns: readonly ListColumn[]): readonly ListColumn[] {
  const name = columns.find(({ field }) => fieldType(field.type.kind).naming === 'name')
  const heading = columns.filter((column) => column === name || fieldType(column.field.type.kind).naming === 'number')
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
}

function Card({ record, title, words, rest, path, onPeek, tools }: CardProps) {
  const name = title.map((column) => (
    <span key={column.path.join('.')}>
      <FieldValue value={valueAt(record, column)} field={column.field} compact />{' '}
    </span>
  ))
  const facts = rest.filter((column) => !isEmptyValue(valueAt(record, column)))
  return (
    <li className={`card ${classes['card']}`}>
      <div className={classes['title']}>
        <RowLink path={path} onPeek={onPeek}>
          {name}
        </RowLink>
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
