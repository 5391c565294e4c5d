// Shows single facts of a record, which are edited in place; a closed one says why.
import { ActionIcon, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { Entity, Field } from '#shared/model/model.ts'
import { fieldLabel } from '../../data/field-label.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import { columnsOf } from '../../data/records/list-columns.ts'
import { usePermissions } from '../../data/records/permissions.ts'
import { isOverdue } from '../../data/records/is-overdue.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { useModel } from '../../data/spec.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { ExplainRefusal } from '../../refusals/explain/explain-refusal.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CellEditor } from '../table/list/cell-editor.tsx'
import type { CellEdits } from '../table/list/use-cell-editing.ts'
import { useCellEditing } from '../table/list/use-cell-editing.ts'
import { isUnchangeable } from './missing-parts.ts'
import { withinSentence } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import classes from './record-fields.module.css'

interface Props {
  readonly entity: Entity
  readonly fields: readonly Field[]
  readonly record: RecordData
}

export function PropertyList({ entity, fields, record }: Props) {
  const properties = useProperties(entity, fields, record)
  return (
    <section className={`card ${classes['details']}`} aria-labelledby="details">
      <Title order={2} id="details" className="unseen">
        {say('Details')}
      </Title>
      <Properties entity={entity} fields={fields} record={record} properties={properties} />
    </section>
  )
}

export interface PropertyEdits {
  readonly columns: readonly ListColumn[]
  readonly editing: CellEdits
}

/** Keeps which property is edited. People edit one at a time, and Tab leads to the next. */
export function useProperties(entity: Entity, fields: readonly Field[], record: RecordData): PropertyEdits {
  const model = useModel()
  const { readable } = usePermissions(entity)
  const columns = useMemo(
    () =>
      columnsOf(
        model,
        entity,
        fields.map(({ name }) => name.identifier),
        readable,
      ),
    [model, entity, fields, readable],
  )
  const may = record._may?.update ?? {}
  const updatable = new Set(Object.keys(may).filter((name) => may[name] === true))
  const editing = useCellEditing(entity, columns, updatable, {
    returnFocus: (_, field) => focusProperty(field),
    isRoomy: true,
  })
  return { columns, editing }
}

interface ListProps extends Props {
  readonly properties: PropertyEdits
  readonly isInPairs?: boolean
}

/** `fields`: those of `properties` that stand here. */
export function Properties({ entity, fields, record, properties: { columns, editing }, isInPairs = false }: ListProps) {
  const names = new Set<string | undefined>(fields.map(({ name }) => name.identifier))
  return (
    <dl className={`${classes['facts']} ${isInPairs ? classes['pairs'] : ''}`}>
      {columns
        .filter(({ path }) => names.has(path[0]))
        .map((column) => (
          <Property key={column.path[0]} entity={entity} column={column} record={record} editing={editing} />
        ))}
    </dl>
  )
}

interface PropertyProps {
  readonly entity: Entity
  readonly column: ListColumn
  readonly record: RecordData
  readonly editing: CellEdits
}

/** Opens the editor of a value, where its reader may change it. */
export function ChangeButton({ column, record, editing }: Omit<PropertyProps, 'entity'>) {
  const isOffered = record._may?.update[column.field.name.identifier] === true && editing.isEditable(column)
  if (!isOffered || editing.isAt(record.id, column)) return null
  return (
    <ActionIcon
      size={24}
      className={classes['tool'] ?? ''}
      aria-label={say('Change {name}', { name: withinSentence(fieldLabel(column.field)) })}
      onClick={() => editing.start(record, column)}
    >
      <Icon name="edit" size={14} />
    </ActionIcon>
  )
}

function Property({ entity, column, record, editing }: PropertyProps) {
  const model = useModel()
  const { field } = column
  const name = field.name.identifier
  const may = record._may?.update[name]
  const isEdited = editing.isAt(record.id, column)
  const isClosed = may !== true && may !== undefined && !isUnchangeable(record)
  const label = fieldLabel(field)
  return (
    <div className={classes['fact']} data-property={name} data-edited={isEdited || undefined}>
      <dt title={field.meaning || undefined}>{label}</dt>
      <dd>
        {isEdited ? (
          <CellEditor column={column} editing={editing} />
        ) : (
          <FieldValue value={record[name]} field={field} isOverdue={isOverdue(model, entity, field, record)} />
        )}
        <ChangeButton column={column} record={record} editing={editing} />
        {isClosed && (
          <span className={classes['tool']}>
            <ExplainRefusal
              call={{ method: 'PATCH', path: `/api/${entity.path}/${record.id}`, body: { [name]: null } }}
              of={say('Change {name}', { name: withinSentence(label) })}
              isIcon
            />
          </span>
        )}
      </dd>
    </div>
  )
}

/** Returns the focus to the button from which editing began. */
function focusProperty(field: string): void {
  document.querySelector<HTMLElement>(`[data-property="${field}"] button`)?.focus()
}
