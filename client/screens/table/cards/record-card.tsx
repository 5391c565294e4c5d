// Shows one record as a card: its name, its words, its facts, and in a gallery its picture.
import type { ReactNode } from 'react'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { valueAt } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { TickBox } from '../../../ui/tick-box.tsx'
import { CellValue } from '../list/cell-value.tsx'
import type { Selection } from '../list/use-selection.ts'
import classes from '../record-table.module.css'
import { RowLink } from '../row-link.tsx'
import { CardPicture } from './card-picture.tsx'

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
  /** The field that holds its picture; undefined: it shows none. */
  readonly picture: string | undefined
  readonly onOpen: () => void
  readonly onPeek: (() => void) | undefined
  readonly tools: ReactNode
  /** While some are chosen, a box stands in place of what leads to the record. */
  readonly selection: Selection | undefined
}

export function RecordCard({ record, title, words, rest, path, picture, onOpen, onPeek, tools, selection }: CardProps) {
  const name = title.map((column) => (
    <span key={column.path.join('.')}>
      <CellValue record={record} column={column} />{' '}
    </span>
  ))
  const facts = rest.filter((column) => {
    const value = valueAt(record, column)
    return value === undefined || !isEmptyValue(value, column.field.type)
  })
  return (
    <li
      className={`card ${classes['card']}`}
      data-record={record.id}
      data-selected={selection?.has(record.id) || undefined}
    >
      {picture !== undefined && <CardPicture files={record[picture]} />}
      <div className={classes['title']}>
        {selection ? (
          <label className={classes['cardLabel']}>
            <TickBox checked={selection.has(record.id)} onChange={() => selection.toggle(record.id)} />
            <span>{name}</span>
          </label>
        ) : (
          <RowLink path={path} onOpen={onOpen} onPeek={onPeek}>
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
