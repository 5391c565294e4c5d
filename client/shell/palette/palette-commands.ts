// Lists the commands of the palette that need no server: screens, creation, the open page, settings.
import type { Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { isDataScreen } from '../../data/data-screens.ts'
import { readRecent } from '../../data/recent.ts'
import { sessionPolicy } from '../../data/session-policy.ts'
import { menuScreens, visibleScreens } from '../../data/visible-screens.ts'
import { iconsOf } from '../frame/screen-icon.ts'
import type { IconName } from '../../ui/icon.tsx'

export interface PaletteCommand {
  readonly id: string
  readonly group: 'On this page' | 'Recent' | 'Create' | 'Go to' | 'Settings'
  readonly label: string
  readonly icon: IconName
  /** Further words by which it is found. */
  readonly words?: string
  readonly run: () => void
}

interface Surroundings {
  readonly model: Model
  readonly session: SessionBody
  readonly go: (path: string) => void
  readonly setColors: (scheme: 'light' | 'dark' | 'auto') => void
  readonly showShortcuts: () => void
}

const COLORS = [
  ['light', 'Use light colours', 'sun'],
  ['dark', 'Use dark colours', 'moon'],
  ['auto', 'Use the colours of the system', 'screen'],
] as const

export function listCommands(around: Surroundings): readonly PaletteCommand[] {
  const { model, session, go } = around
  const screens = menuScreens(model, session)
  const icons = iconsOf(model, screens)
  const recent = session.person === null ? [] : readRecent(session.person.id)
  return [
    ...pageCommands(),
    ...recent.map(({ path, title }): PaletteCommand => {
      return { id: `recent ${path}`, group: 'Recent', label: title, icon: 'clock', run: () => go(path) }
    }),
    ...visibleScreens(model, session)
      .filter((screen) => screen.shows.kind === 'form' && !screen.route.includes(':') && !isDataScreen(screen))
      .map(({ key, name, route }): PaletteCommand => {
        return { id: `create ${key}`, group: 'Create', label: name, icon: 'plus', words: 'new', run: () => go(route) }
      }),
    ...screens
      .filter(({ shows }) => shows.kind !== 'form')
      .map((screen): PaletteCommand => {
        const { key, name, route } = screen
        return {
          id: `go ${key}`,
          group: 'Go to',
          label: name,
          icon: icons.get(screen.key) ?? 'page',
          run: () => go(route),
        }
      }),
    ...standardCommands(around),
  ]
}

function standardCommands({ model, session, go, setColors, showShortcuts }: Surroundings): readonly PaletteCommand[] {
  const policy = sessionPolicy(model, session)
  const pages: readonly (readonly [path: string, label: string, icon: IconName])[] = [
    ['/inbox', 'Inbox', 'inbox'],
    ['/about', 'About', 'about'],
    ['/studio', session.administrator ? 'Studio: document' : 'The document', 'page'],
    ['/studio/revisions', 'Studio: revisions of the document', 'clock'],
    ['/studio/data', 'Studio: data', 'table'],
    ['/studio/changes', 'Studio: changes', 'clock'],
    ['/studio/people', 'Studio: people', 'people'],
    ['/studio/timers', 'Studio: timers', 'clock'],
    ['/studio/deliveries', 'Studio: deliveries', 'clock'],
    ['/studio/mail', 'Studio: mail', 'inbox'],
    ['/studio/audit', 'Studio: audit', 'clock'],
    ['/studio/help', 'Help: how to write the document', 'book'],
    ...(session.person === null ? [['/sign-in', 'Sign in', 'person'] as const] : []),
  ]
  const open = pages.filter(([path]) => policy.canOpenStandardScreen(path))
  return [
    ...open.map(([path, label, icon]): PaletteCommand => {
      return { id: `go ${path}`, group: 'Go to', label, icon, run: () => go(path) }
    }),
    ...COLORS.map(([scheme, label, icon]): PaletteCommand => {
      const words = 'theme dark light system colours colors'
      return { id: `colours ${scheme}`, group: 'Settings', label, icon, words, run: () => setColors(scheme) }
    }),
    { id: 'shortcuts', group: 'Settings', label: 'Keyboard shortcuts', icon: 'about', run: showShortcuts },
    ...(session.person === null
      ? []
      : [
          {
            id: 'account',
            group: 'Settings',
            label: 'Your account',
            icon: 'person',
            words: 'password sessions tokens sign out',
            run: () => go('/account'),
          } as const,
        ]),
  ]
}

/** What the open page offers: its buttons that carry `data-command`, such as the transitions of a record. */
function pageCommands(): readonly PaletteCommand[] {
  const offered = [...document.querySelectorAll<HTMLElement>('#main [data-command]')]
  return offered
    .filter((element) => element.getAttribute('aria-disabled') !== 'true' && element.offsetParent !== null)
    .map((element, index) => ({
      id: `page ${index}`,
      group: 'On this page',
      label: element.dataset['command'] ?? '',
      icon: 'check',
      run: () => element.click(),
    }))
}

/** Every word that was typed begins a word of the command. */
export function matchesCommand(command: PaletteCommand, typed: string): boolean {
  const words = `${command.label} ${command.words ?? ''}`.toLowerCase().split(/[\s:,]+/)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
