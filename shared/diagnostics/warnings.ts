// Lists the warnings of the checks, which concern legal but doubtful parts.
import { entry } from './entry.ts'
import { joinNames } from '../text/language.ts'
import { didYouMean } from './all-points.ts'

export const screenNotReadable = entry<{ screen: string; role: string; entity: string; verb: 'read' | 'create' }>(
  'screens/not-readable',
  'warning',
  ({ screen, role, entity, verb }) => ({
    message: `"${screen}" is for ${role}, who may ${verb} no ${entity}.`,
    hint: `add a grant under point 6, or take ${role} out of the column "for"`,
  }),
)

export const screenShowsUnread = entry<{ screen: string; what: string }>(
  'screens/shows-unreadable',
  'warning',
  ({ screen, what }) => ({
    message: `Nobody who may open "${screen}" may read ${what}.`,
    hint: 'grant it under point 6, or leave it out here',
  }),
)

export const tileUnreadBySome = entry<{ tile: string; role: string; screen: string }>(
  'screens/tile-not-for-all',
  'warning',
  ({ tile, role, screen }) => ({
    message: `The tile "${tile}" is not shown to ${role}, who may open "${screen}" and may not read all that it needs.`,
    hint: 'grant it under point 6, or give these roles a dashboard of their own',
  }),
)

export const screenWhereUnread = entry<{ screen: string; role: string; what: string }>(
  'screens/where-unreadable',
  'warning',
  ({ screen, role, what }) => ({
    message: `"${screen}" shows nothing to ${role}, who may not read ${what}, by which it is narrowed.`,
    hint: `grant it under point 6, or take ${role} out of the column "for"`,
  }),
)

export const viewNotOpened = entry<{ view: string; role: string; screen: string }>(
  'screens/view-not-opened',
  'warning',
  ({ view, role, screen }) => ({
    message: `The view "${view}" is for ${role}, who may not open "${screen}".`,
    hint: `add ${role} to the column "for" of the screen, or take it out here`,
  }),
)

export const nameNotReadable = entry<{ field: string; entity: string; roles: readonly string[] }>(
  'entities/name-not-readable',
  'warning',
  ({ field, entity, roles }) => ({
    message: `${roles.join(', ')} may read ${field} of ${entity}, but not the name of the person that it shows.`,
    hint: `grant it under point 6: ${roles.join(', ')} · Person · read · name`,
  }),
)

/** Those who choose, and the fact of other records that they may not read. `grantees`: the roles that a grant could name. */
interface UnreadChoice {
  readonly roles: readonly string[]
  readonly grantees: readonly string[]
  readonly field: string
  readonly fact: string
  readonly entity: string
}

export const choiceNotReadable = entry<UnreadChoice>(
  'entities/choice-not-readable',
  'warning',
  ({ roles, grantees, field, fact, entity }) => ({
    message: `Nothing is offered as "${field}" to ${roles.join(', ')}, who may not read ${fact} of ${entity}, by which it is chosen.`,
    hint: `grant it under point 6: ${grantees.join(', ')} · ${entity} · read · ${fact}`,
  }),
)

export const ruleNotReadable = entry<UnreadChoice & { readonly rule: string }>(
  'rules/choice-not-readable',
  'note',
  ({ roles, grantees, rule, field, fact, entity }) => ({
    message: `${roles.join(', ')} may choose "${field}", but not read ${fact} of ${entity}: pickers offer them also what the rule "${rule}" refuses.`,
    hint: `grant it under point 6: ${grantees.join(', ')} · ${entity} · read · ${fact}`,
  }),
)

export const nothingSearchable = entry<{ screen: string; entity: string }>(
  'screens/nothing-searchable',
  'warning',
  ({ screen, entity }) => ({
    message: `A search on "${screen}" finds nothing: no field of ${entity} is searchable.`,
    hint: 'write "searchable" among the limits of its texts under point 3, or "search: no"',
  }),
)

export const entityNotReadable = entry<{ entity: string }>('entities/not-readable', 'warning', ({ entity }) => ({
  message: `Nobody may read ${entity}: no grant of point 6 says so.`,
  hint: `add a row "| … | ${entity} | read |" to the table of grants`,
}))

