// Lists the refusals of lists, summaries, imports, undoing and deleting. Only the server makes them.
import type { RefusalText } from './refusal-text.ts'

export const LIST_AND_IMPORT_REFUSALS = {
  not_found: { status: 404, message: 'This does not exist, or you may not see it.' },
  undo_changed: { status: 409, message: 'This was changed since, so it can’t be undone.' },
  undo_gone: { status: 409, message: 'This was deleted since, so it can’t be undone.' },
  undo_hidden: { status: 409, message: 'This changed something that you could not see, so it can’t be undone.' },
  undo_no_way_back: { status: 409, message: 'No transition leads back to the state before.' },
  too_many_undos: {
    status: 409,
    code: 'too_many_undos',
    message: 'You have {most} undos under way. Wait for one, or stop it.',
  },
  undo_failed: {
    status: 500,
    code: 'internal',
    message: 'The undo failed inside the program. Its fault is in the log.',
  },
  undo_too_large: { status: 409, message: 'This is more than can be undone at once.' },
  nothing_to_undo: { status: 409, message: 'There is nothing left to undo.' },
  single_exists: {
    status: 409,
    code: 'conflict',
    message: 'There is already one {entity}; there can be only one.',
  },
  still_referred: { status: 409, code: 'conflict', message: 'It can’t be deleted: {records} refer to it.' },
  clears_wrongly: {
    status: 409,
    code: 'conflict',
    message: 'Deleting this would leave {entity} invalid: {problem}',
  },
  cascade_too_deep: {
    status: 409,
    code: 'conflict',
    message: 'This sets off more than {most} effects in a row. Nothing was changed.',
  },
  cascade_too_wide: {
    status: 409,
    code: 'conflict',
    message: 'This would touch more than {most} records. Nothing was changed.',
  },
  storage_used_up: {
    status: 413,
    message: 'The storage for one person is used up. Delete something for good first.',
  },
  storage_full: {
    status: 507,
    message: 'The disk is full. Nothing was changed; you can still read and delete.',
  },
  too_many_watches: {
    status: 409,
    code: 'conflict',
    message: 'You can watch at most {most} records. Stop watching one first.',
  },
  mail_expired: {
    status: 409,
    message: 'The link in this message has expired.',
    remedy: 'Ask the recipient to request a new one, or create a link by hand.',
  },
  no_relation: { status: 400, code: 'bad_request', message: '{field} is not a relation.' },
  search_too_long: { status: 400, code: 'bad_request', message: 'A search may have at most {most} characters.' },
  table_empty: { status: 400, code: 'malformed', message: 'The file is empty. Its first line names the columns.' },
  table_uneven: {
    status: 400,
    code: 'malformed',
    message: 'Line {line} has {cells} cells, and there are only {headings} columns.',
  },
  table_unreadable: {
    status: 400,
    code: 'malformed',
    message:
      'Line {line} can’t be read. Put a cell that has quotation marks into quotation marks, and double those in it.',
  },
  too_many_to_import: {
    status: 413,
    code: 'too_large',
    message: 'The file has more than {most} rows. Split it: so many can be imported at once.',
  },
  too_many_columns: {
    status: 413,
    code: 'too_large',
    message: 'A table can have at most {most} columns. Delete those that are not needed.',
  },
  too_many_cells: {
    status: 413,
    code: 'too_large',
    message: 'The columns that are read hold more than {most} cells. Ignore some columns, or split the file.',
  },
  json_line_unreadable: {
    status: 400,
    code: 'malformed',
    message: 'Line {line} is no JSON object of at most a million characters.',
  },
  workbook_unreadable: {
    status: 400,
    code: 'malformed',
    message: 'This is not a whole Excel workbook. Save it anew as .xlsx, or as comma-separated values.',
  },
  workbook_of_old: {
    status: 400,
    code: 'malformed',
    message: 'This workbook is encrypted, or of an Excel before 2007. Save it without a password as .xlsx.',
  },
  workbook_too_large: {
    status: 413,
    code: 'too_large',
    message: 'This workbook is too large when unpacked. Save its sheet as comma-separated values.',
  },
  no_such_sheet: {
    status: 400,
    code: 'bad_request',
    message: 'The workbook has no sheet “{sheet}”. Its sheets: {sheets}.',
  },
  no_heading_line: { status: 400, code: 'bad_request', message: 'Line {line} is empty: it can’t hold the headings.' },
  no_such_column: { status: 400, code: 'bad_request', message: 'The file has no column {column}.' },
  columns_unreadable: {
    status: 400,
    code: 'bad_request',
    message: 'The parameter columns must be JSON: an object with a field, null or an object for each column.',
  },
  too_many_imports: {
    status: 409,
    code: 'too_many_imports',
    message: 'You have {most} imports under way. Wait for one, or stop it.',
  },
  import_failed: {
    status: 500,
    code: 'internal',
    message: 'The import failed inside the program. Its fault is in the log.',
  },
  no_match: { status: 400, code: 'bad_request', message: 'Records can’t be found by {field}: it is not unique.' },
  no_match_found: { status: 404, code: 'not_found', message: 'There is no {entity} with {field} “{value}”.' },
  no_column_to_import: {
    status: 422,
    code: 'invalid',
    message: 'None of these columns can be imported: {headings}.',
    remedy: 'Name the columns in the first line as the fields are named.',
  },
  too_much: { status: 400, message: 'At most {most} relations can be expanded.' },
  expanded_too_deep: { status: 400, code: 'too_much', message: 'Relations can be expanded {most} levels deep.' },
  sorted_by_too_many: { status: 400, code: 'too_much', message: 'A list can be sorted by at most {most} fields.' },
  sorted_too_far: {
    status: 400,
    code: 'too_much',
    message: 'A list can be sorted by fields at most {most} relation away.',
  },
  grouped_too_far: {
    status: 400,
    code: 'too_much',
    message: 'Group by a field of the records themselves, or by one that is at most {most} relation away.',
  },
  too_many_judged: {
    status: 409,
    code: 'conflict',
    message: 'This change would mean checking a rule on more than {most} records. Nothing was changed.',
  },
  too_many_groupings: { status: 400, code: 'too_much', message: 'Records can be grouped by at most {most} fields.' },
  too_many_measures: { status: 400, code: 'too_much', message: 'At most {most} measures can be asked for.' },
  bad_filter: { status: 400, message: '{problem}' },
  filter_unknown_field: { status: 400, code: 'unknown_field', message: '{problem}' },
  filter_too_long: { status: 400, code: 'bad_filter', message: 'A filter may have at most {most} characters.' },
  localised_field: {
    status: 400,
    code: 'bad_request',
    message:
      '{field} is a text in the application’s language: it has no order, and can’t be filtered by, grouped by or measured. Use the fields it is made from.',
  },
  filter_no_condition: { status: 400, code: 'bad_filter', message: 'This filter is not a condition.' },
  filter_too_costly: {
    status: 400,
    code: 'too_costly',
    message: 'This filter is too costly. Use fewer and smaller patterns, on shorter texts.',
  },
  too_costly: {
    status: 400,
    message:
      'This took longer than a second and was stopped. Narrow it down: filter by a relation, a key or an indexed field, leave out conditions over other records and large patterns, or search for a longer word.',
  },
  bad_measure: {
    status: 400,
    code: 'bad_request',
    message: 'A measure must be count, sum(field), avg(field), min(field) or max(field), not "{measure}".',
  },
  not_measurable: {
    status: 422,
    message: '{measure} can’t be measured: {takes}, but {field} isn’t one. count works with any records.',
  },
  not_groupable: {
    status: 422,
    code: 'not_measurable',
    message: 'You can’t group by {group}: only dates have periods, and {field} isn’t a date.',
  },
  too_many_dates: {
    status: 422,
    message: 'A list of dates has at most {most} entries. Choose a shorter period.',
  },
  measure_too_large: {
    status: 422,
    message: 'The result for {field} is too large. Measure fewer records, by a filter or in groups.',
  },
  answer_too_large: {
    status: 400,
    code: 'too_costly',
    message: 'The response would be longer than {most} characters. Ask for less.',
  },
  not_run: { status: 501, message: 'This version can’t run a step of this call.' },
  cell_error: { message: '{field}: the sheet shows an error here: {text}.' },
  none_called: { code: 'not_found', message: '{field}: there is no {entity} called “{text}”.' },
  several_called: { code: 'ambiguous', message: '{field}: several of {entity} are called “{text}”. Give the id.' },
  rows_in_circle: {
    message:
      '{field}: line {line}, to which this row refers, leads back to it, so that none of them can be first. Leave {field} empty here, and fill it in by a second import.',
  },
  row_refused: { code: 'not_found', message: '{field}: line {line}, which is meant, is refused itself.' },
  cell_cut: {
    message:
      '{field} has only the first {most} characters here: a cell of a workbook holds no more. Leave the column out, or import comma-separated values.',
  },
  column_undecided: {
    status: 422,
    code: 'column_undecided',
    message: 'Column {column}: “{text}” in line {line} may be {one} or {other}. Say in columns which it is.',
  },
  byte_unreadable: {
    status: 422,
    code: 'byte_unreadable',
    message: 'This row holds a byte ({byte}) that the encoding doesn’t have. Choose another encoding, or mend the row.',
  },
  record_twice: {
    status: 409,
    code: 'record_twice',
    message: 'Line {line} has the same record. The later row would win.',
  },
  digits_lost: {
    status: 422,
    code: 'digits_lost',
    message:
      '{field}: a sheet keeps 15 digits of a number, so the last ones of {text} may be lost. Format the column as text before you fill it in.',
  },
} as const satisfies { readonly [name: string]: RefusalText }
