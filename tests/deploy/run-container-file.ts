// `npm run test:container`: the container file's commands, in order, in a bare directory; then the server that it starts.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../crash/server-process.ts'
import type { Instruction } from './container-file.ts'
import { readContainerFile, ROOT } from './container-file.ts'

const place = mkdtempSync(join(tmpdir(), 'verbatim-container-'))
const port = await freePort()
const environment: NodeJS.ProcessEnv = { ...wayToRegistry(), PATH: imagePath() }
let health: readonly string[] = []
/** Megabytes that the image may add to its base, which has Node. Without a second stage it would add 420. */
const MOST_MEGABYTES = 130
/** The directory of the stage that is built; the last one is the image. */
let stage = place

try {
  if (process.getuid?.() !== 0) throw new Error('Only root may give /data to the account of the image.')
  for (const instruction of readContainerFile()) await follow(instruction)
  console.log('The image’s commands run, its server is healthy, and it stops when it is asked to.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(place, { recursive: true, force: true })
}

async function follow({ name, words, text }: Instruction): Promise<void> {
  const known: { readonly [name: string]: () => Promise<void> | void } = {
    FROM: () => begin(words.at(-1) ?? ''),
    USER: () => {},
    VOLUME: () => {},
    EXPOSE: () => {},
    WORKDIR: () => void mkdirSync(placed(text), { recursive: true }),
    ENV: () => void (environment[text.split('=')[0] ?? ''] = text.slice(text.indexOf('=') + 1)),
    COPY: () => copy(words),
    RUN: () => run(text),
    HEALTHCHECK: () => void (health = words),
    CMD: async () => {
      checkSize()
      await serve(words)
    },
  }
  const step = known[name]
  if (step === undefined) throw new Error(`There is no way to follow ${name} here.`)
  const began = Date.now()
  await step()
  console.log(`${name} ${text} (${((Date.now() - began) / 1_000).toFixed(1)} s)`)
}

/** `FROM node:26-slim AS build`: the last word names the stage, or is its image. */
function begin(name: string): void {
  stage = join(place, name.replaceAll(/\W/g, '-'))
  mkdirSync(stage, { recursive: true })
}

/** Copies files of the project, or what an earlier stage has made. */
function copy(words: readonly string[]): void {
  const to = words.at(-1) ?? ''
  const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1]
  if (from === undefined) copyTracked(words.slice(0, -1), to)
  else cpSync(join(place, from, words[1] ?? ''), placed(to), { recursive: true, verbatimSymlinks: true })
}

/** Absolute paths of the image lie in the bare directory of the stage. */
function placed(text: string): string {
  return text.replaceAll(/(?<![\w.$}:-])\/(verbatim|data)\b/g, (path) => join(stage, path))
}

/** Copies only the files that git tracks, since nothing else may be needed. */
function copyTracked(sources: readonly string[], to: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--', ...sources], { cwd: ROOT, encoding: 'utf8' })
  for (const file of files.split('\0').filter((each) => each !== '')) {
    const target = join(stage, 'verbatim', to === './' ? basename(file) : file)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(ROOT, file), target)
  }
}

function run(command: string): void {
  const options = { cwd: join(stage, 'verbatim'), env: environment, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync('sh', ['-c', placed(command)], options)
  if (status !== 0) throw new Error(`RUN ${command} ends with ${status}:\n${stdout}${stderr}`)
}

/** Adds up what lies in the image before its server is started. */
function checkSize(): void {
  const entries = readdirSync(stage, { recursive: true, withFileTypes: true })
  const bytes = entries.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0)
  const megabytes = Math.round(bytes / 1e6)
  if (megabytes > MOST_MEGABYTES) throw new Error(`The image adds ${megabytes} MB to its base, over ${MOST_MEGABYTES}.`)
  console.log(`The image adds ${megabytes} MB to its base.`)
}

async function serve(words: readonly string[]): Promise<void> {
  const env = { ...environment, HOST: '127.0.0.1', PORT: String(port) }
  const [command = '', ...rest] = words.map(placed)
  const server = spawn(command, rest, { cwd: join(stage, 'verbatim'), env, stdio: 'inherit' })
  const ended = once(server, 'exit')
  try {
    const until = Date.now() + 30_000
    const [check = '', ...checked] = health
    while (spawnSync(check, checked, { env }).status !== 0) {
      if (server.exitCode !== null || Date.now() > until) throw new Error('The server does not become healthy.')
      await sleep(250)
    }
    if ((statSync(join(stage, 'data')).mode & 0o777) !== 0o700) throw new Error('/data is open to others.')
    const page = await fetch(`http://127.0.0.1:${port}/`)
    if (!page.ok || !(await page.text()).includes('<div id="root">')) throw new Error('The client is not served.')
    server.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    if (code !== 0) throw new Error(`The server ends with ${code}.`)
  } finally {
    server.kill('SIGKILL')
  }
}

/** How this machine reaches the packages: nothing else of its environment. */
function wayToRegistry(): NodeJS.ProcessEnv {
  const names =
    /^(?:HOME|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|npm_config_(?:registry|cafile|userconfig|cache)|(?:https?|no)_proxy)$/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)))
}

/** The base image has Node 26 and npm; here they are this process's own Node, and the machine's npm. */
function imagePath(): string {
  return [
    dirname(process.execPath),
    ...(process.env['PATH'] ?? '').split(':').filter((each) => !each.includes('node_modules')),
  ].join(':')
}