export const requiredNotWritable = entry<{ field: string; entity: string }>(
  'entities/not-creatable',
  'warning',
  ({ field, entity }) => ({
    message: `${field} is required and has no default, and no grant to create ${entity} includes it: nobody can create one.`,
    hint: `add ${field} to the fields of a grant, or give it a default`,
  }),
)

export const stateNotReached = entry<{ state: string; field: string }>(
  'states/not-reached',
  'warning',
  ({ state, field }) => ({
    message: `No transition leads to the state "${state}" of ${field}.`,
    hint: 'add a transition to it, or leave the state out',
  }),
)

export const maskedForEveryone = entry<{ value: string }>('states/masked-for-everyone', 'warning', ({ value }) => ({
  message: `Nobody who gets this may read {${value}}: "…" stands in its place.`,
  hint: tellOnPurpose(value),
}))

/** `states`: only a record in one of them can't be read. */
/** `telling` takes a value without the pattern by which a hole prints it. */
function tellOnPurpose(hole: string): string {
  const value = hole.replace(/\s+as\s[^()]*$/, '')
  return `write "telling ${value}" after the text, which tells it on purpose, or grant it in point 6`
}

export const notifiedMayNotRead = entry<{
  roles: readonly string[]
  entity: string
  states: readonly string[] | undefined
}>('states/notified-may-not-read', 'warning', ({ roles, entity, states }) => ({
  message: `${joinNames(roles, 'and', 'en')} may read no ${entity}${states ? ` that is ${joinNames(states, 'or', 'en')}` : ''}: this reaches them without a link, with "…" in place of its values.`,
  hint: `grant it under point 6, or write "telling …" after the text, which tells values on purpose`,
}))

