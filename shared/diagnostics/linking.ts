// Lists the messages of linking names across the nine points.
import { joinNames } from '../text/language.ts'
import { entry } from './entry.ts'
import { didYouMean, knownHere } from './all-points.ts'

interface UnknownName {
  readonly what: string
  readonly name: string
  readonly nearest: string | undefined
  readonly known: readonly string[]
}

interface MeantName {
  readonly hint: string
  readonly write?: string
  readonly certain: boolean
}

/** `meant`: what is written says, in other words than the language has. */
export const unknownName = entry<UnknownName & { readonly meant?: MeantName }>(
  'names/unknown',
  'error',
  ({ what, name, nearest, known, meant }) => ({
    message: `There is no ${what} "${name}".`,
    hint: meant?.hint ?? didYouMean(nearest) ?? knownHere(what, known),
    write: meant?.write,
    certain: meant?.certain,
  }),
)

export const unknownOfEntity = entry<
  UnknownName & { readonly entity: string; readonly hint?: string | undefined; readonly more?: string | undefined }
>('names/unknown-member', 'error', ({ what, name, entity, nearest, known, hint, more }) => ({
  message: `${entity} has no ${what} "${name}".`,
  hint: hint ?? didYouMean(nearest) ?? [knownHere(what, known), more].filter((part) => part !== undefined).join('; '),
}))

export const conditionInWords = entry<{ condition: string }>('roles/condition-in-words', 'error', ({ condition }) => ({
  message: `"${condition}" names no role; a condition stands in backticks.`,
  hint: condition.includes('`')
    ? 'one pair of backticks goes around the whole condition: Agent and `amount < 100`'
    : `write \`${condition}\``,
  write: condition.includes('`') ? undefined : `\`${condition}\``,
}))

export const entitiesNotShown = entry<{ name: string }>('entities/not-shown', 'error', ({ name }) => ({
  message: `"${name}" is not known: point 3 is not shown.`,
  hint: 'list the entity under point 3, or say "not shown" here too',
}))

export const doubledName = entry<{ what: string; name: string }>(
  'names/duplicate',
  'error',
  ({ what, name }) => `There are two of the ${what} "${name}".`,
  'give one of them another name',
)

export const takenName = entry<{ name: string }>(
  'names/taken',
  'error',
  ({ name }) => `"${name}" is already the name of an input or of another value here.`,
  'choose another name',
)

export const valueTooLarge = entry<{ limit: number }>('expressions/computed-too-large', 'error', ({ limit }) => ({
  message: `With the computed fields and named conditions that stand in it, this makes more than ${limit} parts.`,
  hint: 'let fewer computed fields build on each other, or keep a value in a field that is not computed',
}))

export const tooSlow = entry<{ what: string }>('expressions/too-slow', 'error', ({ what }) => ({
  message: `${what} could take more than a second for a single record, as long as its texts may be.`,
  hint: 'use a smaller pattern, or give the text a smaller "max"',
}))

export const builtInField = entry<{ name: string; entity: string }>(
  'entities/built-in-field',
  'error',
  ({ name, entity }) => ({
    message: `${entity} has the field "${name}" already: it is built in.`,
    hint: 'leave the row out, or give the field another name',
  }),
)

export const doubledReverse = entry<{ name: string; entity: string; other: string }>(
  'entities/duplicate-reverse',
  'error',
  ({ name, entity, other }) => ({
    message: `${entity} would have two members "${name}": this relation backwards, and ${other}.`,
    hint: 'name the relation backwards: "Person (as reported_tickets)"',
  }),
)

export const reservedPath = entry<{ path: string; entity: string }>(
  'entities/reserved-path',
  'error',
  ({ path, entity }) => ({
    message: `/api/${path} belongs to the system and can't hold the records of ${entity}.`,
    hint: 'give the entity another path by the setting "plural"',
  }),
)

export const wrongValue = entry<{
  field: string
  problem: string
  hint?: string | undefined
  write?: string | undefined
}>('entities/wrong-value', 'error', ({ field, problem, hint, write }) => ({
  message: `${field} ${problem}.`,
  hint,
  write,
  certain: true,
}))

export const defaultIsText = entry<{ field: string; written: string }>(
  'entities/default-is-text',
  'error',
  ({ field, written }) => ({
    message: `The default of ${field} is no expression: nothing has the name "${written}".`,
    hint: `backticks make an expression; the word itself stands without them: ${written}`,
  }),
)

export const wrongPattern = entry<{ problem: string }>(
  'entities/wrong-pattern',
  'error',
  ({ problem }) => `This pattern can't be read: ${problem}.`,
  'write it as in "^[A-Z]{2}[0-9]+$"',
)

