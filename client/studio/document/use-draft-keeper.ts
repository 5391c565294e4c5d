// Keeps a draft on the server while it is written; what the server does not have yet stays in the tab.
import { useEffect, useRef, useState } from 'react'
import { hasCode } from '../../account/field-error.ts'
import { deleteDraft, sendDraft } from '../../data/administration/document.ts'
import { dropDraft, keepDraft } from '../../data/drafts.ts'
import type { DocumentDraft } from './document-draft.ts'
import { DRAFT } from './document-draft.ts'

/** `none`: nothing was written yet. `overtaken`: another window of this author has written the draft meanwhile. */
export type DraftState = 'none' | 'kept' | 'writing' | 'waiting' | 'overtaken'

/** The draft is sent when the writer pauses, and again where the server could not be reached. */
const PAUSE_MILLISECONDS = 500
const RETRY_MILLISECONDS = 5_000

interface Keeper {
  readonly state: DraftState
  readonly keep: (draft: DocumentDraft) => void
  /** Nothing is sent from then on, and the draft on the server is deleted. */
  readonly end: () => Promise<void>
}

export function useDraftKeeper(version: number): Keeper {
  const [state, setState] = useState<DraftState>(version > 0 ? 'kept' : 'none')
  const kept = useRef({ version, timer: 0, isOver: false, sent: Promise.resolve() })
  const waiting = useRef<DocumentDraft>(undefined)
  const send = async (): Promise<void> => {
    const draft = waiting.current
    if (draft === undefined || kept.current.isOver) return
    try {
      kept.current.version = await sendDraft(draft.text, draft.base.number, kept.current.version)
      if (waiting.current !== draft) return
      waiting.current = undefined
      dropDraft(DRAFT)
      setState('kept')
    } catch (error) {
      const isOvertaken = hasCode(error, 'changed_meanwhile')
      setState(isOvertaken ? 'overtaken' : 'waiting')
      if (!isOvertaken) later(RETRY_MILLISECONDS)
    }
  }
  const sendNext = () => {
    kept.current.sent = kept.current.sent.then(send)
  }
  const later = (milliseconds: number) => {
    clearTimeout(kept.current.timer)
    kept.current.timer = window.setTimeout(sendNext, milliseconds)
  }
  const leave = useRef(sendNext)
  // A page that is left, or hidden to be closed, waits for no pause.
  useEffect(() => {
    const { current } = kept
    const flush = () => leave.current()
    document.addEventListener('visibilitychange', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      clearTimeout(current.timer)
      flush()
    }
  }, [])
  return {
    state,
    keep(draft) {
      waiting.current = draft
      keepDraft(DRAFT, { ...draft })
      if (state === 'overtaken') return
      setState('writing')
      later(PAUSE_MILLISECONDS)
    },
    async end() {
      kept.current.isOver = true
      clearTimeout(kept.current.timer)
      dropDraft(DRAFT)
      await kept.current.sent
      if (kept.current.version > 0) await deleteDraft()
    },
  }
}
