// Starts the application with sample data in a directory of its own, and takes it down again.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface StartedServer {
  readonly url: string
  stop(): void
}

/** `document`: its path. */
export async function startServer(root: string, document: string): Promise<StartedServer> {
  const data = mkdtempSync(join(tmpdir(), 'verbatim-screenshots-'))
  const child = spawn(process.execPath, ['server/dist/main.js', document, '--port', '0', '--data', data], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => {
    child.kill()
    child.once('exit', () => rmSync(data, { recursive: true, force: true }))
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
