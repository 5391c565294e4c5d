// Declares the limits of files that are imported.

/** Bytes of a file, as it is sent. */
export const MOST_FILE_BYTES = 20 * 1024 ** 2
/** A wider table is no list of records but an attack on memory, or a sheet that was saved with all its empty columns. */
export const MOST_COLUMNS = 500
/** Cells that hold something, of the columns that are read. */
export const MOST_CELLS = 2_000_000
/** Bytes of all that is unpacked of a workbook. */
export const MOST_UNPACKED_BYTES = 150 * 1024 ** 2
/** Parts of a workbook. */
export const MOST_PARTS = 2_000
/** Characters of the texts that a workbook shares among its cells. */
export const MOST_SHARED_CHARACTERS = 64 * 1024 ** 2
/** Number formats of a workbook. */
export const MOST_STYLES = 64_000
/** Sheets that are listed. */
export const MOST_SHEETS = 200
/** Characters of a line of NDJSON, and how deep its values lie. */
export const LONGEST_JSON_LINE = 1_000_000
export const DEEPEST_JSON = 32
/** Lines, from the first, among which the headings are looked for. */
export const MOST_LINES_ABOVE = 20
