// Tries a table on the server, and imports it.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import type { ImportBody } from '#shared/protocol/import.ts'
import { RequestRefusal, sendRequest } from '../../../data/api.ts'
import { refreshRecords } from '../../../data/records/record-mutations.ts'
import { say } from '../../../words/say.ts'
import { readTextFile, readWorkbook } from './read-file.ts'

interface Attempt {
  readonly text: string
  /** The field by which records that exist are found; '': none. */
  readonly match: string
}

export interface ImportRun {
  /** What was tried last, or done. */
  readonly answer: ImportBody | undefined
  readonly error: unknown
  readonly isRunning: boolean
  /** The text of the file; undefined: it can't be read, which is said. */
  readonly read: (file: File) => Promise<string | undefined>
  /** Undefined: it was refused as a whole. */
  readonly check: (attempt: Attempt) => Promise<ImportBody | undefined>
  readonly run: (attempt: Attempt) => void
}

export function useImport(entity: Entity): ImportRun {
  const client = useQueryClient()
  const [state, setState] = useState<Pick<ImportRun, 'answer' | 'error' | 'isRunning'>>({
    answer: undefined,
    error: undefined,
    isRunning: false,
  })
  // Sent again after a lost answer, it is done once.
  const key = useRef(crypto.randomUUID())
  const send = async (mode: 'check' | 'run', { text, match }: Attempt) => {
    setState(({ answer }) => ({ answer, error: undefined, isRunning: true }))
    const parameters = new URLSearchParams({ mode, ...(match === '' ? {} : { match }) })
    try {
      const { data } = await sendRequest<ImportBody>(`/api/${entity.path}/import?${parameters.toString()}`, {
        method: 'POST',
        text: { type: 'text/csv', body: text },
        headers: { 'Idempotency-Key': key.current },
      })
      setState({ answer: data, error: undefined, isRunning: false })
      if (data.kept) await refreshRecords(client)
      return data
    } catch (error) {
      setState({ answer: undefined, error, isRunning: false })
      return undefined
    }
  }
  const read = async (file: File) => {
    setState({ answer: undefined, error: undefined, isRunning: true })
    try {
      return file.name.toLowerCase().endsWith('.xlsx') ? await readWorkbook(file) : await readTextFile(file)
    } catch {
      const detail = say('This file can’t be read. Choose an Excel workbook (.xlsx) or comma-separated values (.csv).')
      const error = new RequestRefusal({
        status: 400,
        code: 'malformed',
        title: say('Not possible'),
        detail,
        errors: [],
      })
      setState({ answer: undefined, error, isRunning: false })
      return undefined
    }
  }
  return {
    ...state,
    read,
    check: (attempt) => {
      key.current = crypto.randomUUID()
      return send('check', attempt)
    },
    run: (attempt) => void send('run', attempt),
  }
}
