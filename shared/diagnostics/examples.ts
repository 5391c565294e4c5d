// Lists the messages of reading and linking examples.
import { didYouMean } from './all-points.ts'
import { entry } from './entry.ts'

export const exampleWithoutSteps = entry<{ title: string }>(
  'examples/no-steps',
  'error',
  ({ title }) => `The example "${title}" has no steps.`,
  'write its story as an ordered list: 1. as a Customer 2. create Ticket { subject: "Printer" } 3. expect status == "open"',
)

export const exampleTooLong = entry<{ most: number }>(
  'examples/too-long',
  'error',
  ({ most }) => `This example has more than ${most} steps.`,
  'divide it into several examples',
)

export const badStep = entry<{ step: string; nearest: string | undefined }>(
  'examples/bad-step',
  'error',
  ({ step, nearest }) => ({
    message: `"${step}" is no step of an example.`,
    hint:
      didYouMean(nearest) ??
      '"as a ROLE", "given", "create", "update", "do", "delete", "let", "call GET /api/…", "refused CODE", "expect CONDITION", "sees", "does not see", "expect mail to", "2 days later" or "at 2026-03-02 09:00"',
  }),
)

export const nothingRefused = entry(
  'examples/nothing-refused',
  'error',
  () => '"refused" stands behind the step that is refused, and there is none before it.',
  'write it below a "create", "update", "do", "delete" or "call"',
)

export const nothingToConfirm = entry(
  'examples/nothing-to-confirm',
  'error',
  () => '"confirm" must come right after a step "refused".',
  'write "refused CODE" and then "confirm CODE" below the step',
)

export const nameHidesField = entry<{ name: string; record: string; entity: string }>(
  'examples/name-hides-field',
  'warning',
  ({ name, record, entity }) => ({
    message: `"${name}" means what the example has named so, not the field of the ${entity} at hand, which was given another value.`,
    hint: `write "${record}.${name}" for the field, or give the other one another name: given other = …`,
  }),
)

export const unknownWarning = entry<{ name: string; nearest: string | undefined; known: readonly string[] }>(
  'examples/unknown-warning',
  'error',
  ({ name, nearest, known }) => ({
    message: `No rule that only warns is confirmed by "${name}".`,
    hint:
      didYouMean(nearest) ??
      (known.length === 0 ? 'a rule only warns with "warn" in its column "else"' : `there are: ${known.join(', ')}`),
  }),
)

export const roleOfRecords = entry<{ role: string }>(
  'examples/role-of-records',
  'error',
  ({ role }) => `Nobody is given the role ${role}: it follows from a record.`,
  'write "as" with another role or a name, and give the person to the record: { requester: mia }',
)

export const notTaken = entry<{ call: string; input: string; takes: readonly string[] }>(
  'examples/not-taken',
  'error',
  ({ call, input, takes }) => ({
    message: `${call} takes no ${input}.`,
    hint: takes.length === 0 ? 'it takes nothing' : `it takes: ${takes.join(', ')}`,
  }),
)
