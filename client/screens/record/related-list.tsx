// Records that point to another one, with what is to be known of each: most of them have no page of their own.
import type { Entity, Model } from '#shared/model/model.ts'
import { columnsOf, expandFor } from '../../data/records/columns.ts'
import { pointsTo } from '../../data/records/filter.ts'
import { listedFields } from '../../data/records/listed-fields.ts'
import { usePages } from '../../data/records/records.ts'
import { useRights } from '../../data/records/rights.ts'
import { allScreens, recordPath } from '../../data/screens.ts'
import { labelFor } from '../../data/label.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { RecordTable } from '../table/record-table.tsx'
import type { Beside } from './beside-frame.tsx'
import { BesideFrame } from './beside-frame.tsx'
import classes from './beside-frame.module.css'

const MOST_COLUMNS = 5

export function RelatedList(beside: Beside) {
  const { name, related, field, record } = beside
  const model = useModel()
  const session = useKnownSession()
  const { readable } = useRights(related)
  const own = related.name.identifier
  // As in the entity's own list, where there is one; that all of them point to this record goes without saying.
  const list = allScreens(model).find(({ shows }) => shows.kind === 'table' && shows.entity === own)
  const short = columnsOf(model, related, list?.columns, readable)
    .filter(({ path }) => path[0] !== field.name.identifier)
    .slice(0, MOST_COLUMNS)
  const paragraphs = columnsOf(model, related, paragraphsOf(model, related), readable)
  const columns = [...short, ...paragraphs.filter((each) => !short.some(({ label }) => label === each.label))]
  const pages = usePages(related, {
    filter: pointsTo(field, record.id),
    fields: listedFields(model, related, columns, readable),
    expand: expandFor(model, session, columns, related),
    limit: 20,
  })
  return (
    <BesideFrame {...beside} pages={pages}>
      {(items) =>
        items.length > 0 && (
          <div className={classes['table']}>
            <RecordTable
              caption={labelFor(name)}
              flush
              columns={columns}
              records={items}
              pathOf={(item) => recordPath(model, session, own, item)}
            />
          </div>
        )
      }
    </BesideFrame>
  )
}

/** What is read here, or nowhere: records without a page of their own show their paragraphs too. */
function paragraphsOf(model: Model, entity: Entity): readonly string[] {
  const hasPage = allScreens(model).some(
    ({ shows }) => shows.kind === 'record' && shows.entity === entity.name.identifier,
  )
  if (hasPage) return []
  const paragraphs = [...entity.fields.values()].filter(({ type }) => PARAGRAPHS.has(type.kind))
  return paragraphs.map(({ name }) => name.identifier)
}

const PARAGRAPHS: ReadonlySet<string> = new Set(['long text', 'markdown'])
