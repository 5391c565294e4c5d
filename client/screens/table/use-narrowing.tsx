// Narrows what a board or a calendar shows, by words and by filters, which its address keeps.
import { joinConditions } from '#shared/decisions/2-screens.ts'
import type { ReactNode } from 'react'
import type { Entity, Screen } from '#shared/model/model.ts'
import { filterText } from '../../data/filters/list-filter.ts'
import { usePermissions } from '../../data/records/permissions.ts'
import { isSearchable } from '../../data/records/related-records.ts'
import { useModel } from '../../data/spec.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import { offeredFilters } from './filters/offered-filters.ts'
import { useListState } from './list-state.ts'
import { withinSentence } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import classes from './record-table.module.css'
import { SearchBox } from './search-box.tsx'

export interface ScreenFilter {
  /** The screen's own condition, and the person's. */
  readonly filter: string | undefined
  /** Search parameter for a list, absent if nothing is searched for. */
  readonly search: { readonly search?: string }
  /** `isNarrowed` is true if the person set a filter or a search. */
  readonly isNarrowed: boolean
  readonly tools: ReactNode
}

export function useNarrowing(screen: Screen, entity: Entity): ScreenFilter {
  const model = useModel()
  const { readable } = usePermissions(entity)
  const state = useListState(entity, readable)
  const isSearched = (screen.search ?? true) && isSearchable(entity)
  return {
    filter: joinConditions(screen.where?.text, state.where?.text, filterText(model, entity, state.filter)),
    search: isSearched && state.search !== '' ? { search: state.search } : {},
    isNarrowed: state.isNarrowed,
    tools: (
      <div className={classes['controls']} role="search">
        {isSearched && (
          <SearchBox
            label={say('Search {name}', { name: withinSentence(entity.plural) })}
            value={state.search}
            onChange={state.setSearch}
          />
        )}
        <FilterBar state={state} fields={offeredFilters(model, entity, screen, readable)} />
      </div>
    ),
  }
}
