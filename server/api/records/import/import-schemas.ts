// Describes the answers to an import: what was read and refused, and how far one in the background is.
import { IMPORT_MODES, KEPT_ROWS } from '#shared/protocol/import.ts'
import { answer, FLAG, listOf, MOMENT, PRESENT, TEXT, WHOLE, words } from '../../routes/answer-schema.ts'

const ENCODING = answer(
  { name: TEXT, decidedBy: words('mark', 'content', 'request') },
  { misfits: listOf(answer({ line: WHOLE, byte: TEXT, offset: WHOLE })) },
)

const FILE = answer(
  {
    format: words('csv', 'xlsx', 'ndjson'),
    headingLine: WHOLE,
    firstLines: listOf(answer({ line: WHOLE, cells: listOf(TEXT) })),
  },
  { encoding: ENCODING, separator: TEXT, sheet: TEXT, sheets: listOf(answer({ name: TEXT }, { isHidden: PRESENT })) },
)

const QUESTION = answer({
  asks: words('decimalMark', 'dateOrder'),
  line: WHOLE,
  text: TEXT,
  answers: listOf(answer({ choice: TEXT, shown: TEXT })),
})

const COLUMN = answer(
  { position: WHOLE, heading: TEXT },
  {
    field: TEXT,
    isChosen: PRESENT,
    isMatch: PRESENT,
    leftOut: words('unknown', 'twice', 'set by the system', 'not granted', 'holds files', 'ignored'),
    format: answer(
      { decidedBy: words('values', 'columns', 'separator', 'language', 'request') },
      { decimalMark: TEXT, dateOrder: TEXT },
    ),
    question: QUESTION,
    samples: listOf(answer({ line: WHOLE, text: TEXT }, { shown: TEXT, problem: TEXT })),
  },
)

const ROW_ERROR = answer(
  { line: WHOLE, code: TEXT, message: TEXT },
  { field: TEXT, remedy: TEXT, confirm: TEXT, source: answer({ point: WHOLE, line: WHOLE, text: TEXT }) },
)

/** Describes an `ImportBody`. */
export const IMPORTED = answer(
  {
    kept: FLAG,
    rows: WHOLE,
    created: WHOLE,
    updated: WHOLE,
    unchanged: WHOLE,
    file: FILE,
    columns: listOf(COLUMN),
    errors: listOf(ROW_ERROR),
    refused: WHOLE,
  },
  { stopped: answer({ line: WHOLE }), changeSet: TEXT, refusedFile: TEXT },
)

/** Describes an `ImportStatus`. */
export const IMPORT_STATUS = answer(
  {
    id: TEXT,
    entity: TEXT,
    mode: words(...IMPORT_MODES.filter((mode) => mode !== 'read')),
    keep: words(...KEPT_ROWS),
    state: words('waiting', 'running', 'done', 'stopped', 'failed'),
    rows: WHOLE,
    tried: WHOLE,
    created: WHOLE,
    updated: WHOLE,
    unchanged: WHOLE,
    refused: WHOLE,
    createdAt: MOMENT,
  },
  { endedAt: MOMENT, result: IMPORTED, problem: answer({ code: TEXT, message: TEXT }) },
)
