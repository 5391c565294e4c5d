// Holds the shipped documents, built into the client, and says what each of them has.
import applicantTracking from '#shared/documents/applicant-tracking.md?raw'
import blog from '#shared/documents/blog.md?raw'
import expenseClaims from '#shared/documents/expense-claims.md?raw'
import helpdesk from '#shared/documents/helpdesk.md?raw'
import incidentManagement from '#shared/documents/incident-management.md?raw'
import leaveRequests from '#shared/documents/leave-requests.md?raw'
import library from '#shared/documents/library.md?raw'
import purchaseApproval from '#shared/documents/purchase-approval.md?raw'
import todoBackend from '#shared/documents/todo-backend.md?raw'
import { outlineDocument } from '#shared/language/outline.ts'
import { isShown } from '#shared/points/declarations.ts'
import { say, sayCount, sayList } from '../../../words/say.ts'

const TEXTS = {
  helpdesk,
  'leave-requests': leaveRequests,
  'expense-claims': expenseClaims,
  'purchase-approval': purchaseApproval,
  'incident-management': incidentManagement,
  'applicant-tracking': applicantTracking,
  library,
  blog,
  'todo-backend': todoBackend,
}

export interface ShippedDocument {
  readonly key: string
  readonly text: string
  readonly title: string
  /** First sentence of the document. */
  readonly sentence: string
  /** Its contents, in a few words each. */
  readonly contents: readonly string[]
}

export function readShippedDocuments(): readonly ShippedDocument[] {
  return Object.entries(TEXTS).map(([key, text]) => ({ key, text, ...describe(text) }))
}

function describe(text: string): Pick<ShippedDocument, 'title' | 'sentence' | 'contents'> {
  const { declarations, outline } = outlineDocument(text)
  const { name, introduction, product, screens, examples } = declarations
  const [prose] = [...introduction, ...(isShown(product) ? product.prose : [])]
  const own = [...outline.entities.values()].filter(({ declaration }) => declaration !== undefined)
  const roles = [...outline.roles.values()].map((role) => role.name.label)
  return {
    title: name,
    sentence: firstSentence(prose?.markdown ?? ''),
    contents: [
      some(own.map((entity) => entity.name.label)),
      roles.length === 0 ? '' : say('Roles: {names}', { names: some(roles) }),
      isShown(screens) ? sayCount(screens.screens.length, '{count} screen', '{count} screens') : say('No screens'),
      examples.length === 0 ? '' : sayCount(examples.length, '{count} example', '{count} examples'),
    ].filter(Boolean),
  }
}

const MOST_NAMES = 5

function some(names: readonly string[]): string {
  if (names.length <= MOST_NAMES) return sayList(names, 'and')
  return say('{names} and {count} more', {
    names: names.slice(0, MOST_NAMES).join(', '),
    count: names.length - MOST_NAMES,
  })
}

function firstSentence(markdown: string): string {
  const line = markdown.replaceAll(/\s+/g, ' ')
  return /^.*?[.!?](?= |$)/.exec(line)?.[0] ?? line
}
