// Notes the legal parts of a document that this version does not run.
// A later version deletes lines here.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { notRunYet } from '../diagnostics/all-points.ts'
import type { Span } from '../text/span.ts'
import { spanOf } from '../text/fragment.ts'
import { type Declarations, isShown } from './declarations.ts'
import type { ScreenDeclaration } from './2-screens/declarations.ts'

type Note = (span: Span, what: string, instead?: string) => void

export function listNotesNotRun(declarations: Declarations): Diagnostic[] {
  const notes: Diagnostic[] = []
  const note: Note = (span, what, instead) =>
    void notes.push(notRunYet(span, { what, ...(instead ? { instead } : {}) }))
  if (isShown(declarations.screens)) {
    for (const screen of declarations.screens.screens) {
      const kind = 'kind' in screen.shows ? screen.shows.kind : undefined
      if (kind && SHOWN_AS_LISTS.has(kind)) note(screen.name.span, `A ${kind}`, 'its records are shown as a list')
      noteDetails(screen, kind, note)
    }
  }
  if (isShown(declarations.calls)) {
    const { calls } = declarations.calls
    for (const call of calls) {
      if (!call.path.value.startsWith('/api/')) note(call.span, 'A call outside of /api', 'nothing answers it')
    }
  }
  if (isShown(declarations.roles)) {
    for (const { may, span } of declarations.roles.grants) {
      const verbs = may.filter((verb) => verb === 'import' || verb === 'export')
      if (verbs.length > 0) note(span, `The right to ${verbs.join(' and ')}`, 'no call needs it')
    }
  }
  if (isShown(declarations.limits)) {
    for (const { name } of declarations.limits.limits) {
      const instead = NOT_OBEYED.get(name.identifier)
      if (instead !== undefined) note(name.span, `"${name.label}"`, instead)
    }
  }
  return notes
}

function noteDetails({ details }: ScreenDeclaration, kind: string | undefined, note: Note): void {
  const [action] = details?.actions ?? []
  if (action) note(spanOf(action), 'A choice of actions', 'all that one may do is offered on the page of each record')
  if (details?.group) note(spanOf(details.group), 'Grouping', 'the list is not divided')
  if (kind === 'form' && details?.beside?.[0])
    note(spanOf(details.beside[0]), 'A list beside a form', 'nothing stands beside a record that is not created yet')
}

/** Names of point 9 that mean something to the system, and what holds in their place. */
const NOT_OBEYED: ReadonlyMap<string, string> = new Map([
  ['upload_size', 'no files are taken'],
  ['records_per_import', 'nothing is imported'],
  ['history', 'the history is kept for good'],
])

const SHOWN_AS_LISTS: ReadonlySet<string> = new Set(['timeline', 'gallery', 'map'])
