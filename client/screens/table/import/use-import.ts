// Sends a file to the server to see how it is read, to try its rows, and to import them.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import type { ImportBody, ImportMode, ImportStatus, KeptRows } from '#shared/protocol/import.ts'
import { RequestRefusal, sendRequest } from '../../../data/api.ts'
import { followWork, askToStop } from '../../../data/follow-work.ts'
import { refreshRecords } from '../../../data/submission/refresh-records.ts'
import { say } from '../../../words/say.ts'
import type { ImportChoices } from './import-choices.ts'
import { importParameters } from './import-choices.ts'

interface ImportState {
  /** How the file is read. */
  readonly read?: ImportBody
  /** Outcome of the file's rows in the last trial or import. */
  readonly outcome?: ImportBody
  readonly error?: unknown
  /** `isStopped` is true if the import was stopped before anything was saved. */
  readonly isStopped?: boolean
  readonly running?: 'reading' | 'checking' | 'importing'
  /** How far the server is, where it works in the background. */
  readonly status?: ImportStatus
}

interface ImportRequest {
  readonly file: File
  readonly choices: ImportChoices
  readonly mode: ImportMode
  readonly keep?: KeptRows
}

/** Beyond so many rows one sees how far it is. */
const ROWS_AT_ONCE = 500

export function useImport(entity: Entity) {
  const client = useQueryClient()
  const [state, setState] = useState<ImportState>({})
  // Of several requests the last one counts, whichever answer comes last.
  const last = useRef(0)
  // Sent again after a lost answer, a file is imported once.
  const key = useRef(crypto.randomUUID())

  const begin = (running: ImportState['running']) => {
    const own = (last.current += 1)
    setState(({ read, outcome }) => ({ running, ...(read && { read }), ...(outcome && { outcome }) }))
    return {
      isLast: () => own === last.current,
      change: (next: (before: ImportState) => ImportState) => {
        if (own === last.current) setState(next)
      },
    }
  }
  type Turn = ReturnType<typeof begin>

  const post = (turn: Turn, { file, choices, mode, keep }: ImportRequest, rows: number) => {
    const path = `/api/${entity.path}/import?${importParameters(choices, mode, keep).toString()}`
    return sendRequest<ImportBody | ImportStatus>(path, {
      method: 'POST',
      text: { type: contentType(file.name), body: file },
      headers: {
        'Idempotency-Key': key.current,
        ...(mode !== 'read' && rows > ROWS_AT_ONCE ? { Prefer: 'respond-async' } : {}),
        ...(choices.confirmed.length === 0 ? {} : { Confirm: choices.confirmed.join(', ') }),
      },
    }).then(({ data }) => ('state' in data ? follow(turn, data) : { answer: data, isStopped: false }))
  }
  const send = async (request: ImportRequest): Promise<ImportBody | undefined> => {
    const { mode } = request
    if (mode === 'check') key.current = crypto.randomUUID()
    const turn = begin(RUNNING[mode])
    try {
      const { answer, isStopped } = await post(turn, request, state.read?.rows ?? 0)
      if (answer?.kept) await refreshRecords(client)
      turn.change(({ read }) =>
        mode === 'read'
          ? { ...(answer && { read: answer }) }
          : { ...(read && { read }), ...(answer && (answer.kept || !isStopped) && { outcome: answer }), isStopped },
      )
      return turn.isLast() ? answer : undefined
    } catch (error) {
      turn.change(({ read }) => ({ ...(read && { read }), error }))
      return undefined
    }
  }
  return {
    ...state,
    send,
    /** The file as it is now: what is changed on the disk later is chosen again. Undefined: it can’t be read, which is said. */
    load: async (file: File): Promise<File | undefined> => {
      const turn = begin('reading')
      try {
        const bytes = await file.arrayBuffer()
        return turn.isLast() ? new File([bytes], file.name) : undefined
      } catch {
        const detail = say('This file can’t be read. Choose it again.')
        const error = new RequestRefusal({
          status: 400,
          code: 'malformed',
          title: say('Not possible'),
          detail,
          errors: [],
        })
        turn.change(() => ({ error }))
        return undefined
      }
    },
    /** Asks the server to stop the running job, whose answer says what was saved. */
    stop: async () => {
      const { status } = state
      if (status) await askToStop(statusPath(status))
    },
    forget: () => begin(undefined).change(() => ({})),
    /** Back from the trial to the columns. */
    change: () => begin(undefined).change(({ read }) => ({ ...(read && { read }) })),
  }

  async function follow(turn: Turn, begun: ImportStatus) {
    const status = await followWork(statusPath(begun), begun, {
      isWanted: turn.isLast,
      onStatus: (now) => turn.change((before) => ({ ...before, status: now })),
    })
    return { answer: status.result, isStopped: status.state === 'stopped' }
  }
}

const RUNNING = { read: 'reading', check: 'checking', run: 'importing' } as const

function statusPath({ id }: ImportStatus): string {
  return `/api/system/imports/${id}`
}

/** Chooses the content type by the file's name, because browsers know few types of tables. */
function contentType(name: string): string {
  const ending = name.toLowerCase().split('.').at(-1) ?? ''
  return TYPES.get(ending) ?? 'text/csv'
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ndjson', 'application/x-ndjson'],
  ['jsonl', 'application/x-ndjson'],
])
