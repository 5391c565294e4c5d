// Lists the refusals of single fields in the forms of accounts: roles, passwords, factors, tokens and views.
import type { RefusalText } from './refusal-text.ts'

export const ACCOUNT_FIELD_REFUSALS = {
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
