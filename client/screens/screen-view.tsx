// Loads and shows a screen by its kind.
import { lazy, Suspense } from 'react'
import type { Screen } from '#shared/model/model.ts'
import { Loading, PageSkeleton } from '../ui/skeletons.tsx'
import { PageScreen } from './page-screen.tsx'

// Most first screens are tables: theirs is on its way while it is still being asked who this is.
const tableScreen = import('./table-screen.tsx')
tableScreen.catch(() => {})

const TableScreen = lazy(async () => ({ default: (await tableScreen).TableScreen }))
const BoardScreen = lazy(async () => ({ default: (await import('./board-screen.tsx')).BoardScreen }))
const DashboardScreen = lazy(async () => ({ default: (await import('./dashboard-screen.tsx')).DashboardScreen }))
const FormScreen = lazy(async () => ({ default: (await import('./form-screen.tsx')).FormScreen }))
const RecordScreen = lazy(async () => ({ default: (await import('./record-screen.tsx')).RecordScreen }))

export function ScreenView({ screen }: { readonly screen: Screen }) {
  return (
    <Suspense
      fallback={
        <Loading>
          <PageSkeleton />
        </Loading>
      }
    >
      <ScreenOfKind screen={screen} />
    </Suspense>
  )
}

function ScreenOfKind({ screen }: { readonly screen: Screen }) {
  const { shows } = screen
  switch (shows.kind) {
    case 'table':
      return <TableScreen screen={screen} entityName={shows.entity} />
    case 'calendar':
    case 'timeline':
      return (
        <TableScreen
          screen={screen}
          entityName={shows.entity}
          by={shows.by}
          until={shows.to}
          note={`From today on, as a list; a ${shows.kind} comes with a later version.`}
        />
      )
    case 'gallery':
    case 'map':
      return (
        <TableScreen
          screen={screen}
          entityName={shows.entity}
          note={`Shown as a list; a ${shows.kind} comes with a later version.`}
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
      return <PageScreen screen={screen} note="What this screen shows is not written in the document yet." />
  }
}
