// Shows the search, the filters and the reset button of a list.
import { Button, Group, Pill } from '@mantine/core'
import type { Field } from '#shared/model/model.ts'
import { FilterButton } from './filter-button.tsx'
import type { ListState } from './list-state.ts'
import { SearchBox } from './search-box.tsx'

interface Props {
  readonly state: ListState
  readonly filters: readonly Field[]
  /** What the search box says; absent: there is no search. */
  readonly search?: string | undefined
}

export function ListControls({ state, filters, search }: Props) {
  if (filters.length === 0 && search === undefined && state.where === undefined) return null
  return (
    <Group gap="xs" mb="md" role="search">
      {search !== undefined && <SearchBox label={search} value={state.search} onChange={state.setSearch} />}
      {filters.map((field) => {
        const name = field.name.identifier
        return (
          <FilterButton
            key={name}
            field={field}
            chosen={state.filter(name)}
            onChange={(values) => state.setFilter(name, values)}
          />
        )
      })}
      {state.where && (
        <Pill
          size="lg"
          withRemoveButton
          onRemove={state.clearWhere}
          removeButtonProps={{ 'aria-label': 'Remove this filter' }}
        >
          {state.where.title}
        </Pill>
      )}
      {state.chosen && (
        <Button variant="subtle" color="gray" size="sm" onClick={state.clear}>
          Clear all
        </Button>
      )}
    </Group>
  )
}
