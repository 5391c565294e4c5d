// Builds the release before, from the history and with the packages of the working copy, in a temporary directory.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The commit that stands for the release before: each release puts that of the last one here. */
const FORMER = '7180d261e33040f45df5e6a547f59130689cb0ff'
const PARTS = ['client', 'server', 'shared', 'package.json', 'tsconfig.json']

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The folder of the client that the working copy was built into. */
export const PRESENT_CLIENT = join(ROOT, 'client', 'dist')

export interface FormerBuild {
  readonly root: string
  /** The folder of its client. */
  readonly client: string
  remove(): void
}

/** Says why there is none: a copy without the history. */
export interface NoFormerBuild {
  readonly reason: string
}

export function makeFormerBuild(): FormerBuild | NoFormerBuild {
  const place = mkdtempSync(join(tmpdir(), 'verbatim-former-'))
  const remove = (): void => rmSync(place, { recursive: true, force: true })
  const root = join(place, 'build')
  mkdirSync(root)
  const archive = join(place, 'build.tar')
  const found = spawnSync('git', ['archive', '--output', archive, FORMER, ...PARTS], { cwd: ROOT, encoding: 'utf8' })
  if (found.status !== 0) {
    remove()
    return { reason: `commit ${FORMER} can't be read: ${found.stderr?.trim() || 'there is no git'}` }
  }
  run('tar', ['-xf', archive, '-C', root])
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  for (const part of ['client', 'server'])
    run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', part, '--logLevel', 'warn'], root)
  return { root, client: join(root, 'client', 'dist'), remove }
}

function run(command: string, args: readonly string[], cwd?: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    // Tests run with a NODE_ENV of their own.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`)
}
