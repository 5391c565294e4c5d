// The command palette: one box that finds records, screens and commands, by keyboard from anywhere.
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import type { KeyboardEvent } from 'react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isNumber } from '#shared/fields/sequence.ts'
import { usePrefetchedRecord } from '../../data/prefetch-record.ts'
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
  /** Enter was pressed before the box was there. */
  readonly isEntered: boolean
  /** The box has the keyboard. */
  readonly onReady: () => void
  readonly onClose: () => void
  readonly onShortcuts: () => void
}

export function Palette({ typed, onType, isEntered, onReady, onClose, onShortcuts }: Props) {
  const [[store, spotlight]] = useState(createSpotlight)
  const navigate = useNavigate()
  useEffect(() => spotlight.open(), [spotlight])
  const commands = useCommands(onShortcuts)
  const text = typed.trim()
  const found = useMemo(
    () => (text === '' ? commands : commands.filter((command) => matchesCommand(command, text))),
    [commands, text],
  )
  const records = useFoundRecords(text)
  const waitForNumber = useAwaitedNumber(text, isEntered, records, (path) => {
    spotlight.close()
    void navigate(path)
  })
  const noteMoves = useFirstChosen(store, text, records.groups[0]?.hits[0]?.id)
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
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the box within */}
      <div
        onKeyDownCapture={(event) => {
          noteMoves(event)
          waitForNumber(event)
        }}
      >
        <Spotlight.Search
          placeholder={say('Find a record, a screen or a command')}
          aria-label={say('Find a record, a screen or a command')}
          leftSection={<Icon name="search" />}
          onFocus={onReady}
        />
      </div>
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
              data-last
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

/** Enter behind a number opens what it names as soon as that is known. */
function useAwaitedNumber(
  text: string,
  isEntered: boolean,
  { groups, isNumberPending }: ReturnType<typeof useFoundRecords>,
  open: (path: string) => void,
) {
  const [awaited, setAwaited] = useState<string>()
  const named = groups[0]?.isExact ? groups[0].hits[0] : undefined
  usePrefetchedRecord(named?.shown)
  const openNamed = () => {
    if (named) open(named.path)
  }
  const openFirst = useEffectEvent(openNamed)
  const isAwaited = awaited === text || (isEntered && isNumber(text))
  const enter = useEffectEvent(() => {
    if (!isNumber(text)) document.querySelector<HTMLElement>('[role="dialog"] [data-action][data-selected]')?.click()
  })
  useEffect(() => {
    if (isEntered) enter()
  }, [isEntered])
  const isKnown = isAwaited && !isNumberPending
  useEffect(() => {
    if (isKnown) openFirst()
  }, [isKnown])
  return (event: KeyboardEvent) => {
    const chosen = document.querySelector('[role="dialog"] [data-action][data-selected]')
    // What the number names may be here a moment before it is chosen.
    const isNamed = named !== undefined && chosen?.hasAttribute('data-last') !== false
    if (event.key !== 'Enter' || !(isNumberPending || isNamed)) return
    event.preventDefault()
    event.stopPropagation()
    if (isNumberPending) setAwaited(text)
    else openNamed()
  }
}

/** What stands first is chosen, as long as nobody went on to another: what is found comes before the way to the search page. */
function useFirstChosen(store: ReturnType<typeof createSpotlight>[0], text: string, firstHit: string | undefined) {
  const wasMoved = useRef(false)
  useEffect(() => {
    wasMoved.current = false
  }, [text])
  useEffect(() => {
    if (firstHit !== undefined && !wasMoved.current) chooseFirst(store)
  }, [store, text, firstHit])
  return (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') wasMoved.current = true
  }
}

/** As the library does it at a key: by an attribute, and by its place. */
function chooseFirst(store: ReturnType<typeof createSpotlight>[0]): void {
  for (const [at, action] of document.querySelectorAll('[role="dialog"] [data-action]').entries()) {
    if (at === 0) action.setAttribute('data-selected', 'true')
    else action.removeAttribute('data-selected')
  }
  store.setState({ ...store.getState(), selected: 0 })
}

/** Typing does not ask at every key. */
const TYPING_MILLISECONDS = 120

function useFoundRecords(text: string) {
  const [settled] = useDebouncedValue(text, TYPING_MILLISECONDS)
  // A number is typed to be opened: what it names is asked for at every key, and all else when typing rests.
  const found = useSearch(text === '' ? '' : isNumber(text) ? text : settled, text === '' ? '' : settled)
  return { groups: text === '' ? [] : found.groups, isNumberPending: found.isNumberPending }
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
