// Lists the commands of the palette that need no server: the open page, screens, creation, settings.
import type { Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { isDataScreen } from '../../data/data-screens.ts'
import { labelOfName } from '../../data/field-label.ts'
import { onlyStep } from '../../data/records/permissions.ts'
import { readRecent } from '../../data/recent.ts'
import { sessionPolicy } from '../../data/session-policy.ts'
import { menuScreens, visibleScreens } from '../../data/visible-screens.ts'
import { iconsOf } from '../screen-icon.ts'
import type { IconName } from '../../ui/icon.tsx'
import { pressPart } from '../../ui/press-part.ts'
import { say } from '../../words/say.ts'

export interface PaletteCommand {
  readonly id: string
  /** Group name as shown to people. */
  readonly group: string
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
  ['light', say('Use light colours'), 'sun'],
  ['dark', say('Use dark colours'), 'moon'],
  ['auto', say('Use the colours of the system'), 'screen'],
] as const

export function listCommands(around: Surroundings): readonly PaletteCommand[] {
  const { model, session, go } = around
  const screens = menuScreens(model, session)
  const icons = iconsOf(model, screens)
  const recent = session.person === null ? [] : readRecent(session.person.id)
  return [
    ...recent.map(({ path, title }): PaletteCommand => {
      return {
        id: `recent ${path}`,
        group: say('Recent'),
        label: title,
        icon: 'clock',
        run: () => go(path),
      }
    }),
    ...visibleScreens(model, session)
      .filter((screen) => screen.shows.kind === 'form' && !screen.route.includes(':') && !isDataScreen(screen))
      .map(({ key, name, route, shows }): PaletteCommand => {
        const entity = shows.kind === 'form' ? model.entities.get(shows.entity) : undefined
        const step = entity && onlyStep(model, session, entity)
        return {
          id: `create ${key}`,
          group: say('Create'),
          label: step ? `${labelOfName(step.name)}: ${labelOfName(entity.name)}` : name,
          icon: 'plus',
          words: `${say('new')} ${name}`,
          run: () => go(route),
        }
      }),
    ...screens
      .filter(({ shows }) => shows.kind !== 'form')
      .map((screen): PaletteCommand => {
        const { key, name, route } = screen
        return {
          id: `go ${key}`,
          group: say('Go to'),
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
    ['/inbox', say('Inbox'), 'inbox'],
    ['/about', say('About'), 'about'],
    ['/studio', session.administrator ? say('Studio: document') : say('The document'), 'page'],
    ['/studio/pictures', say('Studio: pictures of the document'), 'picture'],
    ['/studio/verify', say('Studio: verify the document'), 'check'],
    ['/studio/revisions', say('Studio: revisions of the document'), 'clock'],
    ['/studio/data', say('Studio: data'), 'table'],
    ['/studio/changes', say('Studio: changes'), 'clock'],
    ['/studio/people', say('Studio: people'), 'people'],
    ['/studio/timers', say('Studio: timers'), 'clock'],
    ['/studio/deliveries', say('Studio: deliveries'), 'clock'],
    ['/studio/mail', say('Studio: mail'), 'inbox'],
    ['/studio/audit', say('Studio: audit'), 'clock'],
    ['/studio/help', say('Help: how to write the document'), 'book'],
    ...(session.person === null ? [['/sign-in', say('Sign in'), 'person'] as const] : []),
  ]
  const open = pages.filter(([path]) => policy.canOpenStandardScreen(path))
  return [
    ...open.map(([path, label, icon]): PaletteCommand => {
      return { id: `go ${path}`, group: say('Go to'), label, icon, run: () => go(path) }
    }),
    ...COLORS.map(([scheme, label, icon]): PaletteCommand => {
      const words = say('theme dark light system colours colors')
      return { id: `colours ${scheme}`, group: say('Settings'), label, icon, words, run: () => setColors(scheme) }
    }),
    { id: 'shortcuts', group: say('Settings'), label: say('Keyboard shortcuts'), icon: 'about', run: showShortcuts },
    ...(session.person === null
      ? []
      : [
          {
            id: 'account',
            group: say('Settings'),
            label: say('Your account'),
            icon: 'person',
            words: say('password sessions tokens sign out'),
            run: () => go('/account'),
          } as const,
        ]),
  ]
}

/**
 * Lists the commands of the open page, or of the dialog above it: its buttons with `data-command`, such as the
 * transitions of a record.
 */
export function listPageCommands(): readonly PaletteCommand[] {
  const dialogs = document.querySelectorAll('[role="dialog"][aria-modal="true"]:not([data-palette])')
  const place = [...dialogs].at(-1) ?? document.querySelector('#main')
  const offered = [...(place?.querySelectorAll<HTMLElement>('[data-command]') ?? [])]
  return offered
    .filter((element) => element.getAttribute('aria-disabled') !== 'true' && element.offsetParent !== null)
    .map((element, index) => ({
      id: `page ${index}`,
      group: say('On this page'),
      label: element.dataset['command'] ?? '',
      icon: 'check',
      run: () => pressPart(element),
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
