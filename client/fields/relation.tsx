// Shows a relation by the title of its record.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { RecordData } from '../data/records/record-data.ts'
import { isRecordData, pictureOf, relatedId } from '../data/records/record-data.ts'
import { recordPath } from '../data/visible-screens.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { colorOf } from '../data/records/record-color.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { useRelated } from '../data/records/related-records.ts'
import { ColorBadge } from '../ui/color-badge.tsx'
import { PersonBadge } from '../ui/person-badge.tsx'
import type { FieldView, ShowProps } from './field-view.ts'
import { say } from '../words/say.ts'
import classes from './relation.module.css'

export const relation: FieldView = { Show: ShowRelation, wide: true }

/** Number of related records that a row of a list shows. The others are counted. */
const MOST_IN_A_LINE = 2

function ShowRelation({ value, field, compact }: ShowProps) {
  const entity = field.type.kind === 'relation' ? field.type.entity : ''
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (Array.isArray(value)) {
    return (
      <span className={`${classes['many']} ${compact ? classes['line'] : ''}`}>
        {(compact ? values.slice(0, MOST_IN_A_LINE) : values).map((each) => (
          <RelatedRecord key={relatedId(each) ?? ''} value={each} entity={entity} compact chip />
        ))}
        {compact && values.length > MOST_IN_A_LINE && <span>+{values.length - MOST_IN_A_LINE}</span>}
      </span>
    )
  }
  return <RelatedRecord value={value} entity={entity} compact={compact} />
}

interface RelatedProps {
  readonly entity: string
  readonly compact: boolean
  /** One of several. */
  readonly chip?: boolean
}

function RelatedRecord({ value, ...rest }: RelatedProps & { readonly value: unknown }) {
  if (isRecordData(value)) return <RelatedTitle record={value} {...rest} />
  return typeof value === 'string' ? <FetchedTitle id={value} {...rest} /> : null
}

function RelatedTitle({ record, entity, compact, chip }: RelatedProps & { readonly record: RecordData }) {
  const model = useModel()
  const session = useKnownSession()
  const title = titleOf(model, entity, record)
  const color = colorOf(model, entity, record)
  const path = compact ? undefined : recordPath(model, session, entity, record)
  const shown = path ? (
    <Anchor component={Link} to={path} underline="always">
      {title}
    </Anchor>
  ) : (
    title
  )
  const name =
    entity === 'Person' ? (
      <PersonBadge name={title} picture={pictureOf(record)}>
        {shown}
      </PersonBadge>
    ) : (
      <>{shown}</>
    )
  if (color !== undefined) return <ColorBadge color={color}>{name}</ColorBadge>
  if (!chip) return name
  return (
    <span className={classes['chip']} title={title}>
      {name}
    </span>
  )
}

/**
 * Shows the title of a record that the response did not include. The record is fetched once for all places that show
 * it.
 */
function FetchedTitle({ id, ...rest }: RelatedProps & { readonly id: string }) {
  const related = useRelated(rest.entity, id)
  if (related.data) return <RelatedTitle record={related.data} {...rest} />
  if (related.isPending) return <span className={classes['unknown']}>…</span>
  return <span className={classes['unknown']}>{say('Not shown to you')}</span>
}
