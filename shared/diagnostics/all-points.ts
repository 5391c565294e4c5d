// Lists the messages common to all nine points: tables, settings, headings and names.
import { entry } from './entry.ts'

export function didYouMean(nearest: string | undefined): string | undefined {
  return nearest === undefined ? undefined : `did you mean "${nearest}"?`
}

/** The first of them: more than these nobody reads. */
export function knownHere(what: string, known: readonly string[]): string {
  if (known.length === 0) return `there is no ${what} at all here`
  return `known here: ${known.slice(0, MOST_KNOWN).join(', ')}${known.length > MOST_KNOWN ? ', …' : ''}`
}

const MOST_KNOWN = 12

export const emptyPoint = entry<{ point: number }>('document/empty-point', 'warning', ({ point }) => ({
  message: `Nothing stands under point ${point}; it counts as not shown.`,
  hint: 'write "not shown." if it is not known, "none." if there is none',
}))

export const onlyProse = entry<{ point: number; expected: string }>(
  'document/only-prose',
  'warning',
  ({ point, expected }) => ({
    message: `Point ${point} holds only prose, which is shown to people and never interpreted.`,
    hint: `expected here: ${expected}`,
  }),
)

export const tooMany = entry<{ what: string; most: number }>('document/too-many-things', 'error', ({ what, most }) => ({
  message: `There are more than ${most} ${what}; nothing from here on is read.`,
  hint: 'what is many is data: records of an entity',
}))

export const unknownTable = entry<{ header: string; expected: string }>(
  'document/unknown-table',
  'warning',
  ({ header, expected }) => ({
    message: `No table of this point has the header "${header}"; it is not read.`,
    hint: expected === '' ? 'no table is read here' : `tables read here: ${expected}`,
  }),
)

export const misspeltTable = entry<{ column: string; nearest: string | undefined; table: string; known: string }>(
  'document/misspelt-table',
  'error',
  ({ column, nearest, table, known }) => ({
    message: `The table of ${table} needs the column "${column}".`,
    hint: nearest === undefined ? `its columns are ${known}` : `is "${nearest}" meant to be "${column}"?`,
    write: nearest === undefined ? undefined : column,
  }),
)

export const unknownColumn = entry<{ column: string; table: string; nearest: string | undefined; known: string }>(
  'document/unknown-column',
  'warning',
  ({ column, table, nearest, known }) => ({
    message: `The table of ${table} has no column "${column}"; it is not read.`,
    hint: didYouMean(nearest) ?? `its columns are ${known}`,
  }),
)

/** Reports an unknown column whose omission would allow more than the document says. */
export const unreadColumn = entry<{ column: string; table: string; nearest: string | undefined; known: string }>(
  'document/unread-column',
  'error',
  ({ column, table, nearest, known }) => ({
    message: `The table of ${table} has no column "${column}", and without it more would be allowed than is written.`,
    hint: didYouMean(nearest) ?? `its columns are ${known}`,
  }),
)

export const doubledColumn = entry<{ column: string }>(
  'document/duplicate-column',
  'error',
  ({ column }) => `The column "${column}" stands here twice.`,
  'leave one of them out',
)

export const emptyCell = entry<{ column: string }>('document/empty-cell', 'error', ({ column }) => ({
  message: `The column "${column}" must be filled in.`,
  hint: 'write "not shown" if it is not known',
}))

export const unknownSetting = entry<{
  setting: string
  nearest: string | undefined
  known: string
  table: string | undefined
  /** The row of point 9 that says it. */
  constant: string | undefined
}>('document/unknown-setting', 'warning', ({ setting, nearest, known, table, constant }) => ({
  message: `There is no setting "${setting}" here; it is not read.`,
  hint:
    table !== undefined
      ? `write it as a table: | ${table} |`
      : constant !== undefined
        ? `it stands under point 9, in the table of constants: ${constant}`
        : (didYouMean(nearest) ??
          (known === '' ? 'write it as prose, without the colon' : `settings read here: ${known}`)),
}))

export const looksLikeSetting = entry<{ setting: string }>('document/looks-like-setting', 'warning', ({ setting }) => ({
  message: `This looks like the setting "${setting}" and is read as prose.`,
  hint: `a setting is a bullet with a colon and a blank: "- ${setting}: …"`,
}))

export const doubledSetting = entry<{ setting: string }>(
  'document/duplicate-setting',
  'error',
  ({ setting }) => `The setting "${setting}" stands here twice.`,
  'leave one of them out',
)

export const unknownHeading = entry<{ heading: string; nearest: string | undefined; expected: string }>(
  'document/unknown-heading',
  'warning',
  ({ heading, nearest, expected }) => ({
    message: `"${heading}" names nothing here; what stands below it is not read.`,
    hint: didYouMean(nearest) ?? `expected here: ${expected}`,
  }),
)

/** Read as what it is meant to be, so that nothing else follows from it. */
export const misspeltHeading = entry<{ word: string; nearest: string }>(
  'document/misspelt-heading',
  'error',
  ({ word, nearest }) => ({
    message: `A heading that begins with "${word}" says nothing here.`,
    hint: didYouMean(nearest),
  }),
)

export const emptySetting = entry<{ setting: string }>('document/empty-setting', 'error', ({ setting }) => ({
  message: `The setting "${setting}" has no value.`,
  hint: 'write "not shown" if it is not known',
}))

export const misplaced = entry<{ what: string; expected: string }>(
  'document/misplaced',
  'warning',
  ({ what, expected }) => ({
    message: `${what} carries no meaning here; it is not read.`,
    hint: `expected here: ${expected}`,
  }),
)

/** `certain`: only signs stand in the way, and the label stays what people read. */
export const nameNeedsIdentifier = entry<{
  label: string
  given?: string | undefined
  example: string
  certain: boolean
}>('document/name-needs-identifier', 'error', ({ label, given, example, certain }) => ({
  message:
    given === undefined
      ? `No identifier follows from "${label}" by rule.`
      : `In parentheses behind a name stands its identifier, and "${given}" is none.`,
  hint: `${given === undefined ? 'give one by hand' : 'letters, digits and underscores make one'}: "${label} (${example})"`,
  write: certain ? `${label} (${example})` : undefined,
  certain,
}))

/** `folded`: the first one, and the identifier that both are, where they are written differently. */
export const doubledName = entry<{
  name: string
  what: string
  folded?: { readonly first: string; readonly identifier: string } | undefined
}>(
  'document/duplicate-name',
  'error',
  ({ name, what, folded }) =>
    folded
      ? `"${folded.first}" and "${name}" are one name among the ${what}: ${folded.identifier}.`
      : `There are two ${what} with the name "${name}".`,
  'give one of them another name',
)

export const expectedValue = entry<{ found: string; expected: string; nearest?: string | undefined }>(
  'document/unexpected-value',
  'error',
  ({ found, expected, nearest }) => ({
    message: `Expected ${expected}, found "${found}".`,
    hint: didYouMean(nearest),
  }),
)

export const unclosedBrace = entry('document/unclosed-brace', 'error', () => ({
  message: 'This brace is never closed.',
  hint: 'an expression in a text stands in braces: "{number}"',
}))

export const notRunYet = entry<{ what: string; instead?: string }>(
  'document/not-run-yet',
  'note',
  ({ what, instead }) => `${what} is read and kept; this version does not run it yet${instead ? `: ${instead}` : ''}.`,
)

export const bulletedStep = entry<{ step: string }>('document/bulleted-step', 'warning', ({ step }) => ({
  message: `"${step}" reads like a step; in a list without numbers it is prose, and nothing is done.`,
  hint: 'number the list: "1. …"',
}))
