// Starts the client: styles, the nonce for styles made at run time, and the application.
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './shell/theme/global.css'
import './shell/theme/print.css'
import './shell/theme/forced-colors.css'
import { createRoot } from 'react-dom/client'
import { App } from './shell/app.tsx'
import { passNonce } from './shell/theme/nonce.ts'

passNonce()

// A newer build took the place of the one that this page came from: load the page anew, but never in a circle.
globalThis.addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('verbatim-reloaded') ?? 0)
  if (Date.now() - last < 60_000) return
  sessionStorage.setItem('verbatim-reloaded', String(Date.now()))
  globalThis.location.reload()
})

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
