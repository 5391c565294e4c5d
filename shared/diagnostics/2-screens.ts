// Lists the messages of reading and linking point 2.
import { entry } from './entry.ts'
import { didYouMean } from './all-points.ts'

export const badRoute = entry<{ route: string; remedy: string }>('screens/bad-route', 'error', ({ route, remedy }) => ({
  message: `"${route}" is no route.`,
  hint: remedy,
}))

export const unknownContent = entry<{ shows: string; nearest: string | undefined }>(
  'screens/unknown-content',
  'error',
  ({ shows, nearest }) => ({
    message: `"${shows}" is nothing that a screen can show.`,
    hint:
      nearest === undefined
        ? 'for example "table of Ticket", "record of Ticket", "form for Ticket", "dashboard", "page"'
        : `did you mean "${nearest}"?`,
  }),
)

export const missingPart = entry<{ shows: string; part: string; example: string }>(
  'screens/missing-part',
  'error',
  ({ shows, part, example }) => ({
    message: `"${shows}" lacks its "${part}".`,
    hint: `for example "${example}"`,
  }),
)

export const unknownTile = entry<{ shows: string; nearest: string | undefined }>(
  'screens/unknown-tile',
  'error',
  ({ shows, nearest }) => ({
    message: `"${shows}" is nothing that a tile can show.`,
    hint:
      didYouMean(nearest) ??
      'for example "count of Ticket where `…`", "sum of Invoice.total by month of issued_at as line", "table of Ticket first 5"',
  }),
)

export const badClause = entry<{ clause: string; expected: string }>(
  'screens/bad-clause',
  'error',
  ({ clause, expected }) => `Expected ${expected} after "${clause}".`,
)

export const shareOfWhat = entry<{ entity: string }>('screens/share-of-what', 'error', ({ entity }) => ({
  message: `It is not said which part of all records of ${entity} this is.`,
  hint: `write "share of ${entity} where \`…\`", and "among \`…\`" where it is a part of some only`,
}))

export const tilesOnNoDashboard = entry<{ screen: string }>(
  'screens/tiles-on-no-dashboard',
  'warning',
  ({ screen }) => `Only a dashboard has tiles; "${screen}" is none.`,
  'let the screen show "dashboard"',
)

export const viewsOnNoList = entry<{ screen: string }>(
  'screens/views-on-no-list',
  'warning',
  ({ screen }) => `Only a list has views; "${screen}" is none.`,
  'let the screen show a list, as "table of Ticket" does, or write the table below one that does',
)

export const readerExpected = entry<{ found: string; nearest: string | undefined }>(
  'screens/reader-expected',
  'error',
  ({ found, nearest }) => ({
    message: `A screen is for roles, everyone or anyone; "${found}" is none of these.`,
    hint:
      didYouMean(nearest) ??
      'who sees which records is said by grants (point 6) and by the setting "where"; a role may follow from a record',
  }),
)

export const fieldDoesNotFit = entry<{ field: string; of: string; expected: string; hint?: string }>(
  'screens/field-does-not-fit',
  'error',
  ({ field, of, expected, hint }) => ({ message: `${of} goes by ${expected}; "${field}" is none.`, hint }),
)

export const clauseNotHere = entry<{ clause: string; of: string }>(
  'screens/clause-not-here',
  'error',
  ({ clause, of }) => ({
    message:
      clause === 'better'
        ? '"better" says which change of one number is good news; this tile compares none with the period before.'
        : `"${clause}" says nothing about ${of}.`,
    hint:
      clause === 'sort' || clause === 'first' || clause === 'columns'
        ? 'for records in their order write "table of Ticket columns … sort … first 5"'
        : clause === 'better'
          ? 'leave it out; one number with "over", and without "by", is compared: "count of … over … better less"'
          : clause === 'among'
            ? 'for a part of some records write "share of Ticket where `…` among `…`"'
            : 'for numbers write "count of Ticket by status as bars"',
  }),
)

export const standardRoute = entry<{ route: string }>('screens/standard-route', 'error', ({ route }) => ({
  message: `What stands at "${route}" belongs to the system.`,
  hint: 'give the screen another route',
}))

export const hidesStandardPage = entry<{ route: string }>(
  'screens/hides-standard-page',
  'warning',
  ({ route }) => `This screen takes the place of the standard page at "${route}".`,
  'give the screen another route, if that is not meant',
)

export const notFoundElsewhere = entry<{ route: string }>('screens/not-found-elsewhere', 'error', ({ route }) => ({
  message: `The page for what is not found stands at "/404", and "/404" holds no other; this is "${route}".`,
  hint: 'write "| /404 | Not found | not found |"',
}))

export const leadsNowhere = entry<{ to: string; nearest: string | undefined }>(
  'screens/leads-nowhere',
  'warning',
  ({ to, nearest }) => ({
    message: `"${to}" is no route: this link leads to the not-found page.`,
    hint: didYouMean(nearest) ?? 'list the route under point 2, or link to another',
  }),
)

export const screenNeverShows = entry<{ what: string }>('screens/never-holds', 'warning', ({ what }) => ({
  message: `No record can satisfy this condition, so that ${what} never shows any.`,
  hint: 'look for parts that exclude one another; often "or" is meant',
}))

export const tileReadInPart = entry<{ tile: string; role: string; what: string }>(
  'screens/tile-in-part',
  'note',
  ({ tile, role, what }) => ({
    message: `To ${role} the tile "${tile}" counts only some of the records: they may read ${what} of some, and not of others that they may read. The tile says so.`,
    hint: `grant ${what} wherever the record may be read, or leave it as it is if that is meant`,
  }),
)

export const whereReadInPart = entry<{ screen: string; role: string; what: string }>(
  'screens/where-in-part',
  'note',
  ({ screen, role, what }) => ({
    message: `To ${role} "${screen}" shows only some of the records that it is narrowed to: they may read ${what} of some, and not of others that they may read.`,
    hint: `grant ${what} wherever the record may be read, or leave it as it is if that is meant`,
  }),
)
