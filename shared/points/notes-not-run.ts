// Notes the legal parts of a document that this version does not run.
// A later version deletes lines here, and in the list of shared/help/edges.md.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { notRunYet } from '../diagnostics/all-points.ts'
import type { Span } from '../text/span.ts'
import { spanOf } from '../text/fragment.ts'
import { identifierOf } from '../text/identifier.ts'
import { isCall } from './7-calls/is-call.ts'
import { type Declarations, isShown } from './declarations.ts'
import type { ScreenDeclaration } from './2-screens/declarations.ts'

const LISTED = 'its records are shown as a list'

/** Behaviour in place of each part that is not run, by the part's word in the document. */
export const NOT_RUN = {
  timeline: LISTED,
  map: LISTED,
  actions: 'lists offer steps, and creating, changing and deleting',
  group: 'only a table is divided',
  beside: 'nothing stands beside a record that is not created yet',
  '/api': 'nothing answers it',
  history: 'the history is kept for good',
} as const

type NotRun = keyof typeof NOT_RUN
type Note = (span: Span, what: string, word: NotRun) => void

export function listNotesNotRun(declarations: Declarations): Diagnostic[] {
  const notes: Diagnostic[] = []
  const note: Note = (span, what, word) => void notes.push(notRunYet(span, { what, instead: NOT_RUN[word] }))
  if (isShown(declarations.screens)) {
    for (const screen of declarations.screens.screens) {
      const kind = 'kind' in screen.shows ? screen.shows.kind : undefined
      if (kind === 'timeline' || kind === 'map') note(screen.name.span, `A ${kind}`, kind)
      noteDetails(screen, kind, note)
    }
  }
  if (isShown(declarations.calls)) {
    const { calls } = declarations.calls
    for (const call of calls) {
      if (!call.path.value.startsWith('/api/')) note(call.span, 'A call outside of /api', '/api')
    }
  }
  if (isShown(declarations.limits)) {
    for (const { name } of declarations.limits.limits) {
      const word = NOT_OBEYED.find((each) => identifierOf(each, 'field') === name.identifier)
      if (word !== undefined) note(name.span, `"${name.label}"`, word)
    }
  }
  return notes
}

function noteDetails({ details }: ScreenDeclaration, kind: string | undefined, note: Note): void {
  const call = details?.actions?.find(isCall)
  if (call) note(spanOf(call), 'A call among the actions', 'actions')
  if (details?.group && kind !== 'table') note(spanOf(details.group), 'Grouping', 'group')
  if (kind === 'form' && details?.beside?.[0]) note(spanOf(details.beside[0]), 'A list beside a form', 'beside')
}

/** Names of point 9 that mean something to the system. */
const NOT_OBEYED = ['history'] as const
