// Shows comments on a record, the newest at the end beside the reply box, older ones on demand.
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { familyOf } from '#shared/fields/registry.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import { fieldLabel } from '../../../data/field-label.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { columnsOf, expandFor, valueAt } from '../../../data/records/list-columns.ts'
import { pointsTo } from '../../../data/records/filter-conditions.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { isRecordData, pictureOf } from '../../../data/records/record-data.ts'
import { usePages } from '../../../data/records/record-queries.ts'
import { usePermissions } from '../../../data/records/permissions.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { Initials } from '../../../ui/person-badge.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { BesideList } from './beside-frame.tsx'
import { BesideFrame } from './beside-frame.tsx'
import { BesideTools } from './beside-tools.tsx'
import { say } from '../../../words/say.ts'
import classes from './conversation.module.css'

interface Props extends BesideList {
  readonly body: Field
  readonly author: Field
}

export function Conversation({ body, author, ...beside }: Props) {
  const { related, field, record } = beside
  const model = useModel()
  const session = useKnownSession()
  const { changeable, readable } = usePermissions(related)
  const facts = columnsOf(model, related, factsOf(related, [field, body, author]), readable)
  const pages = usePages(related, {
    filter: pointsTo(field, record.id),
    // Of a long conversation the newest are read, and stand in the order in which they were written.
    sort: '-created_at',
    // By their names: what people wrote is shown whole, however long.
    fields: [...readable],
    expand: expandFor(model, session, facts, related, [author.name.identifier]),
    limit: 50,
    may: changeable,
  })
  return (
    <BesideFrame {...beside} pages={pages} main={body} isNewestLast>
      {(items) => (
        <ol className={classes['items']}>
          {items.toReversed().map((item) => (
            <Message
              key={item.id}
              item={item}
              related={related}
              field={field}
              body={body}
              author={author}
              facts={facts}
            />
          ))}
        </ol>
      )}
    </BesideFrame>
  )
}

interface MessageProps {
  readonly item: RecordData
  readonly related: Entity
  readonly field: Field
  readonly body: Field
  readonly author: Field
  /** The columns below the text: all but the author and the marks in the head. */
  readonly facts: readonly ListColumn[]
}

function Message({ item, related, field, body, author, facts }: MessageProps) {
  const model = useModel()
  const person = item[author.name.identifier]
  const name = isRecordData(person) ? titleOf(model, 'Person', person) : say('Somebody')
  const marks = [...related.fields.values()].filter(
    (field) => familyOf(field.type) === 'flag' && item[field.name.identifier] === true,
  )
  const words = [...related.fields.values()].filter(
    (field) => familyOf(field.type) === 'word' && !isEmptyValue(item[field.name.identifier], field.type),
  )
  const stated = facts.filter((fact) => !isEmptyValue(valueAt(item, fact), fact.field.type))
  const at = item['created_at']
  return (
    <li className={classes['message']}>
      <Initials name={name} picture={isRecordData(person) ? pictureOf(person) : undefined} size="large" />
      <div className={classes['text']}>
        <div className={classes['head']}>
          <strong>{name}</strong>
          {typeof at === 'string' && (
            <span className={classes['when']}>
              <RelativeTime iso={at} />
            </span>
          )}
          {words.map((word) => (
            <FieldValue key={word.name.identifier} value={item[word.name.identifier]} field={word} compact />
          ))}
          {marks.map((mark) => (
            <span key={mark.name.identifier} className={classes['mark']}>
              {fieldLabel(mark)}
            </span>
          ))}
        </div>
        {!isEmptyValue(item[body.name.identifier], body.type) && (
          <FieldValue value={item[body.name.identifier]} field={body} />
        )}
        {stated.length > 0 && (
          <dl className={classes['facts']}>
            {stated.map((fact) => (
              <div key={fact.path.join('.')}>
                <dt>{fact.label}</dt>
                <dd>
                  <FieldValue value={valueAt(item, fact)} field={fact.field} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {item._may && <BesideTools related={related} field={field} item={item} />}
    </li>
  )
}

/** Lists the document's own fields that neither stand elsewhere in a message nor are marks in its head. */
function factsOf(related: Entity, elsewhere: readonly Field[]): readonly string[] {
  const inHead = new Set(['flag', 'word'])
  return [...related.fields.values()]
    .filter((field) => !field.standard && !inHead.has(familyOf(field.type)) && !elsewhere.includes(field))
    .map(({ name }) => name.identifier)
}
