// Shows one column of a board with its number and its first cards.
import { Link } from 'react-router-dom'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { Entity, Field, Model, Screen } from '#shared/model/model.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import { expandFor, valueAt } from '../../data/records/list-columns.ts'
import { both, isOneOf } from '../../data/records/filter-conditions.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { isRecordData } from '../../data/records/record-data.ts'
import { useList } from '../../data/records/record-queries.ts'
import { recordPath } from '../../data/visible-screens.ts'
import { useKnownSession } from '../../data/session.ts'
import { writeSort } from '../../data/records/sort-parameter.ts'
import { useModel } from '../../data/spec.ts'
import { titleOf } from '../../data/records/record-title.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { RefusalNote } from '../../shell/refusal-note.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import type { LabelledWord } from '../../ui/word-badge.tsx'
import { labelOf, WordBadge } from '../../ui/word-badge.tsx'
import classes from './board.module.css'

interface Props {
  readonly screen: Screen
  readonly entity: Entity
  readonly field: Field
  readonly word: string
  readonly words: readonly LabelledWord[]
  readonly columns: readonly ListColumn[]
  /** What to ask for. */
  readonly fields: readonly string[]
}

const MOST_CARDS = 25

export function BoardColumn({ screen, entity, field, word, words, columns, fields }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const filter = both(screen.where?.text, isOneOf(field, [word]))
  const list = useList(entity, {
    ...(filter ? { filter } : {}),
    sort: writeSort(screen.sort ?? entity.order),
    fields,
    expand: expandFor(model, session, columns, entity),
    limit: MOST_CARDS,
    count: true,
  })
  const count = list.data?.count
  const items = list.data?.items ?? []
  return (
    <section className={classes['column']} aria-label={labelOf(words, word)}>
      <h2 className={classes['head']}>
        <WordBadge word={word} words={words} badge />
        <span className={classes['count']}>{count}</span>
      </h2>
      {list.error && <RefusalNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && (
        <Loading>
          <ListSkeleton rows={3} />
        </Loading>
      )}
      <ul className={classes['cards']}>
        {items.map((item) => (
          <Card key={item.id} item={item} entity={entity} columns={columns} />
        ))}
      </ul>
      {list.data && items.length === 0 && <p className={classes['none']}>Nothing here</p>}
      {count !== undefined && count > items.length && (
        <p className={classes['none']}>and {count - items.length} more</p>
      )}
    </section>
  )
}

/** Texts, numbers and names of other records that stand in the title already. */
function isSaidBy(title: string, model: Model, { field: { type } }: ListColumn, value: unknown): boolean {
  const said =
    type.kind === 'relation' && isRecordData(value)
      ? titleOf(model, type.entity, value)
      : type.kind === 'text' || type.kind === 'sequence'
        ? String(value).trim()
        : undefined
  // Long titles are cut.
  return said !== undefined && title.includes(said.slice(0, 60))
}

function Card({
  item,
  entity,
  columns,
}: {
  readonly item: RecordData
  readonly entity: Entity
  readonly columns: readonly ListColumn[]
}) {
  const model = useModel()
  const session = useKnownSession()
  const name = entity.name.identifier
  const title = titleOf(model, name, item)
  const path = recordPath(model, session, name, item)
  const facts = columns.filter((column) => {
    const value = valueAt(item, column)
    return !isEmptyValue(value) && !isSaidBy(title, model, column, value)
  })
  return (
    <li className={`card ${classes['card']}`}>
      <div className={classes['title']}>{path ? <Link to={path}>{title}</Link> : title}</div>
      {facts.length > 0 && (
        <div className={classes['facts']}>
          {facts.map((column) => (
            <span key={column.path.join('.')}>
              <span className="unseen">{column.label}: </span>
              <FieldValue value={valueAt(item, column)} field={column.field} compact />
            </span>
          ))}
        </div>
      )}
    </li>
  )
}
