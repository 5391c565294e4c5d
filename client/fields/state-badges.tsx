// Shows the states of a record as badges.
import type { Entity } from '#shared/model/model.ts'
import { fieldLabel } from '../data/field-label.ts'
import type { RecordData } from '../data/records/record-data.ts'
import { FieldValue } from './field-value.tsx'
import classes from './state-badges.module.css'

interface Props {
  readonly entity: Entity
  readonly record: RecordData
  readonly compact?: boolean
}

export function StateBadges({ entity, record, compact = false }: Props) {
  const { workflows, fields } = entity
  return [...workflows.keys()].map((name) => {
    const field = fields.get(name)
    if (!field || record[name] === undefined) return null
    return (
      <span key={name} className={classes['state']}>
        {workflows.size > 1 && <span className={classes['label']}>{fieldLabel(field)}: </span>}
        <FieldValue value={record[name]} field={field} compact={compact} />
      </span>
    )
  })
}
