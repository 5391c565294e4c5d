// Shows the views of a list as tabs: the document's, then those that people saved.
import { viewOf } from '#shared/decisions/2-screens.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Screen, ScreenView } from '#shared/model/model.ts'
import { useSavedViews } from '../../../data/saved-views.ts'
import type { ListState } from '../list-state.ts'
import { savedParameters } from './same-parameters.ts'
import { loadPart } from '../../../ui/load-page.tsx'
import { useTabRow } from '../../../ui/scroll/use-tab-row.ts'
import { say } from '../../../words/say.ts'
import classes from './view-tabs.module.css'

const ViewButtons = loadPart(async () => (await import('./view-buttons.tsx')).ViewButtons)

interface Props {
  readonly screen: Screen
  readonly state: ListState
}

export function ViewTabs({ screen, state }: Props) {
  const id = useId()
  const views = screen.views ?? []
  const known = useSavedViews(screen.key)
  const saved = known ?? []
  const open = openView(screen, state)
  const openSaved = saved.find((view) => view.id === state.saved)
  // From the first that can be saved or changed on: their dialogs outlive the view.
  const [hasButtons, setButtons] = useState(false)
  if (!hasButtons && (openSaved !== undefined || state.isChanged)) setButtons(true)
  const tabs = [
    ...views.map((view) => ({
      key: view.key,
      name: view.name,
      search: view === views[0] ? '' : `?view=${encodeURIComponent(view.key)}`,
      isOpen: view === open && !openSaved && !state.where,
    })),
    ...saved.map((view) => ({
      key: view.id,
      name: view.name,
      search: `?${savedParameters(view).toString()}`,
      isOpen: view === openSaved,
    })),
  ]
  const row = useTabRow<HTMLElement>(tabs.find(({ isOpen }) => isOpen)?.key)
  // A button that had the keyboard is gone: it goes on at the tab that is opened.
  const left = useRef<{ readonly saved: string | undefined }>(undefined)
  useEffect(() => {
    if (!left.current || left.current.saved !== state.saved || openSaved?.id !== state.saved) return
    left.current = undefined
    const tab = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    const place = tab ?? document.getElementById('main')
    place?.focus({ preventScroll: true })
  })
  if (tabs.length === 0 && !state.isChanged) return null
  return (
    <div className={classes['bar']}>
      <nav className={classes['tabs']} ref={row} aria-labelledby={id}>
        <span id={id} className="unseen">
          {say('Views of {name}', { name: screen.name })}
        </span>
        <ul>
          {tabs.map(({ key, name, search, isOpen }) => (
            <li key={key}>
              <Link
                to={{ search }}
                aria-current={isOpen ? 'page' : undefined}
                data-command={say('View: {name}', { name })}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {known && hasButtons && (
        <ViewButtons
          screen={screen}
          state={state}
          open={openSaved}
          onOpen={(id, parameters) => {
            left.current = { saved: id }
            state.open(parameters)
          }}
        />
      )}
    </div>
  )
}

/** The one that is named, else the first; what another page brought along is asked of all records. */
export function openView(
  screen: Pick<Screen, 'views'>,
  state: Pick<ListState, 'view' | 'where'>,
): ScreenView | undefined {
  return state.view === undefined && state.where ? undefined : viewOf(screen, state.view)
}
