// The command palette: one box that finds records, screens and commands, by keyboard from anywhere.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { recordPath } from '../../data/visible-screens.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { titleOf } from '../../data/records/record-title.ts'
import { StateBadges } from '../../fields/state-badges.tsx'
import { useSearch } from '../../screens/standard/search/use-search.ts'
import { Icon } from '../../ui/icon.tsx'
import type { PaletteCommand } from './palette-commands.ts'
import { listCommands, matchesCommand } from './palette-commands.ts'

interface Props {
  readonly onClose: () => void
  readonly onShortcuts: () => void
}

export function Palette({ onClose, onShortcuts }: Props) {
  const [[store, spotlight]] = useState(createSpotlight)
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  useEffect(() => spotlight.open(), [spotlight])
  const commands = useCommands(onShortcuts)
  const text = typed.trim()
  const found = text === '' ? commands : commands.filter((command) => matchesCommand(command, text))
  const records = useFoundRecords(text)
  const groups = Object.entries(Object.groupBy(found, ({ group }) => group))
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={onClose}
      scrollable
      maxHeight={420}
      size={620}
      centered={false}
      yOffset="12dvh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
    >
      <Spotlight.Search
        placeholder="Find a record, a screen or a command"
        aria-label="Find a record, a screen or a command"
        leftSection={<Icon name="search" />}
      />
      <Spotlight.ActionsList>
        {/* Screens and commands are at hand at once: records that are found later move nothing that was aimed at. */}
        {groups.map(([group, members]) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {members.map(({ id, label, icon, run }) => (
              <Spotlight.Action key={id} leftSection={<Icon name={icon} />} label={label} onClick={run} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {records.groups.map(({ entity, records: hits }) => (
          <Spotlight.ActionsGroup key={entity.path} label={entity.plural}>
            {hits.map((record) => (
              <RecordAction key={record.id} entity={entity} record={record} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {text !== '' && (
          <Spotlight.ActionsGroup label="Search">
            <Spotlight.Action
              leftSection={<Icon name="search" />}
              label={`Search everything for “${text}”`}
              onClick={() => void navigate(`/search?${new URLSearchParams({ q: text }).toString()}`)}
            />
          </Spotlight.ActionsGroup>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

type SearchGroup = ReturnType<typeof useSearch>['groups'][number]

function RecordAction({
  entity,
  record,
}: {
  readonly entity: SearchGroup['entity']
  readonly record: SearchGroup['records'][0]
}) {
  const model = useModel()
  const session = useKnownSession()
  const navigate = useNavigate()
  const path = recordPath(model, session, entity.name.identifier, record)
  return (
    <Spotlight.Action
      onClick={() => path !== undefined && void navigate(path)}
      leftSection={<Icon name="page" />}
      label={titleOf(model, entity.name.identifier, record)}
      rightSection={<StateBadges entity={entity} record={record} compact />}
    />
  )
}

/** Typing does not ask at every key. */
const TYPING_MILLISECONDS = 120

function useFoundRecords(text: string) {
  const [asked] = useDebouncedValue(text, TYPING_MILLISECONDS)
  const found = useSearch(text === '' ? '' : asked)
  return { groups: text === '' ? [] : found.groups, isPending: asked !== text || found.isPending }
}

/** Worked out once, when the palette opens: the page behind it does not change meanwhile. */
function useCommands(showShortcuts: () => void): readonly PaletteCommand[] {
  const model = useModel()
  const session = useKnownSession()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const [commands] = useState(() =>
    listCommands({
      model,
      session,
      go: (path) => void navigate(path),
      isDark,
      setDark: (dark) => setColorScheme(dark ? 'dark' : 'light'),
      showShortcuts,
    }),
  )
  return commands
}
