// Wraps the screens in theme, data, router and notifications.
import { useNotifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { BASE_PATH } from '../data/base-path.ts'
import { Bootstrap } from './bootstrap.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { loadPart } from '../ui/load-page.tsx'
import { Themed } from './theme/themed.tsx'

const TrialBar = loadPart(async () => (await import('../studio/trial/trial-bar.tsx')).TrialBar)
const Notices = loadPart(async () => (await import('./notices.tsx')).Notices)

export function App({ client }: { readonly client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Themed>
        <NoticesWhenNeeded />
        <BrowserRouter basename={BASE_PATH}>
          <ErrorBoundary>
            <Bootstrap />
          </ErrorBoundary>
        </BrowserRouter>
        {BASE_PATH !== '' && <TrialBar />}
      </Themed>
    </QueryClientProvider>
  )
}

/** Shows notifications, starting with the first one. */
function NoticesWhenNeeded() {
  const { notifications } = useNotifications()
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && notifications.length > 0) setNeeded(true)
  return isNeeded ? <Notices /> : null
}
