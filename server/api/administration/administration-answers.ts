// Describes the answers to administrators: people, the audit, the document, mail, webhooks.
import {
  ANY,
  answer,
  FLAG,
  itemsOf,
  listOf,
  mapOf,
  MOMENT,
  orNull,
  listPage,
  SOMEBODY,
  TEXT,
  WHOLE,
  words,
} from '../routes/answer-schema.ts'

const AUDIT_ITEM = answer({
  number: WHOLE,
  at: MOMENT,
  event: TEXT,
  by: SOMEBODY,
  subject: SOMEBODY,
  detail: mapOf(ANY),
  address: orNull(TEXT),
  revision: TEXT,
  hash: TEXT,
})
export const AUDIT_ANSWER = listPage(AUDIT_ITEM, { head: answer({ number: WHOLE, hash: TEXT }), events: mapOf(TEXT) })

export const PEOPLE_ANSWER = listPage(
  answer({
    id: TEXT,
    version: WHOLE,
    name: TEXT,
    email: TEXT,
    roles: listOf(TEXT),
    active: FLAG,
    hasAccount: FLAG,
    hasPassword: FLAG,
    hasSecondFactor: FLAG,
    passkeys: WHOLE,
    identities: WHOLE,
    sessions: WHOLE,
    tokens: WHOLE,
    lastSignIn: orNull(MOMENT),
    looksLike: orNull(TEXT),
  }),
  { count: WHOLE, roles: listOf(answer({ role: TEXT, label: TEXT })) },
)

export const OPEN_RECORDS = itemsOf(
  answer({ entity: TEXT, plural: TEXT, field: TEXT, label: TEXT, count: WHOLE, isAuthor: FLAG }),
)

export const REASSIGNED = answer({
  changeSet: TEXT,
  changed: WHOLE,
  refused: listOf(answer({ entity: TEXT, id: TEXT, title: TEXT, message: TEXT })),
  more: FLAG,
})

export const UNSENT_MAIL = itemsOf(
  answer({
    id: TEXT,
    to: TEXT,
    subject: orNull(TEXT),
    madeAt: MOMENT,
    tries: WHOLE,
    problem: orNull(TEXT),
    nextTryAt: orNull(MOMENT),
    isSendable: FLAG,
  }),
)

export const DELIVERIES = itemsOf(
  answer({
    id: TEXT,
    webhook: TEXT,
    method: TEXT,
    url: TEXT,
    entity: orNull(TEXT),
    record: orNull(TEXT),
    title: TEXT,
    line: WHOLE,
    madeAt: MOMENT,
    tries: WHOLE,
    status: words('waiting', 'retrying', 'delivered', 'failed'),
    response: orNull(WHOLE),
    milliseconds: orNull(WHOLE),
    isSigned: FLAG,
    isSendable: FLAG,
    problem: orNull(TEXT),
    nextTryAt: orNull(MOMENT),
    deliveredAt: orNull(MOMENT),
  }),
)

const REASON = { reason: TEXT }
const REVISION_MEMBERS = {
  number: WHOLE,
  revision: TEXT,
  at: MOMENT,
  file: TEXT,
  isFromFile: FLAG,
  by: SOMEBODY,
  length: WHOLE,
}
export const REVISIONS = listPage(answer(REVISION_MEMBERS, REASON))
export const DOCUMENT_ANSWER = answer({ ...REVISION_MEMBERS, text: TEXT }, REASON)
const DRAFT_MEMBERS = { by: SOMEBODY, at: MOMENT, base: WHOLE, version: WHOLE, length: WHOLE }
export const DRAFT = answer(DRAFT_MEMBERS)
export const OWN_DRAFT = answer({ draft: orNull(answer({ ...DRAFT_MEMBERS, text: TEXT })) })
export const DRAFTS = answer({ items: listOf(DRAFT), number: WHOLE })
export const SCHEDULED_PUBLICATION = answer({
  scheduled: orNull(
    answer({ by: SOMEBODY, text: TEXT, base: WHOLE, dueAt: MOMENT, at: MOMENT, problem: orNull(TEXT) }, REASON),
  ),
})
export const FOLLOWED_FILE_ANSWER = answer({
  file: orNull(TEXT),
  waiting: orNull(answer({ why: words('beside', 'refused', 'unreadable') }, { text: TEXT })),
})

const POSITION = answer({ line: WHOLE, column: WHOLE })
const RANGE = { from: POSITION, to: POSITION }
const EDIT = answer({ ...RANGE, start: WHOLE, end: WHOLE, text: TEXT })
const DIAGNOSTIC = answer(
  {
    code: TEXT,
    severity: words('error', 'warning', 'note'),
    message: TEXT,
    ...RANGE,
    related: listOf(answer({ ...RANGE, message: TEXT, again: FLAG })),
    fixes: listOf(answer({ title: TEXT, certain: FLAG, edits: listOf(EDIT) })),
  },
  { hint: TEXT },
)
const CONSEQUENCES = {
  revision: TEXT,
  diagnostics: listOf(DIAGNOSTIC),
  changes: listOf(TEXT),
  widened: listOf(TEXT),
}
const EXAMPLE = answer({ id: TEXT }, { title: TEXT, value: ANY, problem: TEXT })

