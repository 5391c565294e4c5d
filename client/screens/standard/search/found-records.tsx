// Shows the found records of one entity.
import { Anchor, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { searchScreen } from '../../../data/visible-screens.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { StateBadges } from '../../../fields/state-badges.tsx'
import { wholeListPath } from '../../table/list-state.ts'
import { MarkedText } from './marked-text.tsx'
import { withinSentence } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'
import classes from './search.module.css'
import type { HitGroup } from './use-search.ts'

interface Props {
  readonly group: HitGroup
  readonly text: string
}

export function FoundRecords({ group: { entity, hits, hasMore, searched }, text }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const list = hasMore ? searchScreen(model, session, entity.name.identifier) : undefined
  const id = `found-${entity.path}`
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs" fz="h4">
        {entity.plural}
      </Title>
      <ul className={`card ${classes['list']}`}>
        {hits.map((hit) => (
          <li key={hit.id}>
            <Link to={hit.path} data-row-link>
              <span className={classes['title']}>
                <MarkedText text={hit.title} searched={searched} />
              </span>
              <StateBadges {...hit.shown} compact />
              {hit.excerpt !== undefined && (
                <span className={classes['excerpt']}>
                  <MarkedText text={hit.excerpt} searched={searched} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className={classes['more']}>
          {list ? (
            <Anchor component={Link} to={wholeListPath(list, new URLSearchParams({ q: text }))} size="sm">
              {say('More {names} with “{text}”', { names: withinSentence(entity.plural), text })}
            </Anchor>
          ) : (
            say('There are more. Add a word to narrow the search.')
          )}
        </p>
      )}
    </section>
  )
}
