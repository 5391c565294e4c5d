// Makes a picture of every screen for every role, in three widths, light and dark, into .screenshots/, and lets axe look at each.
// Prints what axe, the browser's console and the layout have against a page, and exits with 1 if there is anything.
//   npm run screenshots [-- shared/documents/leave-requests.md] [--role agent] [--mode wide-light] [--url http://localhost:3000]
import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { sharedBrowser } from '../browser/browser.ts'
import { inspectPage } from './inspect-page.ts'
import { FULL_WIDTH, MODES } from './modes.ts'
import type { Mode } from './modes.ts'
import { pagesFor } from './pages.ts'
import { readRoles, signIn } from './roles.ts'
import type { Role } from './roles.ts'
import { startServer } from './start-server.ts'

const root = join(import.meta.dirname, '..', '..')
const { values, positionals } = parseArgs({
  options: { role: { type: 'string' }, mode: { type: 'string' }, url: { type: 'string' } },
  allowPositionals: true,
})
const document = positionals[0] ?? 'shared/documents/helpdesk.md'
const folder = join(root, '.screenshots', basename(document, '.md'))

const roles = readRoles(join(root, document.replace(/\.md$/, '.sample.json'))).filter(
  ({ name }) => !values.role || name.toLowerCase() === values.role.toLowerCase(),
)
const modes = [...MODES, FULL_WIDTH].filter(({ name }) => !values.mode || name === values.mode)

const server = values.url ? { url: values.url, stop: () => {} } : await startServer(root, document)
const browser = await sharedBrowser()
let faults = 0
try {
  mkdirSync(folder, { recursive: true })
  for (const role of roles) faults += await takeAll(browser, role)
} finally {
  await browser.close()
  server.stop()
}
console.log(faults === 0 ? 'Nothing to mend.' : `${faults} faults.`)
process.exitCode = faults === 0 ? 0 : 1

async function takeAll(open: Browser, role: Role): Promise<number> {
  const session = await signIn(server.url, role)
  const pages = await pagesFor(server.url, session)
  rmSync(join(folder, role.name), { recursive: true, force: true })
  // Two at a time: the machine has other work to do.
  const waiting = [...modes]
  const counts = await Promise.all(
    [0, 1].map(async () => {
      let count = 0
      for (let mode = waiting.shift(); mode; mode = waiting.shift())
        count += await takeInMode(open, role, session, pages, mode)
      return count
    }),
  )
  console.log(`${role.name}: ${pages.length} pages in ${modes.length} modes`)
  return counts.reduce((sum, count) => sum + count, 0)
}

async function takeInMode(
  open: Browser,
  role: Role,
  session: string | null,
  pages: Awaited<ReturnType<typeof pagesFor>>,
  mode: Mode,
): Promise<number> {
  const context = await open.newContext({
    viewport: mode.viewport,
    colorScheme: mode.colors,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  if (session) {
    const [name = '', value = ''] = session.split('=')
    await context.addCookies([{ name, value, url: server.url }])
  }
  let count = 0
  for (const each of pages) {
    const page = await context.newPage()
    const picture = join(folder, role.name, `${each.name}-${mode.name}.png`)
    const found = await inspectPage(page, server.url, each, picture)
    for (const fault of found) console.log(`${role.name} ${each.path} ${mode.name}: ${fault}`)
    count += found.length
    await page.close()
  }
  await context.close()
  return count
}
