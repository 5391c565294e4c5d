// Keeps the uploads of one field: several at once, each with its progress, stopped or tried again.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { extensionOf, brokenFileLimit } from '#shared/fields/file.ts'
import type { FileValue } from '#shared/fields/file.ts'
import { sayPhrase } from '#shared/text/phrase.ts'
import { RequestRefusal } from '../../../data/api.ts'
import { uploadFromPage } from '../../../data/records/upload-from-page.ts'
import { useModel } from '../../../data/spec.ts'
import { pageLanguage } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'
import type { ViewedField } from '../../field-view.ts'

export interface Upload {
  readonly key: string
  readonly file: File
  /** `progress` is between 0 and 1. */
  readonly progress: number
  /** Why it is not there; it can be tried again unless `isFinal`. */
  readonly error?: string
  readonly isFinal?: boolean
}

/** Too large, of no kind that is taken, not allowed: a second try, after signing in again too, would be refused as well. */
const REFUSED_FOR_GOOD: ReadonlySet<number> = new Set([400, 403, 413, 415, 422])

export interface Uploads {
  readonly list: readonly Upload[]
  /** The latest event, announced to screen readers. */
  readonly news: string
  /** Only so many are taken: the others are refused. */
  add(files: readonly File[], free: number): void
  retry(key: string): void
  drop(key: string): void
}

/** `onChange`: a file is there, or others are on their way or wait for a second try. */
export function useUploads(
  field: ViewedField,
  label: string,
  onChange: (done: FileValue | undefined, waiting: readonly Upload[]) => void,
): Uploads {
  const { settings } = useModel()
  const [list, setList] = useState<readonly Upload[]>([])
  const [news, setNews] = useState('')
  const controls = useRef(new Map<string, AbortController>())
  const latest = useRef<readonly Upload[]>([])
  const tell = useEffectEvent(onChange)

  const put = (next: readonly Upload[], done?: FileValue): void => {
    latest.current = next
    setList(next)
    tell(
      done,
      next.filter(({ isFinal }) => isFinal !== true),
    )
  }
  const change = (key: string, more: Partial<Upload>): readonly Upload[] =>
    latest.current.map((each) => (each.key === key ? { ...each, ...more } : each))
  const run = async (key: string, file: File): Promise<void> => {
    const control = new AbortController()
    controls.current.set(key, control)
    const onProgress = (progress: number): void => {
      latest.current = change(key, { progress })
      setList(latest.current)
    }
    try {
      const value = await uploadFromPage(file, { signal: control.signal, onProgress })
      setNews(say('{name} is uploaded.', { name: file.name }))
      put(
        latest.current.filter((each) => each.key !== key),
        value,
      )
    } catch (error) {
      if (control.signal.aborted) return
      const problem = error instanceof RequestRefusal ? error.problem : undefined
      const isFinal = problem !== undefined && REFUSED_FOR_GOOD.has(problem.status)
      const message = problem?.detail ?? String(error)
      setNews(`${file.name}: ${message}`)
      put(change(key, { error: message, isFinal }))
    } finally {
      controls.current.delete(key)
    }
  }
  // A page that is left uploads nothing any more.
  useEffect(() => {
    const { current } = controls
    return () => {
      for (const control of current.values()) control.abort()
    }
  }, [])
  return {
    list,
    news,
    add(files, free) {
      const added = files.map((file, at): Upload => {
        const shape = { name: file.name, type: file.type, extension: extensionOf(file.name), size: file.size }
        const problem = brokenFileLimit(shape, field, settings.uploadBytes)
        const error =
          at >= free ? say('This is one too many.') : problem && `${label} ${sayPhrase(problem, pageLanguage)}.`
        const refused = error === undefined ? {} : { error, isFinal: true }
        return { key: crypto.randomUUID(), file, progress: 0, ...refused }
      })
      const [wrong] = added.filter(({ error }) => error !== undefined)
      setNews(wrong?.error ?? say('Uploading …'))
      put([...latest.current, ...added])
      for (const { key, file, error } of added) if (error === undefined) void run(key, file)
    },
    retry(key) {
      const upload = latest.current.find((each) => each.key === key)
      if (upload === undefined) return
      put(latest.current.map((each) => (each.key === key ? { key, file: each.file, progress: 0 } : each)))
      void run(key, upload.file)
    },
    drop(key) {
      controls.current.get(key)?.abort()
      put(latest.current.filter((each) => each.key !== key))
    },
  }
}
