// Searches all entities that the actor may read.
import { Checkbox, Stack, Text } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { searchedEntities } from '../../../data/search/searched-entities.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { SearchBox } from '../../table/search-box.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListSkeleton, Loading } from '../../../ui/skeletons.tsx'
import { useSingleKeysSetting } from '../../../shell/shortcuts/use-shortcuts.ts'
import { PageHead } from '../../../shell/page-head.tsx'
import { RefusalNote } from '../../../shell/refusal-note.tsx'
import { say } from '../../../words/say.ts'
import { FoundRecords } from './found-records.tsx'
import classes from './search.module.css'
import { useSearch } from './use-search.ts'

export function Search() {
  const model = useModel()
  const session = useKnownSession()
  const [parameters, setParameters] = useSearchParams()
  const [isKeyOn, setKeyOn] = useSingleKeysSetting()
  const text = (parameters.get('q') ?? '').trim()
  const names = searchedEntities(model, session).map((entity) => entity.plural.toLowerCase())
  if (names.length === 0) {
    return (
      <div className={classes['page']}>
        <PageHead title="Search" />
        <EmptyState icon="search" title="There is nothing here that you can search." />
      </div>
    )
  }
  return (
    <div className={classes['page']}>
      <PageHead title="Search" />
      <div role="search">
        <SearchBox
          first
          label={`Search ${listNames(names)}`}
          value={parameters.get('q') ?? ''}
          onChange={(search) => setParameters(search === '' ? {} : { q: search }, { replace: true })}
        />
        <Checkbox
          mt="sm"
          size="xs"
          label="The key / opens the search from anywhere"
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
          {say('Nothing has “{text}”. These have a word one letter away.', { text })}
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
        <EmptyState icon="search" title="Nothing was found.">
          <Text c="dimmed" size="sm">
            Try fewer or different words.
          </Text>
        </EmptyState>
      )}
      <p className="unseen" role="status">
        {isPending ? '' : count === 0 ? 'Nothing was found' : `${count} ${count === 1 ? 'result' : 'results'} shown`}
      </p>
    </Stack>
  )
}

/** "tickets, articles and people" */
function listNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
