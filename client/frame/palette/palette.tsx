// Shows the command palette: one box that finds records, screens and commands, by keyboard from anywhere.
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import type { KeyboardEvent, RefObject } from 'react'
import { useDeferredValue, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { looksLikeSequenceNumber } from '#shared/fields/sequence.ts'
import { usePrefetchedRecord } from '../../data/prefetch-record.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { useSearch } from '../../screens/standard/search/use-search.ts'
import { Icon } from '../../ui/icon.tsx'
import { STILL_PAGE } from '../../ui/dialog/dialog.tsx'
import { useTopLayer } from '../../ui/dialog/use-top-layer.ts'
import type { PaletteCommand } from './palette-commands.ts'
import { listCommands, listPageCommands, matchesCommand } from './palette-commands.ts'
import { PaletteList } from './palette-list.tsx'
import classes from './palette.module.css'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { say } from '../../words/say.ts'

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
  const closeOnEscape = useTopLayer(true)
  useEffect(() => spotlight.open(), [spotlight])
  const list = useListOf(store)
  const text = typed.trim()
  const commands = useCommands(text, onShortcuts)
  const found = useMemo(
    () => (text === '' ? commands : commands.filter((command) => matchesCommand(command, text))),
    [commands, text],
  )
  const records = useFoundRecords(text)
  const { wasMoved, noteMoves } = useFirstChosen(store, text, records.groups[0]?.hits[0]?.id)
  const hasCommands = found.length > 0
  const awaitEntry = useAwaitedEntry(text, { isEntered, hasCommands, wasMoved }, records, (path) => {
    spotlight.close()
    void navigate(path)
  })
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={onType}
      onSpotlightClose={onClose}
      closeOnEscape={closeOnEscape}
      removeScrollProps={STILL_PAGE}
      size={620}
      centered={false}
      yOffset="12dvh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': say('Command palette'), 'data-palette': true } }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the box within */}
      <div
        onKeyDownCapture={(event) => {
          noteMoves(event)
          awaitEntry(event)
        }}
      >
        <Spotlight.Search
          placeholder={say('Find a record, a screen or a command')}
          aria-label={say('Find a record, a screen or a command')}
          leftSection={<Icon name="search" />}
          onFocus={onReady}
        />
      </div>
      {records.error !== null && (
        <div className={classes['refusal']}>
          <RefusalNote error={records.error} onRetry={records.retry} />
        </div>
      )}
      <div id={list} className={`${Spotlight.ActionsList.classes.actionsList} ${classes['list']}`}>
        <PaletteList commands={found} hits={records.groups} text={text} onClose={spotlight.close} />
      </div>
    </Spotlight.Root>
  )
}

/** The library finds by its id what can be chosen. Its own list draws scroll bars, for which the page is laid out once more. */
function useListOf(store: ReturnType<typeof createSpotlight>[0]): string {
  const id = useId()
  useEffect(() => store.setState({ ...store.getState(), listId: CSS.escape(id) }), [store, id])
  return id
}

const ACTION = '[role="dialog"] [data-action]'

function chosenAction(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`${ACTION}[data-selected]`)
}

/**
 * Opens by Enter the first entry for the typed text as soon as that is known: what the list still shows of a text
 * before it may be another record. What the person has moved to is opened as it is.
 */
function useAwaitedEntry(
  text: string,
  { isEntered, hasCommands, wasMoved }: AwaitedEntry,
  { groups, isOfTyped, isNumberPending, isSettled }: ReturnType<typeof useFoundRecords>,
  open: (path: string) => void,
) {
  const [awaited, setAwaited] = useState<string>()
  const named = isOfTyped && groups[0]?.isExact ? groups[0].hits[0] : undefined
  usePrefetchedRecord(named?.shown)
  // What a number names, and commands, are known before all else.
  const isFirstKnown = looksLikeSequenceNumber(text) ? !isNumberPending && named !== undefined : hasCommands
  const isKnown = isSettled || isFirstKnown
  const openFirst = useEffectEvent(() => {
    if (named) open(named.path)
    else document.querySelector<HTMLElement>(ACTION)?.click()
  })
  // After a refusal it may be known later, by another try.
  const isDue = isKnown && text !== '' && (isEntered || awaited === text)
  useEffect(() => {
    if (isDue) openFirst()
  }, [isDue])
  return (event: KeyboardEvent) => {
    const chosen = chosenAction()
    if (event.key !== 'Enter' || (wasMoved.current && chosen !== null)) return
    // What a number names may be here a moment before it is chosen.
    const isNamed = named !== undefined && chosen?.hasAttribute('data-last') !== false
    if (isKnown && chosen !== null && !isNamed) return
    event.preventDefault()
    event.stopPropagation()
    if (isKnown) openFirst()
    else setAwaited(text)
  }
}

interface AwaitedEntry {
  /** Enter was pressed before the box was there. */
  readonly isEntered: boolean
  readonly hasCommands: boolean
  readonly wasMoved: RefObject<boolean>
}

/** Selects the first entry until the person moves to another, so that hits come before the link to the search page. */
function useFirstChosen(store: ReturnType<typeof createSpotlight>[0], text: string, firstHit: string | undefined) {
  const wasMoved = useRef(false)
  useLayoutEffect(() => {
    wasMoved.current = false
  }, [text])
  // Before it is seen: Enter may follow at once.
  useLayoutEffect(() => {
    if (firstHit !== undefined && !wasMoved.current) chooseFirst(store)
  }, [store, text, firstHit])
  const noteMoves = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') wasMoved.current = true
  }
  return { wasMoved, noteMoves }
}

/** Selects the first entry as the library does on a key press: by an attribute, and by its position. */
function chooseFirst(store: ReturnType<typeof createSpotlight>[0]): void {
  for (const [at, action] of document.querySelectorAll('[role="dialog"] [data-action]').entries()) {
    if (at === 0) action.setAttribute('data-selected', 'true')
    else action.removeAttribute('data-selected')
  }
  store.setState({ ...store.getState(), selected: 0 })
}

/** Typing does not ask at every key. */
const TYPING_MILLISECONDS = 120

function useFoundRecords(typed: string) {
  // The letter is shown before what it finds is asked for and listed.
  const text = useDeferredValue(typed)
  const [settled] = useDebouncedValue(text, TYPING_MILLISECONDS)
  // A number is typed to be opened: what it names is asked for at every key, and all else when typing rests.
  const found = useSearch(text === '' ? '' : looksLikeSequenceNumber(text) ? text : settled, text === '' ? '' : settled)
  const isOfTyped = text === typed
  return {
    groups: found.groups,
    isOfTyped,
    /** Is the result that of the typed text? One of a number stays open after a refusal. */
    isSettled:
      typed === '' ||
      (isOfTyped && settled === text && !found.isPending && (found.error === null || !looksLikeSequenceNumber(text))),
    isNumberPending: isOfTyped ? found.isNumberPending : looksLikeSequenceNumber(typed),
    error: found.error,
    retry: () => void found.refetch(),
  }
}

/** Lists the commands anew with what is typed: the page behind may still have been loading when the palette opened. */
function useCommands(text: string, showShortcuts: () => void): readonly PaletteCommand[] {
  const model = useModel()
  const session = useKnownSession()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const [others] = useState(() =>
    listCommands({
      model,
      session,
      go: (path) => void navigate(path),
      setColors: setColorScheme,
      showShortcuts,
    }),
  )
  // oxlint-disable-next-line react/exhaustive-deps, react/react-compiler -- the page is read anew with each text
  const ofPage = useMemo(() => listPageCommands(), [text])
  return useMemo(() => [...ofPage, ...others], [ofPage, others])
}
