// The command palette: one box that finds records, screens and commands, by keyboard from anywhere.
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SearchedWords } from '../../data/search/mark-hits.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { StateBadges } from '../../fields/state-badges.tsx'
import { MarkedText } from '../../screens/standard/search/marked-text.tsx'
import type { Hit } from '../../screens/standard/search/use-search.ts'
import { useSearch } from '../../screens/standard/search/use-search.ts'
import { Icon } from '../../ui/icon.tsx'
import type { PaletteCommand } from './palette-commands.ts'
import { listCommands, matchesCommand } from './palette-commands.ts'
import { say } from '../../words/say.ts'
import classes from './palette.module.css'

interface Props {
  readonly typed: string
  readonly onType: (typed: string) => void
  /** The box has the keyboard. */
  readonly onReady: () => void
  readonly onClose: () => void
  readonly onShortcuts: () => void
}

export function Palette({ typed, onType, onReady, onClose, onShortcuts }: Props) {
  const [[store, spotlight]] = useState(createSpotlight)
  const navigate = useNavigate()
  useEffect(() => spotlight.open(), [spotlight])
  const commands = useCommands(onShortcuts)
  const text = typed.trim()
  const found = text === '' ? commands : commands.filter((command) => matchesCommand(command, text))
  const records = useFoundRecords(text)
  const groups = [...Map.groupBy(found, ({ group }) => group)]
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={onType}
      onSpotlightClose={onClose}
      scrollable
      maxHeight={420}
      size={620}
      centered={false}
      yOffset="12dvh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': say('Command palette') } }}
    >
      <Spotlight.Search
        placeholder={say('Find a record, a screen or a command')}
        aria-label={say('Find a record, a screen or a command')}
        leftSection={<Icon name="search" />}
        onFocus={onReady}
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
        {records.groups.map((group) => (
          <Spotlight.ActionsGroup key={group.entity.path} label={group.entity.plural}>
            {group.hits.map((hit) => (
              <HitAction key={hit.id} hit={hit} searched={group.searched} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {text !== '' && (
          <Spotlight.ActionsGroup label={say('Search')}>
            <Spotlight.Action
              leftSection={<Icon name="search" />}
              label={say('Search everything for “{text}”', { text })}
              onClick={() => void navigate(`/search?${new URLSearchParams({ q: text }).toString()}`)}
            />
          </Spotlight.ActionsGroup>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function HitAction({ hit, searched }: { readonly hit: Hit; readonly searched: SearchedWords }) {
  const navigate = useNavigate()
  return (
    <Spotlight.Action onClick={() => void navigate(hit.path)} className={classes['hit'] ?? ''}>
      <Icon name="page" />
      <span className={classes['texts']}>
        <span className={classes['title']}>
          <MarkedText text={hit.title} searched={searched} />
        </span>
        {hit.excerpt !== undefined && (
          <span className={classes['excerpt']}>
            <MarkedText text={hit.excerpt} searched={searched} />
          </span>
        )}
      </span>
      <StateBadges {...hit.shown} compact />
    </Spotlight.Action>
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
  const [commands] = useState(() =>
    listCommands({
      model,
      session,
      go: (path) => void navigate(path),
      setColors: setColorScheme,
      showShortcuts,
    }),
  )
  return commands
}
