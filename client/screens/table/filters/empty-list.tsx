// Shows a list without rows: nothing is there at all, or nothing that matches, with the way back to the rest.
import { Button, Group } from '@mantine/core'
import type { Screen } from '#shared/model/model.ts'
import { useList } from '../../../data/records/record-queries.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListSkeleton, Loading } from '../../../ui/skeletons.tsx'
import { withinSentence } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'
import type { ListState } from '../list-state.ts'
import { WITHOUT_VIEW } from '../list-state.ts'
import type { ListScope } from '../use-record-list.ts'
import { openView } from '../views/view-tabs.tsx'

interface Props extends ListScope {
  readonly state: ListState
}

export function EmptyList(props: Props) {
  return (
    <div className="card">
      {props.state.isNarrowed ? (
        <EmptyState
          icon="search"
          title={
            props.state.filter.lost === undefined
              ? say('Nothing matches.')
              : say('This list is filtered by something that is not there any more, or that you may not see.')
          }
        >
          <Group gap="xs" justify="center">
            <SearchAll {...props} />
            <Button variant="default" onClick={props.state.clear}>
              {say('Clear search and filters')}
            </Button>
          </Group>
        </EmptyState>
      ) : (
        <EmptyView {...props} />
      )}
    </div>
  )
}

/** Offers to search all records, since the record that somebody looks for may be in another view. */
function SearchAll({ screen, entity, state }: Props) {
  if (state.search === '' || openView(screen, state)?.where === undefined) return null
  const search = () => state.open(new URLSearchParams({ view: wholeView(screen), q: state.search }))
  return <Button onClick={search}>{say('Search all {name}', { name: withinSentence(entity.plural) })}</Button>
}

function wholeView({ views }: Screen): string {
  return views?.find((each) => each.where === undefined)?.key ?? WITHOUT_VIEW
}

/**
 * Shows an empty list. The document's text about an empty list is used only where no view hides the rest, because
 * only there it is true.
 */
function EmptyView({ screen, entity, state }: Props) {
  const view = openView(screen, state)
  const isPart = view?.where !== undefined
  const { where } = screen
  const rest = useList(entity, { ...(where ? { filter: where.text } : {}), fields: ['id'], limit: 1 }, isPart)
  const plural = withinSentence(entity.plural)
  if (isPart && rest.isPending)
    return (
      <Loading>
        <ListSkeleton />
      </Loading>
    )
  // Where that can't be found out, nothing is said of the rest.
  if (!isPart || rest.data?.items.length === 0)
    return <EmptyState icon="table" title={screen.empty ?? say('No {name} yet.', { name: plural })} />
  return (
    <EmptyState icon="search" title={say('There is nothing in “{view}”.', { view: view.name })}>
      <Button variant="default" onClick={() => state.open(new URLSearchParams({ view: wholeView(screen) }))}>
        {say('Show all {name}', { name: plural })}
      </Button>
    </EmptyState>
  )
}