export const PUBLISHED = answer({ number: WHOLE, ...CONSEQUENCES }, { backup: TEXT })
const CHANGED_RECORDS = answer({ count: WHOLE, examples: listOf(answer({ id: TEXT }, { title: TEXT })) })
const CHANGED_DUES = { started: WHOLE, moved: WHOLE, dropped: WHOLE }
const DUES = answer({
  ...CHANGED_DUES,
  kept: WHOLE,
  changed: listOf(answer({ entity: orNull(TEXT), name: TEXT, ...CHANGED_DUES })),
})
const CONFLICT = answer({ sentence: TEXT, rows: WHOLE, examples: listOf(EXAMPLE) }, { line: WHOLE, deletes: TEXT })
const POSSIBLE_CHANGE = {
  direction: words('gain', 'lose', 'change'),
  entity: TEXT,
  permissions: listOf(TEXT),
  roles: listOf(TEXT),
  isAnonymous: FLAG,
}
const DOCUMENT_PLAN = answer({
  conflicts: listOf(CONFLICT),
  data: listOf(TEXT),
  permissions: listOf(answer({ ...POSSIBLE_CHANGE, people: WHOLE, records: CHANGED_RECORDS })),
  possible: listOf(answer(POSSIBLE_CHANGE)),
  rules: listOf(answer({ rule: TEXT, entity: TEXT, line: WHOLE, records: CHANGED_RECORDS })),
  screens: listOf(answer({ change: words('new', 'gone', 'moved'), name: TEXT, route: TEXT }, { from: TEXT })),
  calls: listOf(answer({ call: TEXT, isBreaking: FLAG, change: TEXT }, { member: TEXT })),
  timers: DUES,
  schedules: DUES,
  leftOut: listOf(
    answer(
      { what: words('data', 'people', 'records', 'rule', 'timers', 'made up') },
      { lookedAt: WHOLE, most: WHOLE, rule: TEXT },
    ),
  ),
})
export const PLAN = answer({ plan: orNull(DOCUMENT_PLAN) }, { command: TEXT })
export const TRIAL = answer({
  data: words('copy', 'sample', 'empty'),
  endsAt: MOMENT,
  now: MOMENT,
  nextDue: orNull(MOMENT),
  isMoved: FLAG,
  roles: listOf(answer({ role: TEXT, label: TEXT })),
  sent: WHOLE,
})
export const OWN_TRIAL = answer({ trial: orNull(TRIAL) })
export const TRIAL_PEOPLE = itemsOf(answer({ id: TEXT, name: TEXT, email: TEXT, roles: listOf(TEXT) }))
export const TRIAL_MESSAGES = answer({
  items: listOf(
    answer({
      number: WHOLE,
      kind: words('mail', 'webhook'),
      at: MOMENT,
      to: TEXT,
      subject: orNull(TEXT),
      text: orNull(TEXT),
    }),
  ),
  sent: WHOLE,
  kept: WHOLE,
})
export const TRIAL_ACTOR = answer({ person: orNull(TEXT) })
const EXAMPLE_OUTCOME = answer({
  title: TEXT,
  line: WHOLE,
  failure: orNull(answer({ line: WHOLE, step: TEXT, problem: TEXT })),
})
export const EXAMPLES = answer({ examples: orNull(listOf(EXAMPLE_OUTCOME)) })
const VERIFICATION_MEMBERS = { id: TEXT, file: TEXT, revision: TEXT, at: MOMENT, by: SOMEBODY }
export const VERIFICATION = answer({
  ...VERIFICATION_MEMBERS,
  state: words('running', 'finished', 'failed'),
  done: WHOLE,
  total: WHOLE,
  lines: orNull(
    listOf(
      answer({
        point: WHOLE,
        line: WHOLE,
        text: TEXT,
        outcome: words('passed', 'failed', 'not_testable'),
        passed: WHOLE,
        failed: WHOLE,
        failures: listOf(answer({ says: TEXT, problem: TEXT, curl: TEXT })),
        notTestable: listOf(TEXT),
      }),
    ),
  ),
})
export const LATEST_VERIFICATION = answer({ verification: orNull(VERIFICATION) })
export const VERIFICATIONS = answer({
  items: listOf(answer({ ...VERIFICATION_MEMBERS, passed: WHOLE, failed: WHOLE, notTestable: WHOLE })),
})
export const CHECKED = answer(
  { ...CONSEQUENCES, isPublishable: FLAG, conflicts: orNull(listOf(CONFLICT)) },
  { command: TEXT },
)
