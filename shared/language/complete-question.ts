// Offers what may stand below a question, and a question where one may begin.
import { isShown } from '../points/declarations.ts'
import { QUESTION_KEYS } from '../points/read-questions.ts'
import type { Completion } from './complete.ts'
import type { DocumentOutline } from './outline.ts'
import type { Place } from './place.ts'
import { lineAround } from './place.ts'

/** Says what each entry of a question holds. */
export const ENTRY_DETAILS: { readonly [Key in (typeof QUESTION_KEYS)[number]]: string } = {
  owner: 'who finds it out',
  asked: 'the day on which it was asked',
  answer: 'what was found out; a question with an answer is settled',
  answered: 'the day on which it was answered',
}

/** `today`: a date. */
export function offersOfQuestions(
  outline: DocumentOutline,
  place: Place,
  offset: number,
  today: string,
): readonly Completion[] {
  const { text } = outline.document
  const { kind, key, before } = place
  if (kind === 'text')
    return before.trim() === ''
      ? [
          {
            label: '- What is not known yet?',
            kind: 'word',
            detail: 'question',
            text: `- What is not known yet?\n  - owner: \n  - asked: ${today}`,
            span: { start: offset, end: offset },
          },
        ]
      : []
  const span = { start: offset - before.length, end: offset }
  if (kind !== 'setting' || !/^[ \t]+/.test(text.slice(lineAround(text, offset).start))) return []
  if (key === 'owner')
    return owners(outline, offset).map(({ label, detail }) => ({ label, kind: 'word', detail, text: label, span }))
  if (key === 'asked' || key === 'answered') return [{ label: today, kind: 'word', detail: 'today', text: today, span }]
  if (key !== undefined) return []
  const written = entriesAround(text, offset)
  return QUESTION_KEYS.filter((each) => !written.has(each)).map((each) => ({
    label: each,
    kind: 'setting',
    detail: ENTRY_DETAILS[each],
    text: `${each}: ${each === 'asked' || each === 'answered' ? today : ''}`,
    span,
  }))
}

/** Owners of other questions first, then roles and audiences. */
function owners(
  { declarations }: DocumentOutline,
  offset: number,
): readonly { readonly label: string; readonly detail: string }[] {
  const { questions, product, roles } = declarations
  const all = [
    ...questions.flatMap(({ owner, span }) =>
      owner === undefined || (span.start <= offset && offset <= span.end)
        ? []
        : [{ label: owner, detail: 'owner of a question' }],
    ),
    ...(isShown(roles) ? roles.roles.map(({ name }) => ({ label: name.label, detail: 'role' })) : []),
    ...(isShown(product)
      ? product.audiences.map(({ audience }) => ({ label: audience.value, detail: 'audience' }))
      : []),
  ]
  return [...new Map(all.toReversed().map((each) => [each.label, each])).values()].toReversed()
}

/** Keys of the entries that the same question has already, above and below. */
function entriesAround(text: string, offset: number): ReadonlySet<string> {
  const own = lineAround(text, offset)
  const isEntry = (line: string): boolean => /^[ \t]+[-*+]/.test(line)
  const below = text.slice(own.end + 1).split('\n')
  const above = text
    .slice(0, Math.max(0, own.start - 1))
    .split('\n')
    .toReversed()
  const first = (lines: readonly string[]): readonly string[] => {
    const end = lines.findIndex((line) => !isEntry(line))
    return end < 0 ? lines : lines.slice(0, end)
  }
  const keys = [...first(above), ...first(below)].map((line) => /^[ \t]+[-*+]\s+(\w+):/.exec(line)?.[1]?.toLowerCase())
  return new Set(keys.filter((key) => key !== undefined))
}
