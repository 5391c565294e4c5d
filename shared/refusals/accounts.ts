// Lists the refusals of signing in and up, of sessions, tokens, factors and people.
import type { RefusalText } from './refusal-text.ts'

export const ACCOUNT_REFUSALS = {
  not_signed_in: { status: 401, message: 'Please sign in first.' },
  wrong_credentials: { status: 401, message: 'The e-mail address or the password is not right.' },
  sign_in_impossible: {
    ...{ status: 401, code: 'wrong_credentials' },
    message: 'Signing in was not possible this way.',
  },
  way_not_offered: {
    status: 403,
    message: 'Nobody signs in to this application with a {way}.',
    remedy: 'Sign in in another way that the sign-in page offers.',
  },
  last_way: {
    status: 409,
    message: 'It is the only way that you have to sign in. Add another one before you remove it.',
  },
  not_by_token: { status: 403, message: 'An API token can’t manage accounts.', remedy: 'Sign in to do this.' },
  proof_needed: {
    status: 403,
    message: 'You signed in a while ago. Show that it is still you to go on.',
    remedy: 'Prove it at /api/auth/proof, which tells in what ways, or sign in again.',
  },
  second_proof_needed: {
    status: 403,
    message: 'This changes your second factor. Show both of your factors to go on.',
    remedy: 'Show them at /api/auth/proof, which tells in what ways, within two minutes.',
  },
  second_factor_needed: {
    status: 403,
    message: 'Your role asks for a second factor. Set it up first.',
    remedy: 'Set up an authenticator app in your account, or sign in with a passkey.',
  },
  second_step_needed: {
    ...{ status: 403, code: 'second_factor_needed' },
    message: 'This account asks for a second factor. Sign in on the page of the application.',
  },
  wrong_code: { status: 401, message: 'This code is not right, or was used already.' },
  challenge_gone: { status: 401, message: 'That took too long, or too many tries. Please sign in again.' },
  set_up_gone: { status: 422, message: 'That took too long. Please begin again.' },
  code_set_up: {
    ...{ status: 409, code: 'conflict' },
    message: 'An authenticator app is set up already. Switch it off to set up another one.',
  },
  code_not_set_up: { status: 409, code: 'conflict', message: 'No authenticator app is set up.' },
  passkey_refused: { status: 422, message: 'This passkey could not be added. Please try once more.' },
  wrong_origin: {
    status: 403,
    message: 'Passkeys work only at {address}.',
    remedy: 'Open the application there, or have PUBLIC_URL set to the address that people use.',
  },
  link_gone: {
    status: 422,
    message: 'This link was used already, or is too old.',
    remedy: 'Ask for a new one.',
  },
  no_mail: {
    status: 422,
    message: 'This application sends no e-mail.',
    remedy: 'An administrator can give you a link.',
  },
  invitation_gone: {
    status: 422,
    message: 'This invitation was used already, is too old, or was taken back.',
  },
  sign_up_contested: {
    status: 409,
    message: 'Two browsers asked to sign up with this address.',
    remedy: 'Make a link, and give it to the person that you know.',
  },
  password_needed: {
    status: 422,
    message: 'This is not the browser in which you signed up, so please choose your password now.',
  },
  other_browser: {
    status: 422,
    message: 'Open this link in the browser in which you signed up: your passkey is there.',
    remedy: 'Or sign up again in this browser.',
  },

  provider_unavailable: {
    status: 503,
    message: '{provider} can’t be reached just now. Please try again in a few minutes, or sign in another way.',
  },
  provider_denied: {
    status: 403,
    message: 'You did not go on at {provider}, or it did not let you. Nobody was signed in.',
  },
  provider_failed: {
    status: 502,
    message: '{provider} answered something that can’t be trusted. Nobody was signed in; please try again.',
  },
  flow_gone: {
    status: 422,
    message: 'This took too long, was begun in another browser, or was done already. Please start again.',
  },
  email_unverified: {
    status: 403,
    message: '{provider} does not vouch for your e-mail address. Have it confirmed there, or sign in another way.',
  },
  account_exists: {
    status: 409,
    message:
      'There is an account with your e-mail address already. Sign in as you did before; then you can link {provider} on your account page.',
  },
  no_account: { status: 403, message: 'You have no account here. Somebody has to invite you.' },
  sign_up_waits: {
    status: 403,
    message: 'Your request has arrived. An administrator decides; then come back, and sign in with {provider}.',
  },
  identity_taken: { status: 409, message: 'Somebody else’s account here is linked with this one of {provider}.' },
  identity_other: {
    status: 403,
    message: 'Your account here is not linked with the one that you used at {provider}.',
  },
  provider_incomplete: {
    status: 422,
    message:
      'What {provider} tells of you is not enough for an account here. Sign up in another way, then link {provider} on your account page.',
  },
} as const satisfies { readonly [name: string]: RefusalText }
