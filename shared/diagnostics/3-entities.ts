// Lists the messages of reading and linking point 3.
import { entry } from './entry.ts'
import { didYouMean } from './all-points.ts'

interface UnknownType {
  readonly type: string
  readonly nearest: string | undefined
  /** Hint about what to write, if the type is recognised as another notation. */
  readonly meant?: string
  readonly write?: string | undefined
  readonly certain?: boolean
}

export const unknownType = entry<UnknownType>(
  'entities/unknown-type',
  'error',
  ({ type, nearest, meant, write, certain }) => ({
    message: `"${type}" is neither a type nor an entity.`,
    write: write ?? (certain === true ? nearest : undefined),
    certain,
    hint:
      meant ??
      didYouMean(nearest) ??
      'for example text, integer, date, yes/no, "one of low, high", or the name of an entity',
  }),
)

export const reverseOfComputed = entry<{ name: string; entity: string }>(
  'entities/reverse-of-computed',
  'error',
  ({ name, entity }) => ({
    message: `A computed record has no other end: ${entity} gets no "${name}".`,
    hint: 'leave the name out, and where it is needed write a filter: "Receipt.filter(r, r.part == this)"',
  }),
)

export const badType = entry<{ type: string; expected: string }>(
  'entities/bad-type',
  'error',
  ({ type, expected }) => ({
    message: `The type "${type}" is not complete.`,
    hint: `write it as ${expected}`,
  }),
)

interface MeantLimit {
  readonly hint: string
  readonly write?: string
  readonly certain: boolean
}

export const unknownLimit = entry<{
  limit: string
  nearest: string | undefined
  meant?: MeantLimit | undefined
}>('entities/unknown-limit', 'error', ({ limit, nearest, meant }) => ({
  message: `"${limit}" limits nothing.`,
  write: meant?.write,
  certain: meant?.certain,
  hint:
    meant?.hint ??
    didYouMean(nearest) ??
    'limits are unique, unique per team, max 120, min 1, 1..5, pattern "…", 5 MB, at least 1, at most 5, 10 MB each, types pdf, png, indexed, searchable, write once, hidden',
}))

export const wrongPart = entry<{ entity: string; reason: string; hint: string }>(
  'entities/wrong-part',
  'error',
  ({ entity, reason, hint }) => ({ message: `${entity} can't be part of this: ${reason}.`, hint }),
)

export const doubledLimit = entry<{ limit: string }>(
  'entities/duplicate-limit',
  'error',
  ({ limit }) => `The limit "${limit}" stands here twice.`,
  'leave one of them out',
)

export const sizeOfSeveral = entry<{ type: string }>('entities/size-of-several', 'error', ({ type }) => ({
  message: `Of ${type} it is not said whether each may be as large as this, or all together.`,
  hint: 'write "each" behind the size; how many there may be is "at most 5"',
}))

export const reservedName = entry<{ name: string }>('entities/reserved-name', 'error', ({ name }) => ({
  message: `"${name}" has a meaning of its own in expressions and can't name a field.`,
  hint: `give it another identifier: "${name} (${name.toLowerCase()}_of_record)"`,
}))

export const computedWritten = entry<{ field: string; column: string }>(
  'entities/computed-written',
  'error',
  ({ field, column }) => `"${field}" is computed and never written: "${column}" can't apply to it.`,
  'leave it out, or the word "computed"',
)

export const noFields = entry<{ entity: string }>('entities/no-fields', 'warning', ({ entity }) => ({
  message: `${entity} has no fields of its own.`,
  hint: 'list them in a table with the header | field | type |',
}))

export const doubledChoice = entry<{ word: string }>(
  'entities/duplicate-choice',
  'error',
  ({ word }) => `The word "${word}" stands here twice.`,
  'leave one of them out',
)
