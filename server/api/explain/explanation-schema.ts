// Describes an explanation of a decision.
import { eitherOf, answer, FLAG, listOf, TEXT, WHOLE, words } from '../routes/answer-schema.ts'

const SOURCE = answer({ point: WHOLE, line: WHOLE, text: TEXT }, { revision: TEXT })
const PART = { text: TEXT, words: TEXT, met: FLAG }

const REMEDY = answer(
  {},
  {
    ways: listOf(
      answer({
        who: TEXT,
        conditions: listOf(answer({ text: TEXT, parts: listOf(answer({ text: TEXT }, PART)) }, PART)),
        source: SOURCE,
      }),
    ),
    roles: listOf(TEXT),
    advice: TEXT,
    people: listOf(answer({ id: TEXT, name: TEXT })),
  },
)

const READING = answer({
  rows: words('all', 'some', 'none'),
  fields: listOf(answer({ field: TEXT, label: TEXT, shown: FLAG }, { why: TEXT, source: SOURCE })),
})

export const EXPLANATION_SCHEMA = answer(
  {},
  {
    allowed: eitherOf(FLAG, words('not knowable')),
    status: WHOLE,
    refusal: { $ref: '#/components/schemas/system.Problem' },
    steps: listOf(answer({ what: TEXT }, { met: FLAG })),
    remedy: REMEDY,
    reading: READING,
  },
)
