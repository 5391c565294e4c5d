// Shows the filters of a list as sentences, and offers more.
import { Button, Group } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { FilterCondition } from '../../../data/filters/filter-condition.ts'
import type { ListFilter, LostCondition } from '../../../data/filters/list-filter.ts'
import { Icon } from '../../../ui/icon.tsx'
import { loadPart } from '../../../ui/load-page.tsx'
import type { ListState } from '../list-state.ts'
import { FilterButton, FilterChoice } from './filter-button.tsx'
import { FixedFilterPill } from './fixed-filter-pill.tsx'
import type { FilterField } from './offered-filters.ts'
import { say } from '../../../words/say.ts'

const FilterPill = loadPart(async () => (await import('./filter-pill.tsx')).FilterPill)
const JoinChoice = loadPart(async () => (await import('./join-choice.tsx')).JoinChoice)
const FilterSheet = loadPart(async () => (await import('./filter-sheet.tsx')).FilterSheet)

interface Props {
  readonly state: ListState
  readonly fields: readonly FilterField[]
}

/** On narrow screens all of it stands behind one button. */
export function FilterBar(props: Props) {
  const wide = useMediaQuery('(min-width: 48em)', globalThis.matchMedia('(min-width: 48em)').matches)
  return wide ? <Filters {...props} /> : <FilterDrawer {...props} />
}

function FilterDrawer({ state, fields }: Props) {
  const [open, { open: show, close }] = useDisclosure(false)
  const [wasOpened, setOpened] = useState(false)
  const openSheet = () => {
    setOpened(true)
    show()
  }
  const count = state.filter.conditions.length + (state.filter.lost?.length ?? 0) + (state.where ? 1 : 0)
  return (
    <>
      <Button
        variant={count > 0 ? 'light' : 'default'}
        leftSection={<Icon name="filter" size={16} />}
        onClick={openSheet}
      >
        <span data-word>{say('Filter')}</span>
        {count > 0 && <span> ({count})</span>}
      </Button>
      {wasOpened && (
        <FilterSheet isOpen={open} onClose={close}>
          <Filters state={state} fields={fields} isSheet />
        </FilterSheet>
      )}
    </>
  )
}

function Filters({ state, fields, isSheet = false }: Props & { readonly isSheet?: boolean }) {
  const { conditions, any, lost = [] } = state.filter
  const replace = (replaced: FilterCondition, next: FilterCondition | undefined) =>
    state.changeFilter((before) => ({
      ...before,
      conditions: before.conditions.flatMap((each) => (isSame(each, replaced) ? (next ?? []) : each)),
    }))
  const add = (added: FilterCondition) =>
    state.changeFilter((before) => ({ ...before, conditions: [...before.conditions, added] }))
  return (
    <>
      {!isSheet && <FilterButton fields={fields} onAdd={add} />}
      {conditions.length > 1 && (
        <JoinChoice isAny={any} onChange={(isAny) => state.changeFilter((before) => ({ ...before, any: isAny }))} />
      )}
      {(conditions.length > 0 || lost.length > 0 || state.where !== undefined) && (
        <Group gap={6} role="group" aria-label={say('Active filters')}>
          {state.where && <FixedFilterPill label={state.where.title} onRemove={state.clearWhere} />}
          {lost.map((each) => (
            <FixedFilterPill
              key={`${each.key} ${each.value}`}
              label={say('Filter not possible: {filter}', { filter: sayLost(each) })}
              onRemove={() => state.changeFilter((before) => withoutLost(before, each))}
            />
          ))}
          {conditions.map((condition, index) => {
            const field = fields.find(({ path }) => path === condition.field)
            return (
              field && (
                <FilterPill
                  key={`${index} ${condition.field}`}
                  field={field}
                  condition={condition}
                  onChange={(next) => replace(condition, next)}
                />
              )
            )
          })}
        </Group>
      )}
      {state.isNarrowed && (
        <Button variant="subtle" color="gray" size="sm" onClick={state.clear}>
          {say('Clear all')}
        </Button>
      )}
      {isSheet && <FilterChoice fields={fields} onAdd={add} />}
    </>
  )
}

function isSame(one: FilterCondition, other: FilterCondition): boolean {
  return one.field === other.field && one.operator === other.operator && one.values.join() === other.values.join()
}

/** Shows a condition on an unknown field as it stands in the address. */
function sayLost({ key, value }: LostCondition): string {
  return value === '' ? key : `${key} = ${value}`
}

function withoutLost({ lost = [], ...filter }: ListFilter, removed: LostCondition): ListFilter {
  const left = lost.filter(({ key, value }) => key !== removed.key || value !== removed.value)
  return left.length > 0 ? { ...filter, lost: left } : filter
}
