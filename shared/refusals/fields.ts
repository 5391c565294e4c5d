// Lists the refusals of single fields: what stands in `errors` beside the name of its field.
import type { RefusalText } from './refusal-text.ts'

export const FIELD_REFUSALS = {
  required: { message: '{field} is required.' },
  target_required: { code: 'required', message: 'Choose the state in "to": {states}.' },
  role_required: { code: 'required', message: 'Choose at least one role.' },
  taken: { message: '{field} is already taken.' },
  taken_together: { code: 'taken', message: 'There is already one with this {fields}.' },
  no_such_record: { code: 'not_found', message: '{field}: there is no such {entity}.' },
  no_such_file: { code: 'not_found', message: '{field}: this file is not there. Upload it first.' },
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
  not_to_choose: { message: '{field}: this one can’t be chosen.' },
  not_to_choose_where: { code: 'not_to_choose', message: '{field}: choose one where {condition}.' },
  standard: { message: '{field} is set by the system.' },
  computed: { message: '{field} is calculated by the system.' },
  too_many_dates_in_field: {
    code: 'out_of_range',
    message: '{field}: a list of dates has at most {most} entries. Choose a shorter period.',
  },
  given_by_system: { code: 'computed', message: '{field} is set by the system.' },
  state_field: { message: '{field} is changed only by transitions.' },
  not_writable: { code: 'not_allowed', message: '{field}: you may not change this.' },
  not_writable_new: { code: 'not_allowed', message: '{field}: you may not set this.' },
  not_writable_here: { code: 'not_allowed', message: '{field}: you may not change this here.' },
  not_writable_in_state: { code: 'not_allowed', message: '{field} can’t be changed in this state.' },
  write_once: { message: '{field} can’t be changed any more.' },
  not_asked: { code: 'unknown_field', message: '{field} isn’t expected here.' },
  not_taken: { code: 'unknown_field', message: '{field} is not accepted here.' },
  no_object: { code: 'wrong_type', message: '{field} must be an object.' },
  lines_no_list: { code: 'wrong_type', message: '{field} must be a list of objects.' },
  too_many_lines_sent: { code: 'too_many', message: '{field}: at most {most} can be sent.' },
  line_of_another: { code: 'not_allowed', message: '{field} must be the record the line is sent with.' },
  line_id_no_text: { code: 'wrong_type', message: 'Id must be text.' },
  line_delete: { code: 'wrong_type', message: 'Delete must be true.' },
  line_twice: { code: 'doubled', message: 'This {entity} was sent twice.' },
  too_few_lines: { code: 'too_few', message: '{field}: at least {least}.' },
  too_many_lines: { code: 'too_many', message: '{field}: at most {most}.' },
  no_such_line: { code: 'not_found', message: 'There is no such {entity} here.' },
  no_such_input: { code: 'not_found', message: 'There is no such {entity}.' },

  unknown_role: { message: 'There is no role {role}.' },
  unknown_role_here: { code: 'unknown_role', message: 'There is no role {role}; there are {known}.' },
  not_your_role: { code: 'unknown_role', message: 'You have no role {role}.' },
  no_administrator: { code: 'not_allowed', message: 'You are not an administrator.' },
  no_such_person: { code: 'not_found', message: 'There is no such person.' },
  nobody_to_view_as: { code: 'not_found', message: 'This person doesn’t exist or can’t sign in.' },
  person_has_account: { code: 'not_found', message: 'This person doesn’t exist or already has an account.' },
  person_without_account: { code: 'not_found', message: 'This person doesn’t exist or has no account.' },
  person_without_factor: { code: 'not_found', message: 'This person doesn’t exist or has no second factor.' },
  not_invited: { message: 'This invitation is for another address.' },
  account_taken: {
    code: 'taken',
    message: 'There is already an account with this address. Sign in, or use another address.',
  },
  address_taken: { code: 'taken', message: 'Somebody else signs in with this address.' },
  address_invisible: {
    code: 'not_an_email',
    message: 'This address has letters that can’t be seen. Type it, rather than copying it.',
  },
  name_turned: {
    code: 'malformed',
    message: 'This name has marks that turn the direction of writing. Leave them out.',
  },
  password_required: {
    code: 'required',
    message: 'You signed up in another browser, so please choose your password now.',
  },

  weak_password: { message: 'This password is too easy to guess.' },
  password_no_text: { code: 'weak_password', message: 'A password must be text.' },
  password_too_short: { code: 'weak_password', message: 'A password must have at least {least} characters.' },
  password_too_long: { code: 'weak_password', message: 'A password may have at most {most} characters.' },
  password_about_person: {
    code: 'weak_password',
    message: 'A name or an address with something added is too easy to guess.',
  },
  wrong_password: { code: 'wrong', message: 'Wrong password.' },
  wrong_set_up_code: { code: 'wrong', message: 'This is not the code that the app shows now.' },
  wrong_factor_code: { code: 'wrong', message: 'This code is wrong or was used already.' },
  wrong_passkey: {
    code: 'wrong',
    message: 'This passkey did not work. Please try again, or confirm another way.',
  },
  link_of_another: { code: 'wrong', message: 'This link was sent to somebody else.' },
  passkey_name: { code: 'bad_name', message: 'A passkey’s name must have 1 to {most} characters.' },
  too_many_passkeys: { code: 'too_many', message: 'You can have at most {most} passkeys. Remove one first.' },
  name_length: { code: 'invalid', message: 'A name must have 1 to {most} characters.' },
  token_end: { code: 'out_of_range', message: 'A token must end within a year from now.' },
  too_many_tokens: { code: 'too_many', message: 'You can have at most {most} tokens.' },
  too_many_calendars: { code: 'too_many', message: 'You can have at most {most} addresses of calendars.' },
  unknown_screen: { message: 'There is no list {screen}.' },
  view_too_long: { code: 'too_long', message: 'A view may have at most {most} characters.' },
  view_name_taken: { code: 'taken', message: 'You already have a view “{name}” here.' },
  too_many_views: { code: 'too_many', message: 'There are at most {most} such views.' },
} as const satisfies { readonly [name: string]: RefusalText }

/**
 * Refusal of a value. The type of its field, in `shared/fields`, words the problem: "must be a date", "has 90
 * characters".
 */
export const OF_VALUE = { message: '{field} {problem}.' } as const

export const VALUE_REFUSALS = {
  wrong_type: OF_VALUE,
  too_long: OF_VALUE,
  too_short: OF_VALUE,
  too_few: OF_VALUE,
  wrong_file_type: OF_VALUE,
  not_uploaded: OF_VALUE,
  doubled: OF_VALUE,
  too_big: OF_VALUE,
  too_small: OF_VALUE,
  pattern: OF_VALUE,
  not_one_of: OF_VALUE,
  one_line: OF_VALUE,
  control_characters: OF_VALUE,
  too_deep: OF_VALUE,
  out_of_range: OF_VALUE,
  not_an_email: OF_VALUE,
  not_a_url: OF_VALUE,
  not_a_phone: OF_VALUE,
  not_a_slug: OF_VALUE,
  not_a_color: OF_VALUE,
} as const satisfies { readonly [code: string]: RefusalText }
