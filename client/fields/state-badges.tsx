// The states that a record is in, as far as the reader may know them. Of several, each says whose it is: "Payment: due".
import type { Entity } from '#shared/model/model.ts'
import { fieldLabel } from '../data/label.ts'
import type { RecordData } from '../data/records/record.ts'
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
