// Runs an export, and follows how far it is.
import { notifications } from '@mantine/notifications'
import { useRef, useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import { say } from '../../../words/say.ts'
import type { saveExport } from './save-export.ts'

export type ExportFormat = 'xlsx' | 'csv' | 'ndjson'

export interface RunningExport {
  /** How many bytes have come; undefined: nothing is under way. */
  readonly bytes: number | undefined
  readonly error: unknown
  /** Starts it by `save`, which comes with the code that offers it: without a network it can still say why nothing comes. */
  readonly start: (
    save: typeof saveExport,
    format: ExportFormat,
    query: { readonly [parameter: string]: string },
  ) => void
  readonly stop: () => void
}

/** Runs an export, which continues when the user leaves its list, and notifies the user when it is complete. */
export function useExport(entity: Entity, onDone: () => void = () => {}): RunningExport {
  const [bytes, setBytes] = useState<number>()
  const [error, setError] = useState<unknown>()
  const control = useRef<AbortController>(undefined)
  const run = async (save: typeof saveExport, address: string, { signal }: AbortController) => {
    if (!(await save(address, entity.path, { signal, onBytes: setBytes }))) return
    notifications.show({ message: say('The export is complete.') })
    onDone()
  }
  const start: RunningExport['start'] = (save, format, query) => {
    const parameters = new URLSearchParams({ format, ...query })
    control.current = new AbortController()
    const { current } = control
    setError(undefined)
    setBytes(0)
    run(save, `/api/${entity.path}/export?${parameters.toString()}`, current)
      .catch((reason: unknown) => {
        if (!current.signal.aborted) setError(reason)
      })
      .finally(() => setBytes(undefined))
  }
  return { bytes, error, start, stop: () => control.current?.abort() }
}
