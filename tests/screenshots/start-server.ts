// Starts the application with sample data in a directory of its own, and takes it down again.
import { spawn } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

export interface StartedServer {
  readonly url: string
  stop(): void
}

/** `document`: its path. */
export async function startServer(root: string, document: string): Promise<StartedServer> {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-screenshots-'))
  const copy = copyUnlimited(join(root, document), directory)
  const data = join(directory, 'data')
  const child = spawn(process.execPath, ['server/dist/main.js', copy, '--port', '0', '--data', data], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => {
    child.kill()
    child.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  }
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const found = /\bhttp:\/\/[^\s/]+/.exec(said)
      if (found) resolve(found[0])
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(`The application did not start.\n${said}`)))
  })
  return { url, stop }
}

/** The document and its sample data. One person opens more pages here in a minute than the document lets anybody open. */
function copyUnlimited(document: string, directory: string): string {
  const copy = join(directory, basename(document))
  const text = readFileSync(document, 'utf8')
  writeFileSync(copy, text.replace(/^(?<row>\| requests \| )[\d,]+ per minute/m, '$<row>1,000,000 per minute'))
  const sample = document.replace(/\.md$/, '.sample.json')
  if (existsSync(sample)) copyFileSync(sample, copy.replace(/\.md$/, '.sample.json'))
  // What its people send along.
  const files = document.replace(/\.md$/, '')
  if (existsSync(files)) cpSync(files, copy.replace(/\.md$/, ''), { recursive: true })
  return copy
}
