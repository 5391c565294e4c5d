// Lists the problems of signing in by a provider, by code and sentence.

interface SignInProblemEntry {
  readonly status: number
  readonly message: (provider: string) => string
}

const PROBLEMS = {
  provider_unavailable: {
    status: 503,
    message: (provider) =>
      `${provider} can’t be reached just now. Please try again in a few minutes, or sign in another way.`,
  },
  provider_denied: {
    status: 403,
    message: (provider) => `You did not go on at ${provider}, or it did not let you. Nobody was signed in.`,
  },
  provider_failed: {
    status: 502,
    message: (provider) =>
      `${provider} answered something that can’t be trusted. Nobody was signed in; please try again.`,
  },
  flow_gone: {
    status: 422,
    message: () => 'This took too long, was begun in another browser, or was done already. Please start again.',
  },
  email_unverified: {
    status: 403,
    message: (provider) =>
      `${provider} does not vouch for your e-mail address. Have it confirmed there, or sign in another way.`,
  },
  account_exists: {
    status: 409,
    message: (provider) =>
      `There is an account with your e-mail address already. Sign in as you did before; then you can link ${provider} on your account page.`,
  },
  no_account: {
    status: 403,
    message: () => 'You have no account here. Somebody has to invite you.',
  },
  sign_up_waits: {
    status: 403,
    message: (provider) =>
      `Your request has arrived. An administrator decides; then come back, and sign in with ${provider}.`,
  },
  identity_taken: {
    status: 409,
    message: (provider) => `Somebody else’s account here is linked with this one of ${provider}.`,
  },
  identity_other: {
    status: 403,
    message: (provider) => `Your account here is not linked with the one that you used at ${provider}.`,
  },
  invitation_gone: {
    status: 422,
    message: () => 'This invitation was used already, or is too old.',
  },
  provider_incomplete: {
    status: 422,
    message: (provider) =>
      `What ${provider} tells of you is not enough for an account here. Sign up in another way, then link ${provider} on your account page.`,
  },
  too_many: {
    status: 429,
    message: () => 'That was too often. Please wait a while.',
  },
} as const satisfies { readonly [code: string]: SignInProblemEntry }

export type SignInProblem = keyof typeof PROBLEMS

export function isSignInProblem(code: string): code is SignInProblem {
  return Object.hasOwn(PROBLEMS, code)
}

export function signInProblem(
  code: SignInProblem,
  provider: string,
): { readonly status: number; readonly message: string } {
  const { status, message } = PROBLEMS[code]
  return { status, message: message(provider) }
}
