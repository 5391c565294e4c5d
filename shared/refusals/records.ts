// Lists the refusals of reading and writing records that pages decide, too.
import type { RefusalText } from './refusal-text.ts'

export const RECORD_REFUSALS = {
  invalid: { status: 422, message: 'Some values are not valid.' },
  not_allowed: { status: 403, message: 'You may not do this.' },
  lines_closed: {
    status: 403,
    code: 'not_allowed',
    message: '{entity}: none can be added, changed or removed in this state.',
  },
  conflict: { status: 409, message: 'This can’t be done in the current state.' },
  condition_unmet: { status: 409, code: 'conflict', message: 'A condition of this step is not met.' },
  changed_meanwhile: { status: 412, message: 'Somebody else changed this in the meantime.' },
  unknown_field: { status: 400, message: 'There is no field {field}.' },
} as const satisfies { readonly [name: string]: RefusalText }
