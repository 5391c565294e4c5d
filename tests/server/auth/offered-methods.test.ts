// Ways in that the document does not offer: every call that belongs to one is refused, and all are refused alike.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSurfaces } from '../../helpers/list-surfaces.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { createPostBox } from '../../doubles/mailbox.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const WAYS = { password: 'password', passkey: 'passkey', link: 'link by email' } as const
type Way = keyof typeof WAYS

/** Calls of each way by path, so that a call that is added below one of these is asked too. */
const CALLS_OF: { readonly [way in Way]: RegExp } = {
  password: /^POST \/auth\/(?:sign-in|sign-up|password(?:\/\w+)?)$/,
  passkey: /^[A-Z]+ \/auth\/(?:passkeys|sign-in\/passkey|sign-up\/passkey|proof\/passkey)(?:\/|$)/,
  link: /^POST \/auth\/(?:links|proof\/link)(?:\/|$)/,
}

const ID = '019aa5c0-0000-7000-8000-00000000ffff'
const SECRET = 'A'.repeat(43)
const BODIES: { readonly [path: string]: object } = {
  'sign-in': { email: 'ann@example.com', password: 'some long sentence' },
  'sign-up': { name: 'Ann', email: 'ann@example.com', password: 'some long sentence' },
  password: { current: 'password of Administrator 1', password: 'another long sentence' },
  'password/forgot': { email: 'ann@example.com' },
  'password/reset': { link: SECRET, password: 'another long sentence' },
  'password/links': { person: ID },
  links: { email: 'ann@example.com' },
  'links/sign-in': { link: SECRET },
  passkeys: { name: 'Phone', response: {} },
  'passkeys/:id': { name: 'Phone' },
  'sign-in/passkey': { response: {} },
  'sign-up/passkey': { name: 'Ann', email: 'ann@example.com', passkey: { name: 'Phone', response: {} } },
  'sign-up/passkey/challenge': { name: 'Ann', email: 'ann@example.com' },
}

describe.each(Object.keys(WAYS) as Way[])('without %s', (way) => {
  let app: TestApp
  beforeAll(async () => {
    const others = Object.entries(WAYS).flatMap(([each, words]) => (each === way ? [] : [words]))
    const document = HELPDESK.replace('- sign-in: password', `- sign-in: ${others.join(', ')}`)
    app = await startApp(document, undefined, { mail: createPostBox(), publicUrl: 'https://desk.example.com' })
  })
  afterAll(() => app.stop())

  const surfaces = listSurfaces().filter((surface) => CALLS_OF[way].test(surface))
  test('there are such calls', () => expect(surfaces.length).toBeGreaterThan(1))

  test.each(surfaces)('%s is refused like all others', async (surface) => {
    const [method = '', path = ''] = surface.split(' ')
    const administrator = await app.as('Administrator')
    const call = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'
    const at = `/api${path.replace(':id', ID)}`
    const body = method === 'GET' || method === 'DELETE' ? undefined : (BODIES[path.slice('/auth/'.length)] ?? {})
    const answer = await app.anyone[call](at).set('Authorization', `Bearer ${administrator.token}`).send(body)
    expect([answer.status, answer.body.code]).toEqual([403, 'sign_in_method_not_offered'])
  })
})

test('without providers, none of their calls finds one', async () => {
  const app = await startApp(HELPDESK)
  const administrator = await app.as('Administrator')
  const surfaces = listSurfaces().filter((surface) => / \/auth\/providers\/:id/.test(surface))
  for (const surface of surfaces) {
    const [method = '', path = ''] = surface.split(' ')
    const body = path.endsWith('/start') ? { invitation: SECRET } : path.endsWith('/prove') ? { next: '/' } : {}
    const answer = await app.anyone[method.toLowerCase() as 'get'](`/api${path.replace(':id', 'company')}`)
      .set('Authorization', `Bearer ${administrator.token}`)
      .send(method === 'GET' ? undefined : body)
    expect([surface, answer.status]).toEqual([surface, 404])
  }
  await app.stop()
})
