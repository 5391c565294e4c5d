// Offers what can be done with the selected records of a list.
import { Button, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { transitionsFrom } from '#shared/decisions/4-states.ts'
import type { Entity, Transition } from '#shared/model/model.ts'
import { labelOfName } from '../../../data/field-label.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { usePermissions } from '../../../data/records/permissions.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import type { ListQuery } from '../../../data/records/record-queries.ts'
import { sessionActor } from '../../../data/session-policy.ts'
import { useKnownSession } from '../../../data/session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { loadPart } from '../../../ui/load-page.tsx'
import type { OfferedActions } from '../../offered-actions.ts'
import type { Selection } from '../list/use-selection.ts'
import type { BulkAction } from './bulk-dialog.tsx'
import { say } from '../../../words/say.ts'
import classes from './bulk-bar.module.css'
import { useCopy } from './use-copy.ts'

const BulkDialog = loadPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

interface Props {
  readonly entity: Entity
  readonly offered: OfferedActions
  readonly columns: readonly ListColumn[]
  /** Those that are loaded. */
  readonly records: readonly RecordData[]
  readonly count: number | undefined
  readonly query: Pick<ListQuery, 'filter' | 'search' | 'sort'>
  readonly selection: Selection
}

export function BulkBar({ entity, offered, columns, records, count, query, selection }: Props) {
  const { updatable, deletable } = usePermissions(entity)
  const [action, setAction] = useState<BulkAction>()
  const [begunWith, setBegunWith] = useState<ReadonlySet<string>>(new Set())
  const chosen = records.filter(({ id }) => selection.has(id))
  const begin = (next: BulkAction) => {
    setBegunWith(new Set(chosen.map(({ id }) => id)))
    setAction(next)
  }
  // A row that was there before, and is no more, has left the view.
  const stays = (id: string) => !begunWith.has(id) || records.some((record) => record.id === id)
  const transitions = useTransitionsOf(offered.entity, chosen)
  const number = selection.isAll ? (count ?? chosen.length) : selection.ids.size
  const copy = useCopy()
  const targets = selection.isAll ? { ids: [], all: query } : { ids: [...selection.ids] }
  return (
    <>
      {number > 0 && (
        <div className={classes['bar']} role="region" aria-label={say('Selected')}>
          <Text size="sm" fw={600} role="status" className="numbers">
            {say('{count} selected', { count: number })}
          </Text>
          {!selection.isAll && count !== undefined && count > number && chosen.length === records.length && (
            <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
              {say('Select all {count}', { count })}
            </Button>
          )}
          <Group gap="xs" ml="auto">
            {offered.update && updatable.size > 0 && (
              <Button
                size="compact-md"
                variant="default"
                onClick={() => begin({ kind: 'change' })}
                // In a long list Tab comes to all of its rows before it comes here.
                aria-keyshortcuts="c"
                data-command={say('Change the selected rows')}
              >
                {say('Change …')}
              </Button>
            )}
            <TransitionMenu
              transitions={transitions}
              onChoose={(transition) => begin({ kind: 'transition', transition })}
            />
            {offered.delete && deletable && (
              <Button
                size="compact-md"
                variant="default"
                onClick={() => begin({ kind: 'delete' })}
                data-command={say('Delete the selected rows')}
              >
                {say('Delete …')}
              </Button>
            )}
            <Button
              size="compact-md"
              variant="default"
              onClick={() => copy({ columns, records: chosen }, true)}
              data-command={say('Copy the selected rows')}
            >
              {say('Copy')}
            </Button>
            <Button size="compact-md" variant="subtle" color="gray" onClick={selection.clear} visibleFrom="sm">
              {say('Clear')}
            </Button>
          </Group>
        </div>
      )}
      {action && (
        <BulkDialog
          entity={entity}
          action={action}
          targets={targets}
          number={number}
          sample={chosen}
          onClose={(left) => {
            setAction(undefined)
            if (left) selection.set(left.filter((id) => stays(id)))
          }}
        />
      )}
    </>
  )
}

interface CountedTransition {
  readonly transition: Transition
  /** Number of the selected records that are loaded and in a state that allows the transition. */
  readonly fits: number
}

function TransitionMenu({
  transitions,
  onChoose,
}: {
  readonly transitions: readonly CountedTransition[]
  readonly onChoose: (transition: Transition) => void
}) {
  if (transitions.length === 0) return null
  return (
    <Menu position="top-end" shadow="md" withinPortal>
      <Menu.Target>
        <Button
          size="compact-md"
          variant="default"
          rightSection={<Icon name="down" size={13} />}
          aria-keyshortcuts="m"
          data-command={say('Move the selected rows to another state')}
        >
          {say('Change state …')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {transitions.map(({ transition, fits }) => (
          <Menu.Item key={transition.name.identifier} onClick={() => onChoose(transition)}>
            {labelOfName(transition.name)} ({fits})
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function useTransitionsOf(entity: Entity, chosen: readonly RecordData[]): readonly CountedTransition[] {
  const actor = sessionActor(useKnownSession())
  const fits = new Map<Transition, number>()
  for (const record of chosen)
    for (const transition of transitionsFrom(entity, record, actor))
      fits.set(transition, (fits.get(transition) ?? 0) + 1)
  return [...fits].map(([transition, number]) => ({ transition, fits: number }))
}
