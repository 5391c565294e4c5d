// Lists the messages of reading questions below `### Unknowns`.
import { didYouMean } from './all-points.ts'
import { entry } from './entry.ts'

const FORM = 'write "- Who may cancel an order?", and below it, indented, "- owner: Ann" or "- answer: the customer"'

export const emptyQuestion = entry('unknowns/empty', 'error', () => 'This bullet asks nothing.', FORM)

export const entryWithoutQuestion = entry<{ key: string }>(
  'unknowns/no-question',
  'error',
  ({ key }) => `"${key}" belongs to a question, and stands beside the questions.`,
  'indent it below its question',
)

export const unknownEntryOfQuestion = entry<{ entry: string; nearest: string | undefined; known: readonly string[] }>(
  'unknowns/unknown-entry',
  'error',
  ({ entry: written, nearest, known }) => ({
    message: `A question has no entry "${written}".`,
    hint: didYouMean(nearest) ?? `below a question stand ${known.join(', ')}`,
  }),
)

export const doubledEntryOfQuestion = entry<{ key: string }>(
  'unknowns/duplicate-entry',
  'error',
  ({ key }) => `This question has a second "${key}".`,
  'leave one of them',
)

export const badDateOfQuestion = entry<{ key: string; value: string; meant: string | undefined }>(
  'unknowns/bad-date',
  'error',
  ({ key, value, meant }) => ({ message: `"${value}" is no date for "${key}".`, write: meant, certain: true }),
  'write it as 2026-11-29',
)

export const answeredWithoutAnswer = entry(
  'unknowns/no-answer',
  'error',
  () => 'This question was answered on a day, and has no answer.',
  'write "- answer: …" beside it, or leave the day out',
)