export const circularTitle = entry<{ entity: string }>(
  'entities/circular-title',
  'error',
  ({ entity }) => `The title of ${entity} needs another title that needs this one.`,
  'name the other one by a field of its own: {parent.name}',
)

export const localisedSort = entry<{ field: string }>('entities/localised-sort', 'error', ({ field }) => ({
  message: `${field} is a text in the application's language, which has no order.`,
  hint: 'sort by what stands in it',
}))

export const localisedGroup = entry<{ field: string }>('entities/localised-group', 'error', ({ field }) => ({
  message: `${field} is a text in the application's language, by which nothing can be grouped.`,
  hint: 'group by what stands in it',
}))

export const limitDoesNotFit = entry<{ limit: string; type: string }>(
  'entities/limit-does-not-fit',
  'error',
  ({ limit, type }) => ({
    message: `"${limit}" says nothing about a field of type ${type}.`,
    hint: limit === 'at least' && type.endsWith(' to several') ? 'what is required has at least one' : undefined,
  }),
  'leave it out, or give the field another type',
)

export const emptyRange = entry<{ min: string; max: string }>('entities/empty-range', 'error', ({ min, max }) => ({
  message: `Nothing is at least ${min} and at most ${max}.`,
  hint: 'the smaller bound comes first: 1..5',
}))

export const computedWithoutValue = entry<{ field: string }>(
  'entities/computed-without-value',
  'error',
  ({ field }) => ({
    message: `${field} is computed, and nothing says from what.`,
    hint: 'give its expression in the column "value"',
  }),
)

export const valueWithoutComputed = entry<{ field: string }>(
  'entities/value-without-computed',
  'error',
  ({ field }) => ({
    message: `${field} has a value and is not computed.`,
    hint: 'write "computed" before its type, or move the expression to the column "default"',
  }),
)

export const unknownIcon = entry<{ icon: string; nearest: string | undefined; known: string }>(
  'entities/unknown-icon',
  'warning',
  ({ icon, nearest, known }) => ({
    message: `There is no icon "${icon}"; the menu shows another.`,
    hint: didYouMean(nearest) ?? `icons are ${known}`,
  }),
)

/** `along`: a relation of the entity to itself, by which the value may have been meant to go on. */
export const circularValue = entry<{ name: string; along?: string | undefined }>(
  'expressions/circular-value',
  'error',
  ({ name, along }) => ({
    message: `The value of ${name} depends on itself.`,
    hint:
      along === undefined
        ? 'let it do without itself'
        : `go through all levels at once: this.descendants(${along}).sum(x, …) downwards, ancestors(${along}) upwards`,
  }),
)

export const notAField = entry<{ name: string; entity: string; why: string }>(
  'states/not-writable',
  'error',
  ({ name, entity, why }) => `${entity}.${name} can't be set: ${why}.`,
  'leave it out, or name another field',
)

export const neverChanges = entry<{ field: string }>(
  'states/worked-out-when-read',
  'error',
  ({ field }) =>
    `"${field} changed" never happens: ${field} is worked out when it is read, and nothing tells when it changes.`,
  'name what it is worked out from: a field of this entity, or in the table of another entity one of its fields',
)

export const wrongLines = entry<{ name: string }>(
  'calls/wrong-lines',
  'error',
  ({ name }) => `${name} are lines, and take a list of objects.`,
  'let the call take "lines | body | json", and give that: lines: input.lines',
)

export const stateFieldType = entry<{ field: string }>('states/state-field-type', 'error', ({ field }) => ({
  message: `${field} holds states, and is no "one of" in point 3.`,
  hint: 'make it "one of" its states, or leave it out of point 3',
}))

export const noStates = entry<{ field: string }>('states/no-states', 'error', ({ field }) => ({
  message: `${field} has no states.`,
  hint: 'add a table "| state | meaning |", or list the field as "one of" in point 3',
}))

export const noStart = entry<{ field: string; first: string }>('states/no-start', 'error', ({ field, first }) => ({
  message: `Nothing says in which state of ${field} a new record is.`,
  hint: `add "- starts: ${first}"`,
}))

export const reservedTransition = entry<{ name: string; reserved: readonly string[] }>(
  'states/reserved-transition',
  'error',
  ({ name, reserved }) => ({
    message: `"${name}" is the name of a standard call and can't be a transition.`,
    hint: `choose another verb than ${joinNames(reserved, 'or', 'en')}`,
  }),
)

export const roleOfOtherRecords = entry<{ role: string; entities: string }>(
  'states/role-of-other-records',
  'error',
  ({ role, entities }) => `"${role}" is a role on records of ${entities}, and none is at hand here.`,
  'notify the people that the role follows from, by their fields',
)

