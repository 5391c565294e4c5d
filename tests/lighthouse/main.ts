// Rates list, record, form and dashboard of the helpdesk by Lighthouse, as on a phone of middling speed with a slow network.
// Ends with 1 where performance is below 90, or anything else below 100. The machine must be idle.
//   npm run test:lighthouse [-- --url http://localhost:3000]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { browserPath } from '../browser/browser.ts'
import { readRoles, signIn } from '../screenshots/roles.ts'
import { startServer } from '../screenshots/start-server.ts'

const LIGHTHOUSE = process.env['LIGHTHOUSE'] ?? 'npx --yes lighthouse@13.5.0'
const LEAST: { readonly [category: string]: number } = { performance: 90 }
const LEAST_OTHERWISE = 100

interface Rating {
  readonly categories: { readonly [id: string]: { readonly score: number | null } }
  readonly audits: { readonly [id: string]: { readonly displayValue?: string } }
}

const root = join(import.meta.dirname, '..', '..')
const document = 'shared/documents/helpdesk.md'
const { values } = parseArgs({ options: { url: { type: 'string' } } })
const server = values.url ? { url: values.url, stop: () => {} } : await startServer(root, document)
const folder = mkdtempSync(join(tmpdir(), 'verbatim-lighthouse-'))
try {
  const manager = readRoles(join(root, document.replace('.md', '.sample.json'))).find(({ name }) => name === 'manager')
  const cookie = manager ? ((await signIn(server.url, manager)) ?? '') : ''
  const response = await fetch(`${server.url}/api/tickets?limit=1`, { headers: { Cookie: cookie } })
  const { items } = (await response.json()) as { readonly items: readonly { readonly id: string }[] }
  const paths = ['/tickets?view=all', `/tickets/${items[0]?.id}`, '/report', '/overview']
  const isGood = paths.map((path) => rate(path, cookie)).every(Boolean)
  process.exitCode = isGood ? 0 : 1
} finally {
  server.stop()
  rmSync(folder, { recursive: true, force: true })
}

function rate(path: string, cookie: string): boolean {
  const file = join(folder, 'rating.json')
  const [command = '', ...first] = LIGHTHOUSE.split(' ')
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu'].join(' ')
  const headers = JSON.stringify({ Cookie: cookie })
  const { status, stderr } = spawnSync(
    command,
    [
      ...[...first, server.url + path, '--quiet', '--output', 'json', '--output-path', file],
      ...['--extra-headers', headers, `--chrome-flags=${flags}`],
    ],
    { encoding: 'utf8', env: { ...process.env, CHROME_PATH: browserPath ?? '' } },
  )
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}:\n${stderr}`)
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Rating
  const scores = Object.entries(categories).map(([id, { score }]) => ({ id, score: Math.round((score ?? 0) * 100) }))
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
  console.log(
    [
      path.replace(/[0-9a-f-]{36}/, ':id').padEnd(20),
      ...scores.map(({ id, score }) => `${id} ${score}`),
      ...times.map((id) => `${id} ${audits[id]?.displayValue ?? '?'}`),
    ].join('  '),
  )
  return scores.every(({ id, score }) => score >= (LEAST[id] ?? LEAST_OTHERWISE))
}
