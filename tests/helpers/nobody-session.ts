// The session of a visitor who is not signed in, as their browser knows it.
import type { SessionBody } from '#shared/protocol/session.ts'

export const nobody: SessionBody = {
  person: null,
  roles: [],
  administrator: false,
  signUp: 'open',
  signIn: [],
  sendsMail: false,
  revision: '',
}
