// Lists the refusals of signing in and up, of sessions, tokens, factors and people.
import type { RefusalText } from './refusal-text.ts'

export const ACCOUNT_REFUSALS = {
  not_signed_in: { status: 401, message: 'Please sign in first.' },
  wrong_credentials: { status: 401, message: 'Wrong email address or password.' },
  sign_in_impossible: {
    status: 401,
    code: 'wrong_credentials',
    message: 'You couldn’t be signed in this way. Try again, or sign in another way.',
  },
  sample_elsewhere: {
    status: 403,
    code: 'not_allowed',
    message: 'The people of the sample can sign in only on this machine: anybody can read their password.',
    remedy:
      'The operator of this application can start it with PUBLIC_URL and --sample: then these people get a password of their own.',
  },
  sign_in_method_not_offered: {
    status: 403,
    message: 'You can’t sign in here with a {way}.',
    remedy: 'Choose another option on the sign-in page.',
  },
  last_sign_in_method: {
    status: 409,
    message: 'This is your only way to sign in. Add another one before you remove it.',
  },
  not_by_token: { status: 403, message: 'An API token can’t manage accounts.', remedy: 'Sign in to do this.' },
  token_without_roles: {
    status: 403,
    code: 'not_allowed',
    message: 'This API token has no role, and messages are for the roles of its person.',
    remedy: 'Make a token with a role.',
  },
  proof_needed: {
    status: 403,
    message: 'You signed in a while ago. Please confirm that it is you.',
    remedy: 'Confirm at /api/auth/reauthentication, which lists the options, or sign in again.',
  },
  second_proof_needed: {
    status: 403,
    message: 'This changes your second factor. Please confirm with both factors.',
    remedy: 'Confirm with both within two minutes at /api/auth/reauthentication, which lists the options.',
  },
  second_factor_needed: {
    status: 403,
    message: 'Your role needs a second factor. Set it up first.',
    remedy: 'Set up an authenticator app in your account, or sign in with a passkey.',
  },
  second_step_needed: {
    status: 403,
    code: 'second_factor_needed',
    message: 'This account has a second factor. Sign in on the application’s page.',
  },
  wrong_code: { status: 401, message: 'This code is wrong or was used already.' },
  challenge_gone: { status: 401, message: 'This took too long, or there were too many tries. Please sign in again.' },
  set_up_gone: { status: 422, message: 'This took too long. Please start again.' },
  code_set_up: {
    status: 409,
    code: 'conflict',
    message: 'An authenticator app is already set up. Switch it off to set up another one.',
  },
  code_not_set_up: { status: 409, code: 'conflict', message: 'No authenticator app is set up.' },
  passkey_refused: { status: 422, message: 'This passkey could not be added. Please try again.' },
  wrong_origin: {
    status: 403,
    message: 'Passkeys work only at {address}.',
    remedy: 'Open the application there, or have PUBLIC_URL set to the address that people use.',
  },
  link_gone: {
    status: 422,
    message: 'This link was used already or has expired.',
    remedy: 'Ask for a new one.',
  },
  no_mail: {
    status: 422,
    message: 'This application sends no email.',
    remedy: 'An administrator can give you a link.',
  },
  invitation_gone: {
    status: 422,
    message: 'This invitation was used already, withdrawn, or has expired.',
  },
  sign_up_contested: {
    status: 409,
    message: 'Two browsers asked to sign up with this address.',
    remedy: 'Make a link and give it to the person you know.',
  },
  password_needed: {
    status: 422,
    message: 'You signed up in another browser, so please choose your password now.',
  },
  other_browser: {
    status: 422,
    message: 'Open this link in the browser in which you signed up: your passkey is there.',
    remedy: 'Or sign up again in this browser.',
  },

  provider_unavailable: {
    status: 503,
    message: '{provider} can’t be reached right now. Try again in a few minutes, or sign in another way.',
  },
  provider_denied: {
    status: 403,
    message: 'Sign-in with {provider} was cancelled or refused. Try again, or sign in another way.',
  },
  provider_failed: {
    status: 502,
    message: '{provider} sent a response that can’t be trusted. You are not signed in; please try again.',
  },
  flow_gone: {
    status: 422,
    message: 'This took too long, was started in another browser, or is done already. Please start again.',
  },
  email_unverified: {
    status: 403,
    message: '{provider} has not verified your email address. Verify it there, or sign in another way.',
  },
  account_exists: {
    status: 409,
    message:
      'There is already an account with your email address. Sign in as before; then you can link {provider} on your account page.',
  },
  no_account: { status: 403, message: 'You have no account here. Ask for an invitation.' },
  sign_up_waits: {
    status: 403,
    message: 'Your request has arrived. Once an administrator has approved it, sign in with {provider}.',
  },
  identity_taken: { status: 409, message: 'This {provider} account is linked with somebody else’s account here.' },
  identity_other: {
    status: 403,
    message: 'Your account here is not linked with this {provider} account.',
  },
  provider_incomplete: {
    status: 422,
    message:
      '{provider} didn’t share enough about you to create an account here. Sign up another way, then link {provider} on your account page.',
  },
} as const satisfies { readonly [name: string]: RefusalText }
