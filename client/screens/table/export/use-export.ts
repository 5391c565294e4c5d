// Runs an export: reads the file as it comes, and hands it to the browser when it is complete.
import { notifications } from '@mantine/notifications'
import { useRef, useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import { openResponse } from '../../../data/api.ts'
import { say } from '../../../words/say.ts'

export type ExportFormat = 'xlsx' | 'csv' | 'ndjson'

export interface RunningExport {
  /** How many bytes have come; undefined: nothing is under way. */
  readonly bytes: number | undefined
  readonly error: unknown
  readonly start: (format: ExportFormat, query: { readonly [parameter: string]: string }) => void
  readonly stop: () => void
}

/** It goes on where its list is left, and says when it is complete. */
export function useExport(entity: Entity, onDone: () => void = () => {}): RunningExport {
  const [bytes, setBytes] = useState<number>()
  const [error, setError] = useState<unknown>()
  const control = useRef<AbortController>(undefined)
  const run = async (address: string, { signal }: AbortController) => {
    const answer = await openResponse(address, { signal })
    const file = await readFile(answer, setBytes)
    if (signal.aborted) return
    saveFile(file, fileName(answer) ?? entity.path)
    notifications.show({ message: say('The export is complete.') })
    onDone()
  }
  const start = (format: ExportFormat, query: { readonly [parameter: string]: string }) => {
    const parameters = new URLSearchParams({ format, ...query })
    control.current = new AbortController()
    const { current } = control
    setError(undefined)
    setBytes(0)
    run(`/api/${entity.path}/export?${parameters.toString()}`, current)
      .catch((reason: unknown) => {
        if (!current.signal.aborted) setError(reason)
      })
      .finally(() => setBytes(undefined))
  }
  return { bytes, error, start, stop: () => control.current?.abort() }
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
