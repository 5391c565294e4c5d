// Uploads a file and says how far it is; a request of its own, since `fetch` does not tell.
import type { FileValue } from '#shared/fields/file.ts'
import { FILE_PART, FILES_PATH } from '#shared/fields/file.ts'
import { BASE_PATH } from '../base-path.ts'
import { noteResponse, offlineRefusal, readProblem, RequestRefusal } from '../api.ts'

export interface UploadOptions {
  readonly signal: AbortSignal
  /** `part` is between 0 and 1. */
  readonly onProgress: (part: number) => void
}

/** The server takes four of one person at once: one is left for another page. */
const MOST_AT_ONCE = 3

let underWay = 0
const waiting: (() => void)[] = []

/** Uploads a file when its turn comes. Throws `RequestRefusal`, or an `AbortError` where the signal ended it. */
export async function uploadFromPage(file: File, options: UploadOptions): Promise<FileValue> {
  if (underWay >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  underWay += 1
  try {
    options.signal.throwIfAborted()
    return await sendFile(file, options)
  } finally {
    underWay -= 1
    waiting.shift()?.()
  }
}

function sendFile(file: File, { signal, onProgress }: UploadOptions): Promise<FileValue> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${BASE_PATH}/api${FILES_PATH}`)
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const { status, responseText } = request
      const header = (name: string): string | null => request.getResponseHeader(name)
      noteResponse({ status, revision: header('Verbatim-Revision'), policy: header('Verbatim-Policy') })
      if (status === 201) resolve(JSON.parse(responseText) as FileValue)
      else reject(new RequestRefusal(readProblem(status, responseText)))
    })
    request.addEventListener('error', () => reject(offlineRefusal()))
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    const body = new FormData()
    body.append(FILE_PART, file, file.name)
    request.send(body)
  })
}