export const recipientMayNotRead = entry<{
  roles: readonly string[]
  entity: string
  path: string
  condition: string | undefined
  /** The place that may say by "choose from" which role stands there. */
  chosenBy: 'field' | 'input' | undefined
}>('states/recipient-may-not-read', 'note', ({ roles, entity, path, condition, chosenBy }) => ({
  message: `Somebody in ${path} may have only the role ${joinNames(roles, 'or', 'en')}, and may then not read this ${entity}. They get the text without a link, and "…" in place of its values.`,
  hint: `grant it under point 6${condition === undefined ? '' : ` where \`${condition}\``}${chosenBy === undefined ? '' : `, or say by "choose from" of that ${chosenBy} which role it takes`}, or write "telling …" after the text`,
}))

export const valueNotReadable = entry<{ roles: readonly string[]; value: string }>(
  'states/value-not-readable',
  'note',
  ({ roles, value }) => ({
    message: `People who have only the role ${joinNames(roles, 'or', 'en')} may not read {${value}}: they get "…" in its place.`,
    hint: tellOnPurpose(value),
  }),
)

export const valueReadInPart = entry<{ roles: readonly string[]; value: string }>(
  'states/value-read-in-part',
  'note',
  ({ roles, value }) => ({
    message: `People who have only the role ${joinNames(roles, 'or', 'en')} may read {${value}} in some records or states only: elsewhere they get "…" in its place.`,
    hint: tellOnPurpose(value),
  }),
)

export const refusalReadInPart = entry<{ roles: readonly string[]; value: string }>(
  'errors/value-read-in-part',
  'note',
  ({ roles, value }) => ({
    message: `To ${joinNames(roles, 'and', 'en')}, who may read {${value}} in some records or states only, this message says "…" in its place elsewhere.`,
    hint: 'grant it wherever the record may be read, or leave it out of the message',
  }),
)

export const refusalMasked = entry<{ roles: readonly string[]; value: string; ofSet: boolean }>(
  'errors/value-not-readable',
  'note',
  ({ roles, value, ofSet }) => ({
    message: `To ${joinNames(roles, 'and', 'en')} this message says "…" in place of {${value}}, which they may not read.`,
    hint: ofSet
      ? 'they read none or only some of these records: name a computed field with this value, which they may read'
      : 'grant it under point 6, or leave it out of the message',
  }),
)

export const stateNotLeft = entry<{ state: string; field: string }>(
  'states/not-left',
  'warning',
  ({ state, field }) => ({
    message: `No transition leads out of the state "${state}" of ${field}, and it is no end.`,
    hint: `add it to "- ends: …", or add a transition`,
  }),
)

const WAYS_OF_STATE = {
  starts: 'let a transition lead out of it, or name it under "ends"',
  ends: 'let a transition lead there, or leave it out of "ends"',
  transitions: 'let a transition lead there or out of it, or name it under "ends"',
} as const

export const stateNamedOnce = entry<{
  state: string
  field: string
  nearest: string | undefined
  /** The place at which it is named. */
  by: keyof typeof WAYS_OF_STATE
}>('states/named-once', 'warning', ({ state, field, nearest, by }) => ({
  message: `"${state}" is named once among the states of ${field}, which no table lists.`,
  hint: didYouMean(nearest) ?? WAYS_OF_STATE[by],
}))

export const transitionByNobody = entry<{ transition: string }>(
  'states/transition-by-nobody',
  'warning',
  ({ transition }) => ({
    message: `Nobody may do "${transition}", and it does not happen by itself.`,
    hint: 'fill in the column "who" or "after"',
  }),
)

export const restoredSaysNothing = entry<{ entity: string }>('states/restored-says-nothing', 'note', ({ entity }) => ({
  message: `Restoring a ${entity} does not take back what this does to other records: nothing says what happens then.`,
  hint: 'add a row `restored` whose effects do the reverse, or let nobody restore it',
}))

/** `input`: the one that gives the field its value, where an input does so as it came. */
export const choiceBeforeStep = entry<{ choice: string; field: string; input: string | undefined }>(
  'states/choice-before-step',
  'note',
  ({ choice, field, input }) => ({
    message: `"${choice}" is chosen before the step sets "${field}": it is compared with what "${field}" is until then.`,
    hint: `if the new one is meant, ${input === undefined ? 'say it by "choose from" of a field that takes the choice' : `compare it with ${input}`}`,
  }),
)

export const nothingGranted = entry('roles/nothing-granted', 'warning', () => ({
  message: 'Point 6 grants nothing: none but administrators may read or write anything.',
  hint: 'add a table "| role | entity | may |"',
}))

export const codeNotListed = entry<{ code: string; nearest: string | undefined }>(
  'errors/not-listed',
  'warning',
  ({ code, nearest }) => ({
    message: `The code ${code} is not listed under point 8: people are shown the bare code.`,
    hint: nearest === undefined ? `add a row "| ${code} | 422 | … |"` : `did you mean "${nearest}"?`,
  }),
)

export const codeNotUsed = entry<{ code: string; standard: string | undefined }>(
  'errors/not-used',
  'warning',
  ({ code, standard }) => ({
    message: `Nothing in the document uses the code ${code}.`,
    hint: didYouMean(standard) ?? 'name it in a column "otherwise", or leave the row out',
  }),
)

export const standardStatus = entry<{ code: string; status: number }>(
  'errors/standard-status',
  'error',
  ({ code, status }) => ({
    message: `${code} is answered with the status ${status}; its words can be chosen, its status can't.`,
    hint: `write ${status}, or list a code of your own`,
  }),
)

export const transitionNeverHolds = entry<{ transition: string; from: string }>(
  'states/never-holds',
  'warning',
  ({ transition, from }) => ({
    message: `This condition of "${transition}" can never hold in the state it leads from (${from}).`,
    hint: 'correct the condition, the column "from", or the limits of what it reads',
  }),
)

export const changesWrittenOnce = entry<{ field: string; entity: string }>(
  'states/changes-written-once',
  'warning',
  ({ field, entity }) => ({
    message: `This effect changes "${field}" of ${entity}, which is written once: only people are kept from changing it.`,
    hint: 'leave "write once" out, or leave the field out of the grants to "update" instead; or keep the new value in another field',
  }),
)

/** `name`: that of the field in expressions. */
export const ownValueForOthers = entry<{ field: string; entity: string; name: string }>(
  'states/own-value-for-others',
  'warning',
  ({ field, entity, name }) => ({
    message: `"${field}" is that of the record at hand here, and every ${entity} of the set gets the same value.`,
    hint: `write "for each x in …: update x { ${name}: … x.${name} … }" for the value of each`,
  }),
)

