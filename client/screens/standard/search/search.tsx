// Searches all entities that the actor may read.
import { Checkbox, Stack, Text } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { searchedEntities } from '../../../data/search/searched-entities.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { SearchBox } from '../../table/search-box.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListSkeleton, Loading } from '../../../ui/skeletons.tsx'
import { useSingleKeysSetting } from '../../../ui/shortcuts/use-shortcuts.ts'
import { PageHead } from '../../../page/page-head.tsx'
import { RefusalNote } from '../../../refusals/refusal-note.tsx'
import { FoundRecords } from './found-records.tsx'
import { withinSentence } from '../../../words/language.ts'
import { say, sayCount, sayList } from '../../../words/say.ts'
import classes from './search.module.css'
import { useSearch } from './use-search.ts'

export function Search() {
  const model = useModel()
  const session = useKnownSession()
  const [parameters, setParameters] = useSearchParams()
  const [isKeyOn, setKeyOn] = useSingleKeysSetting()
  const text = (parameters.get('q') ?? '').trim()
  const names = searchedEntities(model, session).map((entity) => withinSentence(entity.plural))
  if (names.length === 0) {
    return (
      <div className={classes['page']}>
        <PageHead title={say('Search')} />
        <EmptyState icon="search" title={say('There is nothing here that you can search.')} />
      </div>
    )
  }
  return (
    <div className={classes['page']}>
      <PageHead title={say('Search')} />
      <div role="search">
        <SearchBox
          first
          label={say('Search {name}', { name: sayList(names, 'and') })}
          value={parameters.get('q') ?? ''}
          onChange={(search) => setParameters(search === '' ? {} : { q: search }, { replace: true })}
        />
        <Checkbox
          className={classes['keys'] ?? ''}
          mt="sm"
          size="xs"
          label={say('Press / anywhere to search')}
          checked={isKeyOn}
          onChange={(event) => setKeyOn(event.currentTarget.checked)}
        />
      </div>
      {text !== '' && <Results text={text} />}
    </div>
  )
}

function Results({ text }: { readonly text: string }) {
  const { groups, isPending, error, refetch, isNear } = useSearch(text)
  const count = groups.reduce((sum, group) => sum + group.hits.length, 0)
  const isEmpty = !isPending && !error && count === 0
  return (
    <Stack gap="xl" mt="xl">
      {error && <RefusalNote error={error} onRetry={() => void refetch()} />}
      {isNear && (
        <Text size="sm" c="dimmed">
          {say('No results for “{text}”. Showing words that differ by one letter.', { text })}
        </Text>
      )}
      {groups.map((group) => (
        <FoundRecords key={group.entity.path} group={group} text={text} />
      ))}
      {isPending && (
        <Loading>
          <ListSkeleton rows={4} />
        </Loading>
      )}
      {isEmpty && (
        <EmptyState icon="search" title={say('Nothing was found.')}>
          <Text c="dimmed" size="sm">
            {say('Try fewer or different words.')}
          </Text>
        </EmptyState>
      )}
      <p className="unseen" role="status">
        {isPending
          ? ''
          : count === 0
            ? say('Nothing was found')
            : sayCount(count, '{count} result shown', '{count} results shown')}
      </p>
    </Stack>
  )
}
