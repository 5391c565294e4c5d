// A copy of the tracked files as they lie in the working tree, to plant faults in: nothing is changed where people work.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface WorkingCopy {
  readonly directory: string
  read(file: string): string
  write(file: string, text: string): void
  remove(): void
}

/** `root`: of the project, whose installed packages are used. */
export function copyTree(root: string): WorkingCopy {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-faults-'))
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files) {
    const from = join(root, file)
    if (file === '' || !existsSync(from)) continue
    mkdirSync(dirname(join(directory, file)), { recursive: true })
    cpSync(from, join(directory, file))
  }
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  return {
    directory,
    read: (file) => readFileSync(join(directory, file), 'utf8'),
    write: (file, text) => writeFileSync(join(directory, file), text),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
