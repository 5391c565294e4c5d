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
