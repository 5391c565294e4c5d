// Shows the named views of a list as tabs, and tells which one is open.
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { Screen, ScreenView } from '#shared/model/model.ts'
import type { ListState } from './list-state.ts'
import classes from './view-tabs.module.css'

interface Props {
  readonly screen: Screen
  readonly state: ListState
}

export function ViewTabs({ screen, state }: Props) {
  const id = useId()
  const views = screen.views ?? []
  if (views.length === 0) return null
  const open = openView(screen, state)
  return (
    <nav className={classes['tabs']} aria-labelledby={id}>
      <span id={id} className="unseen">
        Views of {screen.name}
      </span>
      <ul>
        {views.map((view) => (
          <li key={view.key}>
            <Link
              to={{ search: view === views[0] ? '' : `?view=${encodeURIComponent(view.key)}` }}
              aria-current={view === open && !state.where ? 'page' : undefined}
              data-command={`View: ${view.name}`}
            >
              {view.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The one that is named, else the first; what another page brought along is asked of all records. */
export function openView(
  { views }: Pick<Screen, 'views'>,
  state: Pick<ListState, 'view' | 'where'>,
): ScreenView | undefined {
  if (state.view !== undefined) return views?.find(({ key }) => key === state.view)
  return state.where ? undefined : views?.[0]
}
