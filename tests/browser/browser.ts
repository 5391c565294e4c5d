// Debian's Chromium or its shell by playwright-core, and what it complains of: errors in the console, violations of the content security policy.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'

const named = process.env['CHROMIUM_PATH']
// The shell draws no window around the page, which takes less time.
const known = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const candidates = named ? [named] : known.map((name) => `/usr/bin/${name}`)

/** Path of a browser on this machine; undefined: browser tests are skipped, and say so. */
export const browserPath = candidates.find((path) => existsSync(path))

let started: Promise<Browser> | undefined

/** One for all files of a process: each visitor has a context of their own. It ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  return (started ??= startBrowser())
}

/** Another name of this machine: what comes by it comes from elsewhere. */
export const OTHER_NAME = 'desk.lan'

function startBrowser(): Promise<Browser> {
  if (browserPath === undefined) throw new Error('There is no browser on this machine; name one in CHROMIUM_PATH.')
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launch({
    executablePath: browserPath,
    headless: true,
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${OTHER_NAME} localhost`, ...quiet],
  })
}

let isBuilt = false

/** Builds the client where its sources are newer than what is built; `npm test` has done so before its processes start. */
export function buildClient(): void {
  if (isBuilt) return
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const built = spawnSync(process.execPath, ['.ci/prepare.mjs', 'start'], { cwd: root, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`The client can't be built:\n${built.stdout}${built.stderr}`)
  isBuilt = true
}

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Descriptions of what went wrong in the pages so far. */
  readonly complaints: readonly string[]
  /** Lets pass from here on what a test wants: answers with this status (400 and above), or messages with this text. */
  forgive(what: number | string): void
}

/** Somebody with a browser of their own: no cookies shared with others. */
export async function openVisitor(browser: Browser, url: string): Promise<Visitor> {
  const viewport = { width: 1280, height: 900 }
  // What fades in is not looked at half faded.
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', viewport, reducedMotion: 'reduce' })
  // What is waited for comes later where the machine has other work.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const complaints: string[] = []
  const forgiven: (number | string)[] = []
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const status = Number(/status of (\d{3})/.exec(message.text())?.[1] ?? 0)
    const isForgiven = forgiven.some((each) => each === status || message.text().includes(String(each)))
    if (!isForgiven) complaints.push(`${page.url()}: ${message.text()}`)
  })
  return {
    page,
    context,
    complaints,
    forgive: (what) => {
      forgiven.push(what)
    },
  }
}