/** `wouldMean`: with the state that the step leaves it would depend on the record. */
export const stateDecides = entry<{
  field: string
  from: string
  to: string
  step: string
  answer: 'never' | 'always'
  wouldMean: boolean
}>('states/decided-by-state', 'warning', ({ field, from, to, step, answer, wouldMean }) => ({
  message: `This condition of "${step}" ${answer} holds: "${field}" is the state to which the step leads (${to}).`,
  hint: wouldMean
    ? `write "old.${field}" for the state that it leaves (${from})`
    : answer === 'always'
      ? 'leave the condition out'
      : 'correct the condition',
}))

/** `what`: a record, or the input of a call. */
export const ruleNeverHolds = entry<{ rule: string; what: 'record' | 'input' }>(
  'rules/never-holds',
  'warning',
  ({ rule, what }) => ({
    message: `No ${what} can satisfy the rule "${rule}": it refuses all of them.`,
    hint: 'look for parts that exclude one another',
  }),
)

export const rulesContradict = entry<{ rule: string; other: string; what: 'record' | 'input' }>(
  'rules/contradict',
  'warning',
  ({ rule, other, what }) => ({
    message: `No ${what} can satisfy both "${rule}" and "${other}": together they refuse all of them.`,
    hint: 'correct one of them, or say in it when it applies: "not … or …"',
  }),
)

export const roleNeverHeld = entry<{ role: string }>('roles/role-of-nobody', 'warning', ({ role }) => ({
  message: `This condition can never hold, so that nobody has the role "${role}" by it.`,
  hint: 'correct the condition, or leave the row out',
}))

/** `except`: the row takes away. */
export const grantNeverHolds = entry<{ entity: string; except: boolean }>(
  'roles/never-holds',
  'warning',
  ({ entity, except }) => ({
    message: `This condition can never hold, so that the row ${except ? 'takes nothing from anybody' : 'grants nobody anything'} of ${entity}.`,
    hint: 'correct the condition, or leave the row out',
  }),
)

export const numberInProse = entry<{ written: string; constant: string }>(
  'constants/number-in-prose',
  'warning',
  ({ written, constant }) => ({
    message: `"${written}" has a name under point 9: "${constant}". Prose does not change with it.`,
    hint: `name it in the sentence ("${constant}"), and leave the number to point 9`,
  }),
)

export const twoWaysToCreate = entry<{ entity: string; step: string }>(
  'roles/two-ways-to-create',
  'note',
  ({ entity, step }) => ({
    message: `A new ${entity} has two ways: by "${step}", and plainly. The plain one is the main button of the form, "${step}" stands beside it.`,
    hint: `if there is to be no other way, write "create by ${step}" in place of "create"`,
  }),
)

export const givesToNobody = entry<{ role: string }>('roles/gives-to-nobody', 'warning', ({ role }) => ({
  message: `${role} may give roles, but changes the roles of nobody who is there: no line grants it.`,
  hint: `grant it under point 6: ${role} · Person · read, update · roles`,
}))

export const spansShareDay = entry<{ from: string; to: string }>('rules/spans-share-day', 'note', ({ from, to }) => ({
  message: `The last day is a part of a span between dates: one that begins on the day of another's ${to} overlaps it.`,
  hint: `if that is meant, let a rule permit a span of one day: ${to} >= ${from}; if the last day is free again, end the span with a computed date: ${to} - days(1)`,
}))

export const lookupKeyIsOther = entry<{ key: string; identifier: string }>(
  'constants/lookup-key-is-other',
  'note',
  ({ key, identifier }) => ({
    message: `A text asks for this key as "${identifier}": "${key}" is not found.`,
    hint: 'ask by a choice, whose words follow the same rule, or keep what is asked for as records of an entity',
  }),
)

export const lookupKeyNotAsked = entry<{ key: string; words: readonly string[]; nearest: string | undefined }>(
  'constants/lookup-key-not-asked',
  'note',
  ({ key, words, nearest }) => ({
    message: `Nothing asks for the key "${key}": what asks is ${joinNames(words, 'or', 'en')}.`,
    hint: didYouMean(nearest) ?? 'write the key as the choice is written, or leave it out',
  }),
)
