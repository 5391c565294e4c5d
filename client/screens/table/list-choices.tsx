// Chooses columns and their order, groups, totals, and how close together rows stand.
import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Switch } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ListColumn } from '../../data/records/list-columns.ts'
import { totalOf } from '../../data/records/column-totals.ts'
import { columnsOf } from '../../data/records/list-columns.ts'
import { useModel } from '../../data/spec.ts'
import { Icon } from '../../ui/icon.tsx'
import { useOwnValue } from '../../ui/use-own-value.ts'
import { say } from '../../words/say.ts'
import classes from './list-options.module.css'
import type { ListOptionsProps } from './list-options.tsx'
import { useDensity } from './use-density.ts'
import { useShownTotals } from './use-shown-totals.ts'
import { isGroupable } from './use-record-list.ts'
import scroll from '../../ui/scroll.module.css'

export function ListChoices({ state, entity, columns, readable, isWide }: ListOptionsProps) {
  const first = useRef<HTMLSelectElement>(null)
  // It may come later than the box around it, which then has the keyboard already.
  useEffect(() => first.current?.focus(), [])
  const model = useModel()
  const [density, setDensity] = useDensity()
  const [isTotalled, setTotalled] = useShownTotals()
  const all = columnsOf(model, entity, [...entity.fields.keys()], readable)
  const groupable = all.filter((column) => isGroupable(model, column))
  const hasTotals = columns.some(({ path, field }) => path.length === 1 && totalOf(model, entity, field) !== undefined)
  return (
    <Stack gap="md">
      <NativeSelect
        ref={first}
        label={say('Rows')}
        data={[
          { value: 'comfortable', label: say('Comfortable') },
          { value: 'compact', label: say('Compact') },
        ]}
        value={density}
        onChange={(event) => setDensity(event.currentTarget.value === 'compact' ? 'compact' : 'comfortable')}
      />
      {groupable.length > 0 && (
        <NativeSelect
          label={say('Group by')}
          data={[
            { value: '', label: say('Nothing') },
            ...groupable.map(({ path, label }) => ({ value: path[0] ?? '', label })),
          ]}
          value={state.group ?? ''}
          onChange={(event) => state.setGroup(event.currentTarget.value || undefined)}
        />
      )}
      {isWide && hasTotals && (
        <Switch
          label={say('Totals')}
          checked={isTotalled}
          onChange={(event) => setTotalled(event.currentTarget.checked)}
        />
      )}
      <ColumnChoice all={all} columns={columns} onChange={state.setColumns} />
      {state.columns && (
        <Button variant="subtle" color="gray" onClick={() => state.setColumns(undefined)}>
          {say('Usual columns')}
        </Button>
      )}
    </Stack>
  )
}

interface ChoiceProps {
  readonly all: readonly ListColumn[]
  readonly columns: readonly ListColumn[]
  readonly onChange: (columns: readonly string[]) => void
}

/** Chooses the columns; those that are shown come first, in their order. */
function ColumnChoice({ all, columns: listed, onChange }: ChoiceProps) {
  // A list takes a while to be drawn with other columns: meanwhile the next can be chosen.
  const [own, show] = useOwnValue(listed.map(pathOf).join(','))
  const shown = own.split(',')
  const columns = shown.flatMap((path) => [...listed, ...all].find((column) => pathOf(column) === path) ?? [])
  const choose = (next: readonly string[]) => {
    show(next.join(','))
    onChange(next)
  }
  const others = all.filter((column) => !shown.includes(pathOf(column)) && pathOf(column) !== 'id')
  const move = (at: number, step: number) => {
    const next = [...shown]
    const [moved = ''] = next.splice(at, 1)
    next.splice(at + step, 0, moved)
    choose(next)
  }
  return (
    <div className={scroll['scroll']}>
      <ul className={classes['columns']} aria-label={say('Columns')}>
        {columns.map((column, at) => (
          <li key={pathOf(column)}>
            <Checkbox
              label={column.label}
              checked
              disabled={shown.length === 1}
              onChange={() => choose(shown.filter((path) => path !== pathOf(column)))}
            />
            <Group gap={2} wrap="nowrap">
              <ActionIcon
                aria-label={say('Move {label} forward', { label: column.label })}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              >
                <Icon name="up" size={14} />
              </ActionIcon>
              <ActionIcon
                aria-label={say('Move {label} back', { label: column.label })}
                disabled={at === shown.length - 1}
                onClick={() => move(at, 1)}
              >
                <Icon name="down" size={14} />
              </ActionIcon>
            </Group>
          </li>
        ))}
        {others.map((column) => (
          <li key={pathOf(column)}>
            <Checkbox label={column.label} checked={false} onChange={() => choose([...shown, pathOf(column)])} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function pathOf({ path }: ListColumn): string {
  return path.join('.')
}
