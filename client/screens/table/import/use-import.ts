// Tries a table on the server, and imports it.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import type { ImportBody } from '#shared/protocol/import.ts'
import { RequestRefusal, sendRequest } from '../../../data/api.ts'
import { refreshRecords } from '../../../data/submission/refresh-records.ts'
import { say } from '../../../words/say.ts'
import { readTextFile, readWorkbook } from './read-file.ts'

export interface ImportAttempt {
  readonly text: string
  /** The field by which records that exist are found; '': none. */
  readonly match: string
  /** Codes of warnings that the person goes on with. */
  readonly confirmed: readonly string[]
}

interface ImportState {
  /** What was tried last, or done. */
  readonly answer?: ImportBody
  readonly error?: unknown
  readonly running?: 'reading' | 'checking' | 'importing'
}

export function useImport(entity: Entity) {
  const client = useQueryClient()
  const [state, setState] = useState<ImportState>({})
  // Of several attempts the last one counts, whichever answer comes last.
  const last = useRef(0)
  // Sent again after a lost answer, a table is imported once.
  const key = useRef(crypto.randomUUID())

  const begin = (running: ImportState['running'], answer?: ImportBody) => {
    const own = (last.current += 1)
    setState({ running, ...(answer && { answer }) })
    return (next: ImportState): boolean => {
      if (own !== last.current) return false
      setState(next)
      return true
    }
  }
  const send = async (mode: 'check' | 'run', { text, match, confirmed }: ImportAttempt) => {
    const settle = begin(mode === 'run' ? 'importing' : 'checking', state.answer)
    const parameters = new URLSearchParams({ mode, ...(match === '' ? {} : { match }) })
    try {
      const { data } = await sendRequest<ImportBody>(`/api/${entity.path}/import?${parameters.toString()}`, {
        method: 'POST',
        text: { type: 'text/csv', body: text },
        headers: {
          'Idempotency-Key': key.current,
          ...(confirmed.length === 0 ? {} : { Confirm: confirmed.join(', ') }),
        },
      })
      if (data.kept) await refreshRecords(client)
      return settle({ answer: data }) ? data : undefined
    } catch (error) {
      settle({ error })
      return undefined
    }
  }
  /** The text of the file; undefined: it can't be read, which is said. */
  const read = async (file: File): Promise<string | undefined> => {
    const settle = begin('reading')
    try {
      const text = await (file.name.toLowerCase().endsWith('.xlsx') ? readWorkbook(file) : readTextFile(file))
      return settle({ running: 'reading' }) ? text : undefined
    } catch {
      const detail = say('This file can’t be read. Choose an Excel workbook (.xlsx) or comma-separated values (.csv).')
      settle({
        error: new RequestRefusal({ status: 400, code: 'malformed', title: say('Not possible'), detail, errors: [] }),
      })
      return undefined
    }
  }
  return {
    ...state,
    read,
    /** Undefined: it was refused as a whole, or another attempt has begun. */
    check(attempt: ImportAttempt) {
      key.current = crypto.randomUUID()
      return send('check', attempt)
    },
    run: (attempt: ImportAttempt) => void send('run', attempt),
  }
}
