// Keeps a draft on the server while it is written; what the server does not have yet stays in the tab.
import { useEffect, useRef, useState } from 'react'
import type { DraftBody } from '#shared/protocol/document.ts'
import { hasCode } from '../../account/field-error.ts'
import { deleteDraft, fetchOwnDraft, sendDraft } from '../../data/administration/document.ts'
import { dropDraft, keepDraft } from '../../data/drafts.ts'
import type { DocumentDraft, UnsentDraft } from './document-draft.ts'
import { DRAFT } from './document-draft.ts'

/** `none`: nothing was written yet. `overtaken`: another window of this author has written the draft meanwhile. */
export type DraftState = 'none' | 'kept' | 'writing' | 'waiting' | 'overtaken'

/** The draft is sent when the writer pauses, and again where the server could not be reached. */
const PAUSE_MILLISECONDS = 500
const RETRY_MILLISECONDS = 5_000
/** Browsers send at most 64 KiB for a page that is left. */
const MOST_BYTES_AT_LEAVING = 60_000

interface Options {
  /** The draft that the server has; null: none. */
  readonly onServer: DraftBody | null
  /** Draft that an earlier page of this tab has not sent, or that was discarded and is wanted again. */
  readonly unsent: UnsentDraft | undefined
}

interface Keeper {
  readonly state: DraftState
  /** The draft of the other window that has overtaken this one; null: it was published or discarded there. */
  readonly theirs: DraftBody | null | undefined
  readonly keep: (draft: DocumentDraft) => void
  /** Goes on from what the other window has done: with the own text in place of theirs, or with theirs. */
  readonly settle: (which: 'mine' | 'theirs') => void
  /** Nothing is sent from then on, and the draft on the server is deleted. */
  readonly end: () => void
}

/** State of the draft on the server, and of what is on its way to it. */
interface KeeperState {
  version: number
  text: string | undefined
  timer: number
  isOver: boolean
  isOvertaken: boolean
  sent: Promise<unknown>
  sending: DocumentDraft | undefined
}

export function useDraftKeeper({ onServer, unsent }: Options): Keeper {
  const [first] = useState(() => {
    const isNew = unsent !== undefined && unsent.text !== onServer?.text
    return { unsent: isNew ? unsent : undefined, isOvertaken: isNew && unsent.version !== (onServer?.version ?? 0) }
  })
  const [state, setState] = useState<DraftState>(
    first.isOvertaken ? 'overtaken' : first.unsent ? 'writing' : onServer ? 'kept' : 'none',
  )
  const [theirs, setTheirs] = useState<DraftBody | null | undefined>(first.isOvertaken ? onServer : undefined)
  const kept = useRef<KeeperState>({
    version: onServer?.version ?? 0,
    text: onServer?.text,
    timer: 0,
    isOver: false,
    isOvertaken: first.isOvertaken,
    sent: Promise.resolve(),
    sending: undefined,
  })
  const waiting = useRef<DocumentDraft | undefined>(first.unsent)

  /** Nothing is left that the server does not have. */
  const haveNothing = (next: DraftState) => {
    clearTimeout(kept.current.timer)
    waiting.current = undefined
    dropDraft(DRAFT)
    setState(next)
  }
  const haveSent = (draft: DocumentDraft, version: number) => {
    kept.current.version = Math.max(kept.current.version, version)
    kept.current.text = draft.text
    if (waiting.current === draft) haveNothing('kept')
  }
  const haveFailed = async (draft: DocumentDraft, error: unknown): Promise<void> => {
    const found = hasCode(error, 'changed_meanwhile') ? await fetchOwnDraft().catch(() => undefined) : undefined
    if (found === undefined) {
      setState('waiting')
      later(RETRY_MILLISECONDS)
    } else if (found?.text === draft.text) haveSent(draft, found.version)
    else if (!kept.current.isOver) {
      kept.current.isOvertaken = true
      setTheirs(found)
      setState('overtaken')
    }
  }
  const deliver = async (draft: DocumentDraft, follows: readonly number[], isLast: boolean): Promise<void> => {
    kept.current.sending = draft
    try {
      haveSent(draft, await sendDraft({ text: draft.text, base: draft.base.number, follows, isLast }))
    } catch (error) {
      await haveFailed(draft, error)
    } finally {
      if (kept.current.sending === draft) kept.current.sending = undefined
    }
  }
  const sendNext = () => {
    const send = async (): Promise<void> => {
      const { version, isOver, isOvertaken } = kept.current
      if (waiting.current !== undefined && !isOver && !isOvertaken) await deliver(waiting.current, [version], false)
    }
    kept.current.sent = kept.current.sent.then(send)
  }
  const later = (milliseconds: number) => {
    clearTimeout(kept.current.timer)
    kept.current.timer = window.setTimeout(sendNext, milliseconds)
  }
  /** A page that is left, or hidden to be closed, waits for no pause and for no answer: what is on its way may arrive first or last. */
  const leave = () => {
    const { version, isOver, isOvertaken, sending, sent } = kept.current
    const draft = waiting.current
    if (draft === undefined || isOver || isOvertaken || draft === sending) return
    if (!isShort(draft)) return sendNext()
    const follows = sending === undefined ? [version] : [version, version + 1]
    kept.current.sent = Promise.all([sent, deliver(draft, follows, true)])
  }
  const acts = useRef({ sendNext, leave })
  useEffect(() => {
    const { current } = kept
    const { current: act } = acts
    const onHidden = () => document.visibilityState === 'hidden' && act.leave()
    const onPageHide = () => act.leave()
    // What can't be sent in time is asked about; if the person stays, it is sent meanwhile.
    const onUnload = (event: BeforeUnloadEvent) => {
      const draft = waiting.current
      if (draft === undefined || current.isOver) return
      act.leave()
      if (current.isOvertaken || !isShort(draft) || !navigator.onLine) event.preventDefault()
    }
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', onPageHide)
    window.addEventListener('beforeunload', onUnload)
    // What an earlier page has not sent waits for no key.
    act.sendNext()
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', onPageHide)
      window.removeEventListener('beforeunload', onUnload)
      clearTimeout(current.timer)
      act.sendNext()
    }
  }, [])
  const keepInTab = (draft: DocumentDraft) => {
    const unsentDraft: UnsentDraft = { ...draft, version: kept.current.version }
    keepDraft(DRAFT, { ...unsentDraft })
  }
  return {
    state,
    theirs,
    keep(draft) {
      const { text, sending, isOvertaken } = kept.current
      if (draft.text === text && sending === undefined && !isOvertaken) return haveNothing('kept')
      waiting.current = draft
      keepInTab(draft)
      if (isOvertaken) return
      setState('writing')
      later(PAUSE_MILLISECONDS)
    },
    settle(which) {
      kept.current.version = theirs?.version ?? 0
      kept.current.isOvertaken = false
      setTheirs(undefined)
      if (which === 'mine' && waiting.current) {
        keepInTab(waiting.current)
        setState('writing')
        return sendNext()
      }
      kept.current.text = theirs?.text
      haveNothing(theirs ? 'kept' : 'none')
    },
    end() {
      kept.current.isOver = true
      clearTimeout(kept.current.timer)
      dropDraft(DRAFT)
      if (kept.current.version > 0 || kept.current.sending) deleteDraft(kept.current.sent)
    },
  }
}

function isShort({ text }: DocumentDraft): boolean {
  return new Blob([text]).size <= MOST_BYTES_AT_LEAVING
}
