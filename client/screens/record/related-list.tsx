// Records that point to another one, by their titles.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { pointsTo } from '../../data/records/filter.ts'
import { listedFields } from '../../data/records/listed-fields.ts'
import { usePages } from '../../data/records/records.ts'
import { useRights } from '../../data/records/rights.ts'
import { titleOf, titlePaths } from '../../data/records/title.ts'
import { recordPath } from '../../data/screens.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import type { Beside } from './beside-frame.tsx'
import { BesideFrame } from './beside-frame.tsx'
import classes from './beside-frame.module.css'

export function RelatedList(beside: Beside) {
  const { related, field, record } = beside
  const model = useModel()
  const session = useKnownSession()
  const { readable } = useRights(related)
  const pages = usePages(related, {
    filter: pointsTo(field, record.id),
    fields: listedFields(model, related, [], readable),
    expand: titlePaths(model, session, related),
    limit: 20,
  })
  return (
    <BesideFrame {...beside} pages={pages}>
      {(items) => (
        <ul className={classes['list']}>
          {items.map((item) => {
            const title = titleOf(model, related.name.identifier, item)
            const path = recordPath(model, session, related.name.identifier, item)
            return (
              <li key={item.id}>
                {path ? (
                  <Anchor component={Link} to={path}>
                    {title}
                  </Anchor>
                ) : (
                  title
                )}
              </li>
            )
          })}
        </ul>
      )}
    </BesideFrame>
  )
}
