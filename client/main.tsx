// Starts the client: styles, the nonce for styles made at run time, and the application.
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import './frame/theme/colors.css'
import './frame/theme/global.css'
import './frame/theme/first-paint.css'
import './frame/theme/print.css'
import './frame/theme/forced-colors.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BASE_PATH } from './data/base-path.ts'
import { makeQueryClient } from './data/query-client.ts'
import { App } from './frame/app.tsx'
import { loadFirstPage } from './frame/app-routes.tsx'
import { takePageData } from './data/page-data.ts'
import { followNewerBuild } from './frame/newer-build.ts'
import { passNonce } from './ui/nonce.ts'
import { keepFirstDrawing } from './ui/first-drawing.tsx'
import { say } from './words/say.ts'

passNonce()
followNewerBuild()

// The page is served before its language is known to it.
document.getElementById('above')?.setAttribute('aria-label', say('Dialogs and choices'))

// In turns of their own, between which the page answers a touch.
setTimeout(() => void show())

/**
 * Renders the application. The page that the server rendered stays until there is more to show. Rendering is done in
 * pieces and reacts to input between two of them.
 */
async function show(): Promise<void> {
  const client = makeQueryClient()
  const model = await takePageData(client)
  if (model) await loadFirstPage(model, globalThis.location.pathname.slice(BASE_PATH.length) || '/')
  keepFirstDrawing()
  const root = document.getElementById('root')
  if (root) startTransition(() => createRoot(root).render(<App client={client} />))
}
