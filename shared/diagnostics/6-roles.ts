// Lists the messages of reading and linking point 6.
import { joinNames } from '../text/language.ts'
import { entry } from './entry.ts'
import { didYouMean } from './all-points.ts'

export const unknownVerb = entry<{ verb: string; nearest: string | undefined }>(
  'roles/unknown-verb',
  'error',
  ({ verb, nearest }) => ({
    message: `"${verb}" is nothing that a role may do.`,
    hint:
      didYouMean(nearest) ??
      'a role may read, create, create by a step, update, delete, import, export, see history, restore, or do everything',
  }),
)

export const stepMakesNothing = entry<{ step: string; entity: string }>(
  'roles/step-makes-nothing',
  'error',
  ({ step, entity }) => ({
    message: `"${step}" makes no ${entity}: none of its rows is from "new record".`,
    hint: 'name a transition from "new record" behind "create by", or write "create"',
  }),
)

export const unknownSignUp = entry<{ value: string }>('roles/unknown-sign-up', 'error', ({ value }) => ({
  message: `"${value}" is no way to sign up.`,
  hint: 'write "open, as Customer", "open, as Customer, approved by administrators", "by invitation" or "closed"',
}))

export const unknownApproval = entry<{ value: string }>('roles/unknown-approval', 'error', ({ value }) => ({
  message: `"${value}": only administrators can be asked.`,
  hint: 'write "approved by administrators": they decide over who signs up',
}))

export const unknownSignIn = entry<{ value: string }>('roles/unknown-sign-in', 'error', ({ value }) => ({
  message: `"${value}" is no way to sign in.`,
  hint: 'write "password", "passkey", "link by email", or a provider as "Company" by OIDC',
}))

export const roleOfRecords = entry<{ role: string }>('roles/of-records', 'error', ({ role }) => ({
  message: `Whether somebody is "${role}" depends on a record, and none is at hand here.`,
  hint: 'name roles that are given to people',
}))

export const nobodyInGrant = entry<{ isCondition: boolean }>('roles/nobody-in-grant', 'error', ({ isCondition }) => ({
  message: 'A grant names a role, "everyone" or "anyone".',
  hint: isCondition
    ? 'write the role (or "everyone") here, and the condition in the column "where"'
    : 'what nothing grants is refused: leave the row out, or write "except …" to take away',
}))

export const builtInRole = entry<{ role: string }>('roles/built-in-role', 'error', ({ role }) => ({
  message: `"${role}" is built in and can't be a role of the document.`,
  hint: 'choose another name',
}))

export const emptyAfter = entry<{ word: string; expected: string }>(
  'roles/empty-after',
  'error',
  ({ word, expected }) => `"${word}" must be followed by ${expected}.`,
)

/** `other`: an entity of the same row, for which the condition can be asked. */
export const conditionOfOther = entry<{ entity: string; other: string }>(
  'roles/condition-of-other',
  'error',
  ({ entity, other }) => ({
    message: `This condition can be asked of ${other}, and not of ${entity}, which lacks what it names.`,
    hint: `give ${entity} a row of its own`,
  }),
)

/** `fields`: those that the condition reads and that nobody fills in, or the one that is required. */
export const samePerson = entry<{ field: string; shown: readonly string[] }>(
  'roles/same-person',
  'note',
  ({ field, shown }) => ({
    message: `This row keeps back ${field} and shows ${joinNames(shown, 'and', 'en')}, which may be the same person.`,
    hint: `except ${joinNames(shown, 'and', 'en')}, too, where nobody may find out who it is`,
  }),
)

export const otherwiseOfGrantNeverSaid = entry<{ code: string }>(
  'roles/otherwise-never-said',
  'warning',
  ({ code }) => ({
    message: `"${code}" is never said: the row has no condition under "where" that could refuse anybody.`,
    hint: 'write a condition under "where", or leave the code out',
  }),
)

export const createsNever = entry<{ entity: string; fields: string; isRequired: boolean; isWritten: boolean }>(
  'roles/creates-never',
  'warning',
  ({ entity, fields, isRequired, isWritten }) => ({
    message: isRequired
      ? `${fields} is required, and nobody who has this right may fill it in: it creates no ${entity}, and nothing is offered for it.`
      : `Nobody who has this right can meet its condition with a new ${entity}, in which they may not fill in ${fields}: nothing is offered for it.`,
    hint: isRequired
      ? `add ${fields} to the fields of the row, or give it a default`
      : isWritten
        ? `add ${fields} to the fields of the row, or correct the condition`
        : 'correct the condition',
  }),
)