export const notRecord = entry<{ expected: string }>(
  'expressions/wrong-record',
  'error',
  ({ expected }) => `Expected here: ${expected}.`,
)

export const noRecordAtHand = entry<{ field: string }>('expressions/no-record-at-hand', 'error', ({ field }) => ({
  message: `No record is at hand here, of which "${field}" could be the field.`,
  hint: 'name the record ("update articles.filter(…) { … }"), or let the path find it: "### POST /api/articles/:slug of Article"',
}))

export const pathNotHere = entry<{ path: string; entity: string }>(
  'names/path-not-here',
  'error',
  ({ path, entity }) => ({
    message: `A field of ${entity} itself is expected here, and "${path}" leads to another record.`,
    hint: `give ${entity} a computed field with the value \`${path}\`, and name that one here`,
  }),
)

export const reservedHere = entry<{ name: string }>('names/reserved', 'error', ({ name }) => ({
  message: `"${name}" has a meaning of its own in expressions and can't be given to a value.`,
  hint: 'choose another name',
}))

export const notAnAddress = entry<{ found: string }>('calls/not-an-address', 'error', ({ found }) => ({
  message: `An address is a text; this is ${found}.`,
  hint: 'take a field of it, or text(…)',
}))

export const wrongShare = entry<{ share: string }>('states/wrong-share', 'error', ({ share }) => ({
  message: share === '100 %' ? 'This timer ends when the other one does.' : `${share} is no share of a timer.`,
  hint: 'more than 0 %, up to 1,000 %, and not 100 %: "75 % of first_answer", "133 % of first_answer"',
}))

export const notRunYet = entry<{ what: string; instead?: string | undefined }>(
  'entities/not-run-yet',
  'note',
  ({ what, instead }) => `${what} is read, and not run by this version${instead === undefined ? '' : `; ${instead}`}.`,
)

export const dependsOnUnknown = entry<{ unknown: string }>(
  'names/not-shown',
  'note',
  ({ unknown }) => `This needs "${unknown}", which is not shown: it allows nothing, refuses nothing and does nothing.`,
)

export const unknownTimeZone = entry<{ name: string }>('constants/unknown-time-zone', 'error', ({ name }) => ({
  message: `There is no time zone "${name}".`,
  hint: 'time zones are named as in "Europe/Berlin"',
}))

export const wrongSetting = entry<{ name: string; expected: string }>(
  'constants/wrong-setting',
  'error',
  ({ name, expected }) => `The value of "${name}" must be ${expected}.`,
)

export const routeParameter = entry<{ route: string; entity: string }>(
  'screens/route-parameter',
  'error',
  ({ route, entity }) => ({
    message: `${route} does not say which ${entity} it shows.`,
    hint: `end it with "/:id", or another field of ${entity} that is unique`,
  }),
)

export const doubledRoute = entry<{ route: string }>(
  'screens/duplicate-route',
  'error',
  ({ route }) => `Two screens have the route ${route}.`,
  'give one of them another route',
)

export const roleCircle = entry<{ role: string }>(
  'roles/circular-role',
  'error',
  ({ role }) => `The role ${role} includes itself.`,
  'take it out of the column "includes"',
)

/** `hasEntity`: whether "of" is filled in; if not, "who" is. */
export const roleWithoutCondition = entry<{ role: string; hasEntity: boolean }>(
  'roles/role-without-condition',
  'error',
  ({ role, hasEntity }) =>
    hasEntity
      ? {
          message: `The role ${role} follows from a record, and nothing says how.`,
          hint: 'write in the column "who" a condition in code',
        }
      : {
          message: `"who" decides who is ${role}, and nothing says on records of which entity.`,
          hint: 'name an entity in the column "of"; if people are given the role, describe them in the column "is", and leave "who" out',
        },
)

/** `entity`: of the record at hand; absent where there is none. `found`: of a record that the path of the call finds. */
export const relationalElsewhere = entry<{ role: string; entity: string | undefined; found?: string | undefined }>(
  'roles/role-elsewhere',
  'error',
  ({ role, entity, found }) =>
    entity === undefined
      ? {
          message: `${role} follows from a record, and none is at hand here.`,
          hint: found
            ? `say behind the path which record it is: "of ${found}"`
            : 'let the path of the call find one: "### POST /api/articles/:id of Article"',
        }
      : {
          message: `Nothing says who is ${role} of a record of ${entity}.`,
          hint: `name ${entity} in the column "of" of the role, or give the condition here in code`,
        },
)
