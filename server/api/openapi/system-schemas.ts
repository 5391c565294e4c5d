// Describes what answers of every entity have in common: problems, permissions, timers, deletions.
import type { AnswerSchema } from '../routes/answer-schema.ts'
import {
  answer,
  eitherOf,
  FLAG,
  listOf,
  mapOf,
  MOMENT,
  orNull,
  PRESENT,
  SOMEBODY,
  TEXT,
  WHOLE,
  words,
} from '../routes/answer-schema.ts'

/** The dot in their names keeps them apart from entities. */
export function systemSchemas(): { readonly [name: string]: AnswerSchema } {
  return {
    'system.Problem': PROBLEM,
    'system.Permissions': PERMISSIONS_SCHEMA,
    'system.Timer': TIMER,
    'system.Deletion': answer({}, { title: TEXT, at: MOMENT, by: SOMEBODY }),
  }
}

const SOURCE: AnswerSchema = {
  description: 'The sentence of the document.',
  ...answer({}, { point: WHOLE, line: WHOLE, text: TEXT, revision: TEXT }),
}

const PROBLEM = answer(
  { type: TEXT, title: TEXT, status: WHOLE, detail: TEXT, code: TEXT },
  {
    errors: listOf(answer({ field: TEXT, code: TEXT, message: TEXT }, { source: SOURCE })),
    moreErrors: { ...WHOLE, description: 'How many errors there are besides: 20 are listed.' },
    warnings: {
      description: 'Only warnings stand against it; `code` is the name by which each is confirmed.',
      ...listOf(answer({ code: TEXT, message: TEXT }, { source: SOURCE })),
    },
    confirm: { ...TEXT, description: 'Value of the header `Confirm` with which the request goes on.' },
    source: SOURCE,
    remedy: TEXT,
    state: TEXT,
    request: TEXT,
  },
)

const REFUSAL = answer(
  {
    code: TEXT,
    status: WHOLE,
    message: TEXT,
    errors: listOf(answer({ field: TEXT, code: TEXT, message: TEXT }, { cites: SOURCE })),
  },
  {
    moreErrors: WHOLE,
    warnings: listOf(answer({ code: TEXT, message: TEXT }, { cites: SOURCE })),
    confirm: TEXT,
    cites: SOURCE,
    remedy: TEXT,
    state: TEXT,
  },
)

const DECISION = answer({ allowed: eitherOf(FLAG, words('not knowable')) }, { refusal: REFUSAL })

/** Describes what the caller may do with a record. */
export const PERMISSIONS_SCHEMA = answer({
  update: mapOf(eitherOf(PRESENT, REFUSAL)),
  delete: DECISION,
  history: DECISION,
  transitions: mapOf(DECISION),
})

export const TIMER = answer({
  id: TEXT,
  kind: words('timer', 'transition', 'schedule'),
  name: TEXT,
  entity: orNull(TEXT),
  record: orNull(TEXT),
  title: TEXT,
  dueAt: orNull(MOMENT),
  status: words('due', 'late', 'failed'),
  problem: orNull(TEXT),
  line: orNull(WHOLE),
})
