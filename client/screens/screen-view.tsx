// Loads and shows a screen by its kind.
import type { Screen } from '#shared/model/model.ts'
import { isDataScreen } from '../data/data-screens.ts'
import { loadPage } from '../ui/load-page.tsx'
import { placeCalendarStyles } from './calendar/place-calendar-styles.ts'
import { PageScreen } from './page-screen.tsx'
// Most first screens are tables.
import { TableScreen } from './table-screen.tsx'
import { say } from '../words/say.ts'

const BoardScreen = loadPage(async () => (await import('./board-screen.tsx')).BoardScreen)
const DashboardScreen = loadPage(async () => (await import('./dashboard-screen.tsx')).DashboardScreen)
const CalendarScreen = loadPage(async () => {
  // The library makes its styles when it is loaded: their element has to carry the nonce by then.
  placeCalendarStyles()
  return (await import('./calendar-screen.tsx')).CalendarScreen
})
const DataScreen = loadPage(async () => (await import('./data-screen.tsx')).DataScreen)
const FormScreen = loadPage(async () => (await import('./form-screen.tsx')).FormScreen)
const RecordScreen = loadPage(async () => (await import('./record-screen.tsx')).RecordScreen)

const PAGES = {
  board: BoardScreen,
  calendar: CalendarScreen,
  dashboard: DashboardScreen,
  form: FormScreen,
  record: RecordScreen,
}

/** Loads the code of the screen, where it has its own. */
export async function prepareScreen(screen: Screen): Promise<void> {
  const { kind } = screen.shows
  if (isDataList(screen)) await DataScreen.prepare()
  else if (kind in PAGES) await PAGES[kind as keyof typeof PAGES].prepare()
}

function isDataList(screen: Screen): boolean {
  return screen.shows.kind === 'table' && isDataScreen(screen)
}

export function ScreenView({ screen }: { readonly screen: Screen }) {
  const { shows } = screen
  switch (shows.kind) {
    case 'table':
      return isDataList(screen) ? (
        <DataScreen screen={screen} entityName={shows.entity} />
      ) : (
        <TableScreen screen={screen} entityName={shows.entity} />
      )
    case 'calendar':
      return <CalendarScreen screen={screen} entityName={shows.entity} by={shows.by} until={shows.to} />
    case 'timeline':
      return (
        <TableScreen
          screen={screen}
          entityName={shows.entity}
          by={shows.by}
          until={shows.to}
          note={say('Shown as a list from today on. A later version will add a timeline.')}
        />
      )
    case 'gallery':
      return <TableScreen screen={screen} entityName={shows.entity} picture={shows.by} />
    case 'map':
      return (
        <TableScreen
          screen={screen}
          entityName={shows.entity}
          note={say('Shown as a list. A later version will add a map.')}
        />
      )
    case 'record':
      return <RecordScreen screen={screen} entityName={shows.entity} by={shows.by} />
    case 'board':
      return <BoardScreen screen={screen} entityName={shows.entity} by={shows.by} />
    case 'form':
      return <FormScreen screen={screen} entityName={shows.entity} />
    case 'dashboard':
      return <DashboardScreen screen={screen} />
    case 'page':
    case 'not found':
      return <PageScreen screen={screen} />
    case 'not shown':
      return <PageScreen screen={screen} note={say('The document doesn’t say yet what this screen shows.')} />
  }
}
