// Reads an exported file as it comes, and hands it to the browser.
import { offlineRefusal, openResponse } from '../../../data/api.ts'

interface ExportFollower {
  readonly signal: AbortSignal
  /** How many have come. */
  readonly onBytes: (bytes: number) => void
}

/** `name`: of the file, where the server gives none. False: it was stopped. */
export async function saveExport(address: string, name: string, { signal, onBytes }: ExportFollower): Promise<boolean> {
  const answer = await openResponse(address, { signal })
  const file = await readFile(answer, onBytes).catch(() => undefined)
  if (signal.aborted) return false
  if (file === undefined) throw offlineRefusal()
  saveFile(file, fileName(answer) ?? name)
  return true
}

async function readFile(answer: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const pieces: BlobPart[] = []
  let bytes = 0
  const reader = answer.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value)
    bytes += read.value.length
    onBytes(bytes)
  }
  return new Blob(pieces, { type: answer.headers.get('Content-Type') ?? '' })
}

function fileName(answer: Response): string | undefined {
  return /filename="(?<name>[^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.groups?.['name']
}

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
