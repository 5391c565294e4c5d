// Declares the parameters and headers of the standard routes of records.
import { ENCODING_NAMES, IMPORT_MODES, KEPT_ROWS, TABLE_SEPARATORS } from '#shared/protocol/import.ts'
import { MOST_LIMIT } from '#shared/protocol/list.ts'
import { integer, oneOf, parameter } from '../routes/body-schema.ts'
import type { HeaderParameter } from '../routes/route.ts'

const PER_RECORD = {
  fields: parameter({ description: 'Fields to answer with; long texts too.' }),
  expand: parameter({ description: 'Relations whose records are put in place of their ids, and lines of the record.' }),
}

/** Every page of every list has these. */
export const PAGE_QUERY = {
  limit: integer({ minimum: 1, maximum: MOST_LIMIT, description: 'How many at most; a page also ends at 2 MB.' }),
  after: parameter({ description: 'The cursor of the page before.' }),
}

const MAY = { ...oneOf('yes'), description: 'Adds what you may do to each.' }

export const READ_QUERY = {
  ...PER_RECORD,
  may: MAY,
  timers: { ...oneOf('yes'), description: 'Adds as `_timers` what will happen to it by itself.' },
}

export const LIST_QUERY = {
  filter: parameter({ description: 'An expression on readable fields.' }),
  search: parameter({ description: 'Words to look for.' }),
  near: { ...oneOf('yes'), description: 'Where nothing has the words: those that are one letter away from them.' },
  sort: parameter({
    description: 'Fields with commas, of a related record too (`assignee.name`); a minus sorts downwards.',
  }),
  ...PER_RECORD,
  ...PAGE_QUERY,
  count: { ...oneOf('exact'), description: 'Adds the number of all.' },
  may: MAY,
  trash: {
    ...oneOf('yes'),
    description:
      'What was deleted, in place of what is there: each with `_deleted`: its title, the time and the person.',
  },
}

export const EXPORT_QUERY = {
  format: { ...oneOf('csv', 'xlsx', 'ndjson'), description: 'csv if it says nothing; ndjson: a JSON object a line.' },
  filter: LIST_QUERY.filter,
  search: LIST_QUERY.search,
  sort: LIST_QUERY.sort,
  fields: parameter({ description: 'Fields in this order; all that may be exported if it says nothing.' }),
}

export const IMPORT_QUERY = {
  mode: {
    ...oneOf(...IMPORT_MODES),
    description: 'read: says how the file is read. check, if it says nothing: tries the rows too. run: keeps them.',
  },
  match: parameter({ description: 'A unique field, or id: rows of records that exist change these.' }),
  columns: parameter({
    description:
      'JSON: which field a column is, how it is read, or null to ignore it. Keys are headings, or "#3" for the third column: {"Customer":"name","#3":null,"Total":{"field":"amount","decimalMark":","},"Day":{"dateOrder":"day first"}}. All others are found by their headings.',
  }),
  keep: {
    ...oneOf(...KEPT_ROWS),
    description:
      'all, if it says nothing: one refused row refuses the file. good: the others are kept, and the refused ones are a file.',
  },
  sheet: parameter({ description: 'The sheet of a workbook; the first one that is not hidden if it says nothing.' }),
  headings: integer({
    minimum: 1,
    maximum: 999_999,
    description: 'The line of the headings; found if it says nothing.',
  }),
  encoding: { ...oneOf(...ENCODING_NAMES), description: 'Of a text file; detected if it says nothing.' },
  separator: { ...oneOf(...TABLE_SEPARATORS), description: 'Of a text file; detected if it says nothing.' },
}

export const SUMMARY_QUERY = {
  by: parameter({
    description:
      'A field, a field of what a relation leads to (requester.team), or month(field); or two of these with a comma.',
  }),
  measure: parameter({ description: 'count, sum(field), avg(field), min(field), max(field).' }),
  filter: parameter({ description: 'An expression.' }),
}

export const IF_MATCH: HeaderParameter = {
  name: 'If-Match',
  description: 'The ETag that you saw, or the `_version`.',
  schema: { type: 'string' },
}

export const CONFIRM: HeaderParameter = {
  name: 'Confirm',
  description: 'Names of warnings to go on with, with commas, as `confirm` of the refusal says them.',
  schema: { type: 'string' },
}

export const IDEMPOTENCY_KEY: HeaderParameter = {
  name: 'Idempotency-Key',
  description: 'The same key does it once.',
  schema: { type: 'string', maxLength: 200 },
}

export const ACCEPT_LANGUAGE: HeaderParameter = {
  name: 'Accept-Language',
  description:
    'The languages of the reader: numbers and dates that their column leaves open are read in their variant of the document’s language, as in a form.',
  schema: { type: 'string' },
}

export const PREFER: HeaderParameter = {
  name: 'Prefer',
  description: 'respond-async (RFC 7240): it is done in the background, and the answer is 202.',
  schema: { type: 'string' },
}
