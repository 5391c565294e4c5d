// Shows related records as a list.
import { writeSort } from '#shared/decisions/2-screens.ts'
import { familyOf, fieldType } from '#shared/fields/registry.ts'
import type { Entity, Field, Screen } from '#shared/model/model.ts'
import { writeFilter } from '../../../data/filters/list-filter.ts'
import { columnsOf, expandFor } from '../../../data/records/list-columns.ts'
import { pointsTo } from '../../../data/records/filter-conditions.ts'
import { listedFields } from '../../../data/records/listed-fields.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { usePages } from '../../../data/records/record-queries.ts'
import { usePermissions } from '../../../data/records/permissions.ts'
import { hasPage } from '../../../data/record-places.ts'
import { allScreens, recordPath, wholeList } from '../../../data/visible-screens.ts'
import { labelOfName } from '../../../data/field-label.ts'
import { sessionActor } from '../../../data/session-policy.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { wholeListPath } from '../../table/list-state.ts'
import { RecordTable } from '../../table/record-table.tsx'
import { LineTotals } from '../../form/lines/line-totals.tsx'
import type { BesideList } from './beside-frame.tsx'
import { BesideFrame } from './beside-frame.tsx'
import { BesideTools } from './beside-tools.tsx'
import { offersTools } from './offers-tools.ts'
import { withinSentence } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'
import classes from './beside-frame.module.css'

const MOST_COLUMNS = 5
/** So many lines of a whole are read at once. */
const LINES_AT_ONCE = 200
const RECORDS_AT_ONCE = 10
/** Default order where the document gives none, because people look for the latest records. */
const NEWEST_FIRST = [{ field: 'created_at', descending: true }]

interface Props extends BesideList {
  /** Entity whose lines these are. They are changed together with it. */
  readonly head?: Entity
}

export function RelatedList({ head, ...beside }: Props) {
  const { name, related, field, record } = beside
  const model = useModel()
  const session = useKnownSession()
  const { readable, changeable } = usePermissions(related)
  const own = related.name.identifier
  // As in the entity's own list, where there is one; that all of them point to this record goes without saying.
  const list = allScreens(model).find(({ shows }) => shows.kind === 'table' && shows.entity === own)
  const short = columnsOf(model, related, list?.columns ?? (head && columnsOfLines(related)), readable)
    .filter(({ path }) => path[0] !== field.name.identifier)
    // Of lines nothing may be missing that is added up below them: they are moved sideways.
    .slice(0, head ? undefined : MOST_COLUMNS)
  // What is read and changed here, or nowhere: records without a page of their own show their paragraphs too.
  const isOnlyHere = !hasPage(model, session, own)
  const paragraphs = isOnlyHere ? columnsOf(model, related, paragraphsOf(related), readable) : []
  // Lines are changed with their head, by those who may change that.
  const isWithHead = head !== undefined && Object.values(record._may?.update ?? {}).includes(true)
  const asksForTools = isOnlyHere && changeable && !isWithHead
  const hasTools = (items: readonly RecordData[]) =>
    asksForTools && items.some((item) => offersTools(related, field, item, sessionActor(session)))
  const columns = [...short, ...paragraphs.filter((each) => !short.some(({ label }) => label === each.label))]
  const order = related.order.length > 0 ? related.order : NEWEST_FIRST
  const pages = usePages(related, {
    filter: pointsTo(field, record.id),
    ...(head ? {} : { sort: writeSort(order), count: true }),
    // A person who changes one needs the whole of it, long texts too.
    ...(asksForTools
      ? { may: true, fields: [...readable] }
      : { fields: listedFields(model, related, columns, readable) }),
    expand: expandFor(model, session, columns, related),
    limit: head ? LINES_AT_ONCE : RECORDS_AT_ONCE,
  })
  const whole = wholeList(model, session, own)
  return (
    <BesideFrame
      {...beside}
      pages={pages}
      closed={isWithHead}
      label={head?.parts.get(name)?.label}
      whole={whole && { name: whole.name, path: listPath(whole, field, record.id) }}
    >
      {(items) =>
        items.length > 0 && (
          <div className={`${isWithHead ? classes['lines'] : classes['table']} ${head ? classes['whole'] : ''}`}>
            <RecordTable
              // The section around it is called as they are: two landmarks need two names.
              caption={say('List of {name}', { name: withinSentence(labelOfName(name)) })}
              flush
              columns={columns}
              records={items}
              toolsOf={hasTools(items) ? toolsFor(related, field) : undefined}
              pathOf={(item) => recordPath(model, session, own, item)}
            />
            {head && (
              <LineTotals
                part={{ part: { entity: own, field: field.name.identifier }, entity: related }}
                record={record}
              />
            )}
          </div>
        )
      }
    </BesideFrame>
  )
}

/** The list of their entity, with those only that point to the record. */
function listPath(list: Screen, field: Field, id: string): string {
  const operator = familyOf(field.type) === 'records' ? 'contains' : 'is'
  const condition = { field: field.name.identifier, operator, values: [id] } as const
  return wholeListPath(list, writeFilter(new URLSearchParams(), { conditions: [condition], any: false }))
}

/** Lists the columns of lines: their own fields in the order of the document, without the number that orders the lines. */
function columnsOfLines({ fields, order }: Entity): readonly string[] {
  const place = order[0]?.field
  return [...fields.values()]
    .filter((field) => !field.standard && (field.name.identifier !== place || field.valueType.kind !== 'integer'))
    .map(({ name }) => name.identifier)
}

function toolsFor(related: Entity, field: Field) {
  return (item: RecordData) => <BesideTools related={related} field={field} item={item} />
}

function paragraphsOf(entity: Entity): readonly string[] {
  const paragraphs = [...entity.fields.values()].filter(({ type }) => fieldType(type.kind).paragraph)
  return paragraphs.map(({ name }) => name.identifier)
}
