// Lints what the API says of itself: starts the helpdesk as a process of its own, asks for /api/openapi.json as the
// administrator, and hands it to the linter. Needs no network.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LONGEST_START_MILLISECONDS = 60_000

const root = fileURLToPath(new URL('..', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'verbatim-lint-api-'))
const server = spawn(
  process.execPath,
  [join(root, 'server', 'main.ts'), '--data', join(directory, 'data'), '--port', '0'],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1' },
  },
)
try {
  const url = await listening()
  const file = join(directory, 'openapi.json')
  writeFileSync(file, await describedTo(url, await administratorToken(url)))
  process.exitCode = lint(file)
} finally {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  if (server.exitCode === null && server.kill()) await ended
  rmSync(directory, { recursive: true, force: true })
}

function listening() {
  return new Promise((resolve, reject) => {
    let said = ''
    const late = setTimeout(() => reject(new Error('The helpdesk did not start in time.')), LONGEST_START_MILLISECONDS)
    server.stdout.on('data', (chunk) => {
      said += chunk
      const url = /http:\/\/[\w.]+:\d+/.exec(said)?.[0]
      if (url === undefined) return
      clearTimeout(late)
      resolve(url)
    })
    server.once('exit', (code) => reject(new Error(`The helpdesk ended with ${code} instead of starting.`)))
  })
}

async function administratorToken(url) {
  const sample = JSON.parse(readFileSync(join(root, 'shared', 'documents', 'helpdesk.sample.json'), 'utf8'))
  const { email } = sample.people.find(({ administrator }) => administrator)
  const answer = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: sample.password }),
  })
  if (!answer.ok) throw new Error(`The administrator could not sign in: ${answer.status}.`)
  return (await answer.json()).token
}

async function describedTo(url, token) {
  const answer = await fetch(`${url}/api/openapi.json`, { headers: { Authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`/api/openapi.json answered ${answer.status}.`)
  return answer.text()
}

function lint(file) {
  const cli = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js')
  // The licence is that of whoever wrote the document, which says nothing of it. No id is the name of a field: a path
  // like /api/tickets/number/{number} wins over /api/tickets/{id}/….
  const skipped = ['info-license', 'no-ambiguous-paths'].flatMap((rule) => ['--skip-rule', rule])
  const { status } = spawnSync(process.execPath, [cli, 'lint', file, ...skipped], {
    cwd: directory,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  return status ?? 1
}
