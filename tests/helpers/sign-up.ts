// Signs applicants up in tests.
import { HELPDESK } from '../apps/helpdesk.ts'
import type { TestApp } from '../apps/start-app.ts'

export const BASE = 'https://desk.example.com'
export const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** Administrators approve who signs up. */
export const APPROVED = HELPDESK.replace('open, as Customer', 'open, as Customer, approved by administrators')

let count = 0
export const applicant = (email = `applicant${++count}@example.com`) => ({
  name: 'Hal Quist',
  email,
  password: 'a quiet sentence',
})
export const ask = (desk: TestApp, person: object, cookie = '') =>
  desk.anyone.post('/api/auth/sign-up').set('Cookie', cookie).send(person)
export const signIn = async (desk: TestApp, email: string, password: string) =>
  (await desk.anyone.post('/api/auth/sign-in').send({ email, password })).status
export const cookieOf = ({ headers }: { readonly headers: { readonly [name: string]: unknown } }): string =>
  (headers['set-cookie'] as string[] | undefined)?.[0]?.split(';')[0] ?? ''
