// Shows the found records of one entity.
import { Anchor, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Entity } from '#shared/model/model.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { recordPath, searchScreen } from '../../../data/visible-screens.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { titleOf } from '../../../data/records/record-title.ts'
import { StateBadges } from '../../../fields/state-badges.tsx'
import { WITHOUT_VIEW } from '../../table/list-state.ts'
import classes from './search.module.css'

interface Props {
  readonly entity: Entity
  readonly records: readonly RecordData[]
  readonly hasMore: boolean
  readonly text: string
}

export function FoundRecords({ entity, records, hasMore, text }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const name = entity.name.identifier
  const list = hasMore ? searchScreen(model, session, name) : undefined
  const id = `found-${entity.path}`
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs" fz="h4">
        {entity.plural}
      </Title>
      <ul className={`card ${classes['list']}`}>
        {records.map((record) => (
          <li key={record.id}>
            <Link to={recordPath(model, session, name, record) ?? '/search'}>
              <span className={classes['title']}>{titleOf(model, name, record)}</span>
              <StateBadges entity={entity} record={record} compact />
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className={classes['more']}>
          {list ? (
            <Anchor
              component={Link}
              to={`${list.route}?${new URLSearchParams({ q: text, ...(list.views ? { view: WITHOUT_VIEW } : {}) }).toString()}`}
              size="sm"
            >
              More {entity.plural.toLowerCase()} with “{text}”
            </Anchor>
          ) : (
            'There are more. Add a word to narrow the search.'
          )}
        </p>
      )}
    </section>
  )
}
