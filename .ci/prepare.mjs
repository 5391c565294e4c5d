// Makes `npm start` and `npm test` work on a fresh machine: installs what package-lock.json asks for if it is not
// there, and with `start` builds client and server too if their sources are newer. Plain JavaScript: it runs on Node 20 with nothing installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED_NODE = 26
const root = fileURLToPath(new URL('..', import.meta.url))
const binaries = join(root, 'node_modules', '.bin')
const environment = { ...process.env, PATH: binaries + delimiter + (process.env.PATH ?? '') }

await main(process.argv[2])

async function main(task) {
  if (!isInstalled()) await install()
  requireNode()
  if (task !== 'start') return
  if (isOutdated('client', 'index.html')) await build('client')
  if (isOutdated('server', 'main.js')) await build('server')
}

/** Whether every package of package-lock.json is installed in that version; compares contents, since a checkout changes times. */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (wanted === undefined) fail('package-lock.json cannot be read. Please restore it from the repository.')
  if (installed === undefined) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const present = installed[path]
    if (present === undefined) return entry.optional === true || entry.peer === true
    return present.version === entry.version && present.integrity === entry.integrity
  })
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

async function install() {
  const npm = process.env.npm_execpath
  const command = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const result =
    npm === undefined
      ? await runShowing('Installing packages', 'npm', command)
      : await runShowing('Installing packages', process.env.npm_node_execpath ?? process.execPath, [npm, ...command])
  if (result.code === 0) return
  const cause = explainInstall(result.output)
  const said = result.output.trim().split('\n')
  fail(
    `${cause ?? 'The packages could not be installed. npm said:'}\n\n${(cause === undefined ? said : said.slice(0, 4)).join('\n')}`,
  )
}

function explainInstall(output) {
  if (/EACCES|EPERM|EROFS/.test(output))
    return `The packages could not be installed: ${root} (or npm's cache) cannot be written.`
  if (/ENOSPC/.test(output)) return 'The packages could not be installed: the disk is full.'
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ENOTCACHED|network/.test(output))
    return 'The packages could not be installed: the package registry cannot be reached. Is this machine online?'
  return undefined
}

/** npm brings Node 26 for the usual platforms; elsewhere the machine's own must be new enough. */
function requireNode() {
  let version = nodeVersion()
  if (version === undefined) {
    // A packaged Node that this platform cannot run (musl instead of glibc, say) would hide the machine's own.
    for (const name of ['node', 'node.cmd', 'node.ps1']) rmSync(join(binaries, name), { force: true })
    version = nodeVersion()
  }
  if (Number(version?.split('.')[0]) >= NEEDED_NODE) return
  fail(
    `Verbatim needs Node ${NEEDED_NODE} or newer. npm brings none for ${process.platform} ${process.arch}, ` +
      `and this machine has ${version ?? 'none that runs'}. Please install Node ${NEEDED_NODE} and try again.`,
  )
}

function nodeVersion() {
  const result = spawnSync('node', ['-p', 'process.versions.node'], {
    env: environment,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return result.status === 0 ? result.stdout.trim() : undefined
}

/** `part`: client or server; `file` stands in what is built of it. */
function isOutdated(part, file) {
  const built = join(root, part, 'dist', file)
  if (!existsSync(built)) return true
  const builtAt = statSync(built).mtimeMs
  const sources = [join(root, part), join(root, 'shared'), join(root, 'node_modules', '.package-lock.json')]
  return sources.some((path) => isNewer(path, builtAt, part))
}

/** Folders count too: removing a file changes only its folder. */
function isNewer(path, than, part) {
  const stats = statSync(path)
  const isSource = path !== join(root, part)
  if (isSource && stats.mtimeMs > than) return true
  if (!stats.isDirectory()) return false
  return readdirSync(path, { withFileTypes: true })
    .filter(
      (entry) => entry.name !== 'dist' && entry.name !== 'documents' && (isHelp(path) || !entry.name.endsWith('.md')),
    )
    .some((entry) => isNewer(join(path, entry.name), than, part))
}

/** The client shows these pages. */
function isHelp(folder) {
  return folder === join(root, 'shared', 'help')
}

async function build(part) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // Tests run with a NODE_ENV of their own: both are built for use all the same.
  environment.NODE_ENV = 'production'
  const result = await runShowing(`Building the ${part}`, 'node', [vite, 'build', part, '--logLevel', 'warn'])
  if (result.code !== 0) fail(`The ${part} could not be built.\n\n${result.output.trim()}`)
}

/** Runs a command quietly; shows one line that says what is going on and how long it has taken. */
async function runShowing(title, command, args) {
  const startedAt = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  const live = process.stdout.isTTY
  process.stdout.write(`${title} …`)
  const ticking = setInterval(() => live && process.stdout.write(`\r${title} … ${seconds()}`), 500)
  const result = await run(command, args)
  clearInterval(ticking)
  process.stdout.write(`${live ? `\r${title} …` : ''} ${result.code === 0 ? seconds() : 'failed'}\n`)
  return result
}

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
