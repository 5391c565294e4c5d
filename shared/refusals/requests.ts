// Lists the refusals of requests that can't be read or are too much. Only the server makes them.
import type { RefusalText } from './refusal-text.ts'

export const REQUEST_REFUSALS = {
  too_large: { status: 413, message: 'This is too large.' },
  document_wrong: { status: 422, message: 'This document has errors.' },
  document_conflict: { status: 409, message: 'Existing data does not fit this document.' },
  moment_past: { status: 422, message: 'The moment must lie in the future.' },
  publication_waits: {
    status: 409,
    message: 'Another publication waits for its moment already. Cancel it first.',
  },
  no_backup: {
    status: 503,
    message: 'Nothing was published, because the data that it deletes could not be backed up: {problem}',
  },
  deletion_by_command: {
    status: 409,
    message: 'Nothing was published: it would delete data, of which this server makes no backup.',
    remedy: 'Back up the PostgreSQL database, then publish on the command line: {command}',
  },
  examples_fail: { status: 409, message: 'Examples of this document that do not hold: {count}.' },
  trial_too_large: {
    status: 409,
    message: 'The data has {size}, and a copy may have {most} at most. Try the document on its sample, or empty.',
  },
  trials_full: {
    status: 503,
    message: 'At most {most} documents are tried on this server at once. Please try again when one of them has ended.',
  },
  trial_ended: {
    status: 404,
    message: 'This trial has ended, and nothing of it is left. Start another one in the studio.',
  },
  trial_no_sample: { status: 409, message: 'There is no sample data for this document. Try it empty.' },
  trial_sample_refused: { status: 409, message: 'The sample data does not fit this document. {problem}' },
  trial_role_refused: { status: 409, message: 'Nobody can be made up with this role. {problem}' },
  version_needed: { status: 428, message: 'Send the version you saw, as If-Match.' },
  exists_already: { status: 412, message: 'If-None-Match requires that this does not exist yet, but it does.' },
  weak_etag: {
    status: 412,
    code: 'changed_meanwhile',
    message: 'A weak ETag (W/"…") never matches in If-Match. Send the tag without W/, or the _version.',
  },
  too_many: { status: 429, message: 'Too many requests. Please wait a moment.' },
  unavailable: { status: 503, message: 'Not available right now. Please try again.' },
  outcome_unknown: { status: 503, message: 'It may have been done. Look before you send it again.' },
  storage_damaged: {
    status: 503,
    code: 'unavailable',
    message: 'Not available right now. Please try again.',
    remedy:
      'The database is damaged: nothing can be saved, but undamaged data can still be read. The operator must restore a backup.',
  },
  internal: {
    status: 500,
    message: 'Something went wrong on our side. We logged it under this request’s number.',
  },
  method_not_allowed: { status: 405, message: '{method} is not allowed here; use {methods}.' },
  view_only: {
    status: 403,
    message: 'You are viewing as somebody else, so you can’t change anything. Stop viewing first.',
  },
  foreign_origin: {
    status: 403,
    message: 'Only this application’s own pages can write with a cookie. In programs, send a token.',
  },
  foreign_site: {
    status: 403,
    message: 'Agents reach this application only at its own address, and “{address}” is not it.',
    remedy: 'PUBLIC_URL says by which name the application is reached.',
  },
  webhook_circle: {
    status: 409,
    message: 'Webhooks are calling each other in a loop (more than {most} in a row).',
  },
  https_needed: { status: 403, message: 'Your browser can’t stay signed in here over http.' },

  unsupported_media_type: { status: 415, message: 'Send the body as JSON, with Content-Type: application/json.' },
  body_no_text: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'Send the body as text, with Content-Type: {type}.',
  },
  range_unsatisfiable: { status: 416, message: 'The file has {size} bytes; none of them lies in this range.' },
  expectation_failed: { status: 417, message: 'Expect may only be 100-continue.' },
  body_encoded: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'Send the body without Content-Encoding.',
  },
  body_no_import: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'The body must be the file, with Content-Type: {types}.',
  },
  body_not_utf8: { status: 400, code: 'malformed', message: 'The body is not text in UTF-8.' },
  body_not_json: { status: 400, code: 'malformed', message: 'The body is not valid JSON.' },
  body_half_character: {
    status: 400,
    code: 'malformed',
    message: 'The body contains a lone surrogate (half a character).',
  },
  body_name_twice: { status: 400, code: 'malformed', message: 'The body has a name twice in one object.' },
  body_cut_off: { status: 400, code: 'malformed', message: 'The body ended before it was complete.' },
  body_too_deep: { status: 400, code: 'malformed', message: 'A body may be at most {most} levels deep.' },
  body_too_many_members: { status: 400, code: 'malformed', message: 'A body may have at most {most} members.' },
  body_no_file: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'Send the file as multipart/form-data, as the part "{part}".',
  },
  file_missing: { status: 400, code: 'malformed', message: 'The body has no file. Send it as the part "{part}".' },
  file_too_large: { status: 413, code: 'too_large', message: 'This file is too large: at most {most} are taken.' },
  file_name_too_long: {
    status: 400,
    code: 'malformed',
    message: 'The name of this file has {count} characters; at most {most} are taken. Give it a shorter one.',
  },
  file_name_too_many_marks: {
    status: 400,
    code: 'malformed',
    message: 'The name of this file has more than {most} accents and other marks on one letter. Give it another one.',
  },
  picture_too_large: {
    status: 413,
    code: 'too_large',
    message: 'This picture has too many pixels: at most {most} million are taken.',
  },
  too_many_uploads: {
    status: 429,
    code: 'too_many',
    message: 'You can upload at most {most} files at once. Wait until one of them is there.',
  },
  picture_too_slow: {
    status: 413,
    code: 'too_large',
    message: 'This picture takes too long to read. Save it smaller, or in another format.',
  },
  body_too_large: { status: 413, code: 'too_large', message: 'A body may have at most {most} bytes.' },
  member_missing: { status: 400, code: 'malformed', message: '{member} is missing; it is {expected}.' },
  member_wrong: { status: 400, code: 'malformed', message: '{member} must be {expected}.' },
  text_too_long: {
    status: 400,
    code: 'malformed',
    message: '{member} may have at most {most} characters; it has {count}.',
  },
  text_too_many_marks: {
    status: 400,
    code: 'malformed',
    message: '{member} has more than {most} accents and other marks on one letter.',
  },
  member_unknown: { status: 400, code: 'malformed', message: 'There is no member {member}; {known}.' },
  member_too_short: { status: 400, code: 'malformed', message: '{member} must have at least {least}.' },
  member_too_long: {
    status: 413,
    code: 'too_large',
    message: '{member} may have at most {most} items; it has {count}.',
  },

  too_slow: { status: 408, message: 'The body took longer than {seconds} seconds.' },
  took_too_long: {
    status: 503,
    message: 'This took longer than {seconds} seconds. It may still have worked. Check before you try again.',
  },

  unknown_parameter: { status: 400, message: 'There is no parameter {parameter} here; there are {known}.' },
  bad_request: { status: 400, message: '{parameter} must be {expected}.' },
  parameter_twice: { status: 400, code: 'bad_request', message: 'The parameter {parameter} is given twice.' },
  parameter_not_text: { status: 400, code: 'malformed', message: 'The parameter {parameter} is not text.' },
  unknown_event: { status: 400, code: 'bad_request', message: 'There is no event {event}; there are {known}.' },
  address_too_long: {
    status: 414,
    code: 'too_large',
    message: 'An address may have at most {most} characters of parameters.',
  },
  bad_cursor: {
    status: 400,
    message: 'This cursor does not belong to this list. Start again without "after".',
  },
  bad_etag: {
    status: 400,
    code: 'malformed',
    message: 'Set If-Match to the record’s ETag as you read it, or to its _version; separate several with commas.',
  },
  bad_day: { status: 400, code: 'malformed', message: '{member} is not a valid time.' },
  not_in_batch: { status: 400, code: 'malformed', message: 'calls[{index}]: {path} is not the path of a record.' },
  unknown_protocol: { status: 400, code: 'bad_request', message: 'MCP-Protocol-Version must be one of {known}.' },

  idempotency_key_malformed: {
    status: 400,
    code: 'malformed',
    message: 'An Idempotency-Key must have 1 to {most} characters.',
  },
  idempotency_key_under_way: {
    status: 409,
    code: 'conflict',
    message: 'A request with this Idempotency-Key is under way.',
  },
  idempotency_key_reused: {
    status: 422,
    code: 'invalid',
    message: 'This Idempotency-Key was used for another request.',
  },
} as const satisfies { readonly [name: string]: RefusalText }
