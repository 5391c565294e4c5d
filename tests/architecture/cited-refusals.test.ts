// Holds that a refusal cites its line of the document, or that its name is of those which no line gives.
import { expect, test } from 'vitest'
import { ACCOUNT_REFUSALS } from '#shared/refusals/accounts.ts'
import { REFUSALS } from '#shared/refusals/catalogue.ts'
import { REQUEST_REFUSALS } from '#shared/refusals/requests.ts'
import { code } from './source-files.ts'

/** Names of what the system refuses by itself: no line of a document says it. */
const OF_THE_SYSTEM = {
  'requests and accounts': [...Object.keys(REQUEST_REFUSALS), ...Object.keys(ACCOUNT_REFUSALS)],
  'what is not there for the reader, or changed meanwhile': ['not_found', 'not_allowed', 'changed_meanwhile'],
  'bodies of another form': [
    'line_delete',
    'line_id_no_text',
    'line_of_another',
    'line_twice',
    'lines_no_list',
    'no_object',
    'no_such_line',
    'not_asked',
    'not_taken',
    'too_many_lines_sent',
    'unknown_field',
  ],
  'lists, filters and summaries': [
    'bad_filter',
    'bad_measure',
    'expanded_too_deep',
    'filter_no_condition',
    'filter_too_costly',
    'filter_too_long',
    'filter_unknown_field',
    'localised_field',
    'measure_too_large',
    'no_relation',
    'not_groupable',
    'not_measurable',
    'search_too_long',
    'sorted_by_too_many',
    'too_costly',
    'too_many_dates',
    'too_many_groupings',
    'too_many_measures',
    'too_much',
  ],
  'files of imports': [
    'byte_unreadable',
    'column_undecided',
    'columns_unreadable',
    'digits_lost',
    'json_line_unreadable',
    'no_column_to_import',
    'no_heading_line',
    'no_match',
    'no_match_found',
    'no_such_column',
    'no_such_sheet',
    'record_twice',
    'table_empty',
    'table_uneven',
    'table_unreadable',
    'too_many_cells',
    'too_many_columns',
    'too_many_imports',
    'too_many_to_import',
    'workbook_of_old',
    'workbook_too_large',
    'workbook_unreadable',
  ],
  'undo, mail, watches and views': [
    'mail_expired',
    'no_such_record',
    'nothing_to_undo',
    'storage_full',
    'too_many_undos',
    'too_many_views',
    'too_many_watches',
    'undo_no_way_back',
    'undo_too_large',
    'unknown_screen',
    'view_name_taken',
    'view_too_long',
  ],
  'accounts, passwords and roles': [
    'account_taken',
    'address_invisible',
    'address_taken',
    'link_of_another',
    'name_length',
    'name_turned',
    'no_administrator',
    'no_such_person',
    'nobody_to_view_as',
    'not_invited',
    'not_your_role',
    'passkey_name',
    'password_about_person',
    'password_no_text',
    'password_required',
    'password_too_long',
    'password_too_short',
    'person_has_account',
    'person_without_account',
    'person_without_factor',
    'role_required',
    'token_end',
    'too_many_calendars',
    'too_many_passkeys',
    'too_many_tokens',
    'unknown_role',
    'unknown_role_here',
    'weak_password',
    'wrong_factor_code',
    'wrong_passkey',
    'wrong_password',
    'wrong_set_up_code',
  ],
}

/** Matches the beginning of a call that makes a refusal or an error of a field. */
const MADE = /(?<!function )\b(?:refused|makeRefusal|fieldError)(?:<\w+>)?\(/g
/** Matches arguments that hand a citation on. */
const CITES = /cite|limitCitation|\bbound\b/i

test('every refusal cites its line, or is of those that no line gives', () => {
  const made = [...code].flatMap(([path, text]) =>
    /^(?:server|shared)\//.test(path)
      ? [...text.matchAll(MADE)].map(({ index, 0: { length } }) => callAt(text, index + length - 1))
      : [],
  )
  expect(made.length).toBeGreaterThan(100)
  const without = made.flatMap((call) => (CITES.test(call) ? [] : namesIn(call)))
  const known = Object.values(OF_THE_SYSTEM).flat()
  expect([...new Set(without)].filter((name) => !known.includes(name)).toSorted()).toEqual([])
  const listed = Object.values(OF_THE_SYSTEM).slice(1).flat()
  expect(listed.filter((name) => !without.includes(name))).toEqual([])
})

/** Takes the arguments of a call, from the parenthesis that opens at `start`. */
function callAt(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')' && --depth === 0) return text.slice(start, at + 1)
  }
  return text.slice(start)
}

function namesIn(call: string): readonly string[] {
  return (call.match(/(?<=')\w+(?=')/g) ?? []).filter((word) => Object.hasOwn(REFUSALS, word))
}
