// Wraps the screens in theme, data, router and notifications.
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { makeQueryClient } from '../data/query-client.ts'
import { Bootstrap } from './bootstrap.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { loadPart } from '../ui/load-page.tsx'
import { readNonce } from './theme/nonce.ts'
import { resolveVariables, theme } from './theme/theme.ts'

const Notices = loadPart(async () => (await import('./notices.tsx')).Notices)

const colorSchemes = localStorageColorSchemeManager({ key: 'verbatim-color-scheme' })

export function App() {
  const [client] = useState(makeQueryClient)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={readNonce}
    >
      <NoticesWhenNeeded />
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <ErrorBoundary>
            <Bootstrap />
          </ErrorBoundary>
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** From the first notice on. */
function NoticesWhenNeeded() {
  const { notifications } = useNotifications()
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && notifications.length > 0) setNeeded(true)
  return isNeeded ? <Notices /> : null
}
