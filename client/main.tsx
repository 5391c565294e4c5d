// Starts the client: styles, the nonce for styles made at run time, and the application.
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import './shell/theme/global.css'
import './shell/theme/print.css'
import './shell/theme/forced-colors.css'
import { createRoot } from 'react-dom/client'
import { App } from './shell/app.tsx'
import { followNewerBuild } from './shell/newer-build.ts'
import { passNonce } from './shell/theme/nonce.ts'
import { say } from './words/say.ts'

passNonce()
followNewerBuild()

// The page is served before its language is known to it.
document.getElementById('above')?.setAttribute('aria-label', say('Dialogs and choices'))

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
