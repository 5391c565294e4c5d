// Messages about point 2, as it is read.
import { entry } from './entry.ts'

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

export const unknownTile = entry<{ shows: string }>('screens/unknown-tile', 'error', ({ shows }) => ({
  message: `"${shows}" is nothing that a tile can show.`,
  hint: 'for example "count of Ticket where `…`", "sum of Invoice.total by month of issued_at as line", "table of Ticket first 5"',
}))

export const badClause = entry<{ clause: string; expected: string }>(
  'screens/bad-clause',
  'error',
  ({ clause, expected }) => `Expected ${expected} after "${clause}".`,
)

export const tilesOnNoDashboard = entry<{ screen: string }>(
  'screens/tiles-on-no-dashboard',
  'warning',
  ({ screen }) => `Only a dashboard has tiles; "${screen}" is none.`,
)
