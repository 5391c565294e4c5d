// What `npm start` runs is built of the sources: its files find each other, and those of the project.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'server', 'dist')
const THREAD = /new URL\("(\.\/[^"]+)", import\.meta\.url\)/g

describe('the built server', () => {
  test('has each thread that it starts', () => {
    const files = globSync('*.js', { cwd: dist })
    const named = files.flatMap((file) =>
      [...readFileSync(join(dist, file), 'utf8').matchAll(THREAD)].map(([, path = '']) => path),
    )
    expect(named.length).toBeGreaterThan(2)
    for (const path of named) expect(existsSync(join(dist, path)), path).toBe(true)
  })

  test('says in one line which Node it needs, where an older one runs it', () => {
    const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.1.0'}})`
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', older, join(dist, 'main.js')], {
      encoding: 'utf8',
    })
    expect([stdout, stderr, status]).toEqual(['', 'Verbatim needs Node 26 or later; this is Node 20.1.0.\n', 1])
  })

  test('reads the pages of the project', () => {
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(dist, 'main.js'), 'check', '--explain', 'document/too-deep'],
      { encoding: 'utf8' },
    )
    expect(stdout).toContain('document/too-deep')
    expect(status).toBe(0)
  })
})

test('the built client carries the notices of the packages that it bundles', () => {
  const notices = readFileSync(join(root, 'client', 'dist', 'licenses.md'), 'utf8')
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  const bundled = Object.keys(dependencies).filter((name) =>
    /^react(?:-dom)?$|^@mantine|^@fullcalendar|^@tanstack/.test(name),
  )
  expect(bundled.length).toBeGreaterThan(5)
  for (const name of bundled) expect(notices, name).toContain(`## ${name} - `)
})
