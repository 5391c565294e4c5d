// Shows a relation by the title of its record.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { RecordData } from '../data/records/record-data.ts'
import { isRecordData, relatedId } from '../data/records/record-data.ts'
import { recordPath } from '../data/visible-screens.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { titleOf } from '../data/records/record-title.ts'
import { useRelated } from '../data/records/related-records.ts'
import { PersonBadge } from '../ui/person-badge.tsx'
import type { FieldView, ShowProps } from './field-view.ts'
import classes from './relation.module.css'

export const relation: FieldView = { Show: ShowRelation, wide: true }

function ShowRelation({ value, field, compact }: ShowProps) {
  const entity = field.type.kind === 'relation' ? field.type.entity : ''
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (Array.isArray(value)) {
    return (
      <span className={classes['many']}>
        {values.map((each) => (
          <span key={relatedId(each) ?? ''} className={classes['chip']}>
            <RelatedRecord value={each} entity={entity} compact />
          </span>
        ))}
      </span>
    )
  }
  return <RelatedRecord value={value} entity={entity} compact={compact} />
}

function RelatedRecord({
  value,
  entity,
  compact,
}: {
  readonly value: unknown
  readonly entity: string
  readonly compact: boolean
}) {
  if (isRecordData(value)) return <RelatedTitle record={value} entity={entity} compact={compact} />
  return typeof value === 'string' ? <FetchedTitle id={value} entity={entity} compact={compact} /> : null
}

function RelatedTitle({
  record,
  entity,
  compact,
}: {
  readonly record: RecordData
  readonly entity: string
  readonly compact: boolean
}) {
  const model = useModel()
  const session = useKnownSession()
  const title = titleOf(model, entity, record)
  const path = compact ? undefined : recordPath(model, session, entity, record)
  if (path) {
    return (
      <Anchor component={Link} to={path} underline="always">
        {title}
      </Anchor>
    )
  }
  return entity === 'Person' ? <PersonBadge name={title} /> : <>{title}</>
}

/** Where the record did not come along: asked for, once for all places that show it. */
function FetchedTitle({
  id,
  entity,
  compact,
}: {
  readonly id: string
  readonly entity: string
  readonly compact: boolean
}) {
  const related = useRelated(entity, id)
  if (related.data) return <RelatedTitle record={related.data} entity={entity} compact={compact} />
  if (related.isPending) return <span className={classes['unknown']}>…</span>
  return <span className={classes['unknown']}>Not shown to you</span>
}
