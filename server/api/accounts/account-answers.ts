// Describes the answers of accounts: sessions, links, factors, tokens, sign-ups.
import {
  answer,
  eitherOf,
  FLAG,
  itemsOf,
  listOf,
  MOMENT,
  orNull,
  PRESENT,
  TEXT,
  WHOLE,
  words,
} from '../routes/answer-schema.ts'

/** The token is for programs: a page gets a cookie in its place. */
export const SESSION_START = answer({ person: TEXT, expires_in: WHOLE }, { token: TEXT })

const SECOND_STEP = answer({ second_factor: listOf(TEXT), challenge: TEXT, expires_in: WHOLE })

/** A session, or what the second step needs. */
export const SIGNED_IN = eitherOf(SESSION_START, SECOND_STEP)

export const MESSAGE = answer({ message: TEXT })
export const NEXT_STEP = answer({ next: words('mail', 'administrator'), message: TEXT })
export const LINK = answer({ path: TEXT }, { link: TEXT, expires_at: MOMENT })
export const ELSEWHERE = answer({ url: TEXT })

/** Options of WebAuthn, to be passed on to the browser as they are. */
export const PASSKEY_OPTIONS = { ...answer({ challenge: TEXT }), additionalProperties: true }

export const INVITATION_ANSWER = answer({ first: FLAG, roles: listOf(answer({ role: TEXT, label: TEXT })) })

const PROVIDER_OPTION = answer({ kind: words('provider'), name: TEXT, path: TEXT })
const SIGN_IN_OPTION = eitherOf(answer({ kind: words('password', 'passkey', 'link') }), PROVIDER_OPTION)

export const SESSION = answer(
  {
    person: orNull(answer({ id: TEXT, name: TEXT, email: TEXT, roles: listOf(TEXT) })),
    roles: listOf(TEXT),
    administrator: FLAG,
    signUp: words('open', 'by invitation', 'closed'),
    signIn: listOf(SIGN_IN_OPTION),
    sendsMail: FLAG,
    revision: TEXT,
  },
  {
    signUpApproved: PRESENT,
    secondFactorNeeded: PRESENT,
    withoutPassword: PRESENT,
    viewing: answer({ by: TEXT, as: eitherOf(answer({ person: TEXT }), answer({ roles: listOf(TEXT) })) }),
    held: listOf(TEXT),
    policy: TEXT,
    sample: answer({ password: TEXT, people: listOf(answer({ email: TEXT, name: TEXT, is: TEXT })) }),
    clock: answer({ now: MOMENT, speed: { type: 'number' } }),
  },
)

export const SESSIONS_ANSWER = itemsOf(
  answer({ id: TEXT, created_at: MOMENT, expires_at: orNull(MOMENT), client: TEXT, current: FLAG }),
)

export const SIGN_UPS_ANSWER = itemsOf(
  answer({
    id: TEXT,
    name: TEXT,
    email: TEXT,
    askedAt: MOMENT,
    expiresAt: MOMENT,
    hasLink: FLAG,
    isContested: FLAG,
    known: orNull(words('account', 'record')),
    looksLike: orNull(TEXT),
  }),
)

export const SECOND_FACTOR_ANSWER = answer({
  on: FLAG,
  on_since: orNull(MOMENT),
  recovery_codes_left: WHOLE,
  needed: FLAG,
})

export const CODE_SET_UP = answer({ seed: TEXT, uri: TEXT, expires_at: MOMENT })

const RECOVERY_CODES = listOf(TEXT)
export const NEW_CODES = answer({ recovery_codes: RECOVERY_CODES })
export const CODES_AND_SESSION = answer(
  { person: TEXT, expires_in: WHOLE, recovery_codes: RECOVERY_CODES },
  { token: TEXT },
)

const PASSKEY_MEMBERS = { id: TEXT, name: TEXT, created_at: MOMENT, used_at: orNull(MOMENT) }
export const PASSKEY = answer(PASSKEY_MEMBERS)
export const PASSKEYS = itemsOf(PASSKEY)
/** With the session that it began, where it was the factor that was missing. */
export const ADDED_PASSKEY = answer(PASSKEY_MEMBERS, { person: TEXT, expires_in: WHOLE, token: TEXT })

export const REAUTHENTICATION = answer({
  methods: listOf(eitherOf(answer({ kind: words('password', 'passkey', 'code', 'link') }), PROVIDER_OPTION)),
  shown: answer({ first: FLAG, second: FLAG }),
})

export const PROVIDERS = itemsOf(answer({ name: TEXT, path: TEXT, linked_at: orNull(MOMENT) }))

const TOKEN_MEMBERS = {
  id: TEXT,
  name: TEXT,
  roles: listOf(TEXT),
  administrator: FLAG,
  begins: TEXT,
  created_at: MOMENT,
  expires_at: MOMENT,
  last_used_at: orNull(MOMENT),
}
export const API_TOKENS = itemsOf(answer(TOKEN_MEMBERS))
const CALENDAR_MEMBERS = { id: TEXT, path: TEXT, created_at: MOMENT, last_used_at: orNull(MOMENT) }
export const CALENDAR_ADDRESSES = itemsOf(answer(CALENDAR_MEMBERS))
/** The address is shown this once. */
export const NEW_CALENDAR_ADDRESS = answer({ ...CALENDAR_MEMBERS, address: TEXT })

/** The token is shown this once. */
export const NEW_API_TOKEN = answer({ ...TOKEN_MEMBERS, token: TEXT })

export const MAIL_CHOICES = answer({
  items: listOf(answer({ kind: TEXT, label: TEXT, mail: FLAG })),
  isMailSent: FLAG,
})
