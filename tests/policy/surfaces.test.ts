// P01, P07: every call that the router knows is asked by the proof of the policy, or stands here with the place that proves it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSurfaces } from '../helpers/list-surfaces.ts'
import { LIST_QUERY } from '../../server/api/records/record-parameters.ts'
import { LIST_SURFACES } from './surfaces/list-surfaces.ts'
import { RECORD_SURFACES } from './surfaces/record-surfaces.ts'

const LOOKS_AT_NOTHING = 'looks at no record'

/** Calls that answer with no records but the one that they wrote, or with none at all. */
const PROVEN_ELSEWHERE: { readonly [surface: string]: string } = {
  'POST /:entity': 'writes.test.ts',
  'POST /:entity/:transition': 'writes.test.ts',
  'POST /:entity/import': 'tests/server/api/imports.test.ts',
  'PATCH /:entity/:id': 'other-peoples-records.test.ts',
  'DELETE /:entity/:id': 'other-peoples-records.test.ts',
  'POST /:entity/:id/restore': 'other-peoples-records.test.ts',
  'POST /:entity/:id/:transition': 'other-peoples-records.test.ts',
  'POST /auth/sign-up': 'tests/server/auth/accounts.test.ts',
  'POST /auth/sign-up/invitation': 'tests/server/auth/accounts.test.ts',
  'POST /auth/sign-up/finish': 'tests/server/auth/sign-up.test.ts',
  'GET /auth/sign-ups': 'tests/server/auth/sign-up.test.ts',
  'DELETE /auth/sign-ups/:id': 'tests/server/auth/sign-up.test.ts',
  'POST /auth/sign-ups/:id/approve': 'tests/server/auth/sign-up.test.ts',
  'POST /auth/sign-ups/:id/link': 'tests/server/auth/sign-up.test.ts',
  'POST /auth/sign-in': 'tests/server/auth/accounts.test.ts',
  'POST /auth/sign-out': 'tests/server/auth/accounts.test.ts',
  'POST /auth/password': 'tests/server/auth/accounts.test.ts',
  'GET /auth/reauthentication': 'tests/server/auth/reauthentication.test.ts',
  'POST /auth/reauthentication': 'tests/server/auth/reauthentication.test.ts',
  'POST /auth/reauthentication/passkey/challenge': 'tests/server/auth/reauthentication.test.ts',
  'POST /auth/reauthentication/link': 'tests/server/auth/reauthentication.test.ts',
  'POST /auth/providers/:id/prove': 'tests/server/auth/providers/linked-accounts.test.ts',
  'POST /auth/password/forgot': 'tests/server/auth/links.test.ts',
  'POST /auth/password/reset': 'tests/server/auth/links.test.ts',
  'POST /auth/password/links': 'tests/server/auth/links.test.ts',
  'POST /auth/links': 'tests/server/auth/links.test.ts',
  'POST /auth/links/sign-in': 'tests/server/auth/links.test.ts',
  'POST /auth/second-factor': 'tests/server/auth/second-factor.test.ts',
  'GET /auth/second-factor/own': 'tests/server/auth/second-factor.test.ts',
  'POST /auth/second-factor/set-up': 'tests/server/auth/second-factor.test.ts',
  'POST /auth/second-factor/confirm': 'tests/server/auth/second-factor.test.ts',
  'POST /auth/second-factor/recovery-codes': 'tests/server/auth/second-factor.test.ts',
  'POST /auth/second-factor/off': 'tests/server/auth/second-factor.test.ts',
  'POST /auth/second-factor/reset': 'tests/server/auth/second-factor.test.ts',
  'GET /auth/tokens': 'tests/server/auth/tokens.test.ts',
  'POST /auth/tokens': 'tests/server/auth/tokens.test.ts',
  'DELETE /auth/tokens/:id': 'tests/server/auth/tokens.test.ts',
  'POST /auth/invitations': 'tests/server/auth/accounts.test.ts',
  'GET /auth/sessions': 'tests/server/auth/accounts.test.ts',
  'DELETE /auth/sessions': 'tests/server/auth/accounts.test.ts',
  'DELETE /auth/sessions/:id': 'other-peoples-records.test.ts',
  'POST /system/inbox/:id/read': 'other-peoples-records.test.ts',
  'GET /auth/passkeys': 'tests/server/auth/passkeys/passkeys.test.ts',
  'POST /auth/passkeys': 'tests/server/auth/passkeys/passkeys.test.ts',
  'POST /auth/passkeys/challenge': 'tests/server/auth/passkeys/passkeys.test.ts',
  'PATCH /auth/passkeys/:id': 'tests/server/auth/passkeys/passkeys.test.ts',
  'DELETE /auth/passkeys/:id': 'tests/server/auth/passkeys/passkeys.test.ts',
  'POST /auth/sign-up/passkey': 'tests/server/auth/passkeys/sign-up-with-passkey.test.ts',
  'POST /auth/sign-up/passkey/challenge': 'tests/server/auth/passkeys/sign-up-with-passkey.test.ts',
  'POST /auth/sign-in/passkey': 'tests/server/auth/passkeys/sign-in-with-passkey.test.ts',
  'POST /auth/sign-in/passkey/challenge': 'tests/server/auth/passkeys/sign-in-with-passkey.test.ts',
  'GET /auth/providers': 'tests/server/auth/providers/linked-accounts.test.ts',
  'POST /auth/providers/:id/start': 'tests/server/auth/providers/provider-invitations.test.ts',
  'DELETE /auth/providers/:id': 'tests/server/auth/providers/linked-accounts.test.ts',
  'GET /auth/providers/:id/start': 'tests/server/auth/providers/providers.test.ts',
  'GET /auth/providers/:id/callback': 'tests/server/auth/providers/provider-flow.test.ts',
  'POST /auth/providers/:id/link': 'tests/server/auth/providers/linked-accounts.test.ts',
  'GET /auth/me': 'random/random-request.ts',
  'GET /system/inbox': 'random/random-request.ts',
  'GET /system/waiting': 'tests/server/records/waiting.test.ts',
  'GET /system/views': 'tests/server/api/lists/views.test.ts',
  'POST /system/views': 'tests/server/api/lists/views.test.ts',
  'PATCH /system/views/:id': 'tests/server/api/lists/views.test.ts',
  'DELETE /system/views/:id': 'tests/server/api/lists/views.test.ts',
  'GET /system/mentions/:path/:id': 'tests/server/records/notifications/mentions.test.ts',
  'POST /system/files': 'tests/server/api/files/files.test.ts',
  'GET /system/files/:file': 'tests/server/api/files/files.test.ts',
  'GET /system/watches': 'tests/server/records/notifications/watches.test.ts',
  'PUT /system/watches/:path/:id': 'tests/server/records/notifications/watches.test.ts',
  'DELETE /system/watches/:path/:id': 'tests/server/records/notifications/watches.test.ts',
  'GET /openapi.json': 'random/random-request.ts',
  'GET /spec': 'random/random-request.ts',
  'GET /system/docs': 'random/random-request.ts',
  'GET /system/people': 'tests/server/auth/people.test.ts',
  'GET /system/people/:id/open': 'tests/server/records/reassign.test.ts',
  'POST /system/people/:id/reassign': 'tests/server/records/reassign.test.ts',
  'DELETE /system/people/:id/sessions': 'tests/server/auth/people.test.ts',
  'GET /system/mail-choices': 'tests/server/records/notifications/notification-mail.test.ts',
  'PUT /system/mail-choices': 'tests/server/records/notifications/notification-mail.test.ts',
  'POST /system/mail/test': 'tests/server/records/notifications/notification-mail.test.ts',
  'GET /system/mail': 'tests/server/jobs/outbox.test.ts',
  'POST /system/mail/:id/send': 'tests/server/jobs/outbox.test.ts',
  'DELETE /system/mail/:id': 'tests/server/jobs/outbox.test.ts',
  'GET /system/imports/:id': 'tests/server/api/imports/background.test.ts',
  'POST /system/imports/:id/stop': 'tests/server/api/imports/background.test.ts',
  'GET /system/imports/:id/refused': 'tests/server/api/imports/background.test.ts',
  'GET /system/timers': 'tests/server/api/timers.test.ts',
  'POST /system/timers/:id/run': 'tests/server/api/timers.test.ts',
  'GET /system/document': 'tests/server/document/document-routes.test.ts',
  'PUT /system/document': 'tests/server/document/document-routes.test.ts',
  'POST /system/document/check': 'tests/server/document/document-routes.test.ts',
  'GET /system/document/file': 'tests/server/document/synchronized-file.test.ts',
  'GET /system/document/revisions': 'tests/server/document/document-routes.test.ts',
  'GET /system/document/revisions/:number': 'tests/server/document/document-routes.test.ts',
  'POST /system/document/revisions/:number/publish': 'tests/server/document/document-routes.test.ts',
  'GET /system/deliveries': 'tests/server/jobs/webhooks/receivers.test.ts',
  'POST /system/deliveries/:id/send': 'tests/server/jobs/webhooks/receivers.test.ts',
  'DELETE /system/deliveries/:id': 'tests/server/jobs/webhooks/receivers.test.ts',
  'GET /system/changes': 'tests/server/api/changes.test.ts',
  'POST /system/changes/:id/undo': 'tests/server/api/changes.test.ts',
  'GET /system/audit/export': 'tests/server/audit/audit.test.ts',
  'GET /system/audit': 'tests/server/audit/audit.test.ts',
  'POST /auth/view-as': 'view-as.test.ts',
  'DELETE /auth/view-as': 'view-as.test.ts',
  'POST /system/explain': 'explain/explain-calls.test.ts',
  'POST /batch': 'tests/server/api/batch.test.ts',
  'POST /mcp': 'tests/server/api/mcp.test.ts',
  'GET /health/live': LOOKS_AT_NOTHING,
  'GET /health/ready': LOOKS_AT_NOTHING,
}

test('the proof asks every call of the router', () => {
  const known = [...Object.keys(RECORD_SURFACES), ...Object.keys(PROVEN_ELSEWHERE)]
  expect(known.toSorted()).toEqual(listSurfaces().toSorted())
})

test.each(Object.entries(PROVEN_ELSEWHERE))('%s is asked where it is said: %s', (surface, file) => {
  if (file === LOOKS_AT_NOTHING) return
  const text = readFileSync(new URL(file.startsWith('tests/') ? `../../${file}` : file, import.meta.url), 'utf8')
  const [, path = ''] = surface.split(' ')
  // The rest of a path is put together where it is asked.
  const fixed = path.startsWith('/:entity') ? '/api/' : `/api${path.split(/\/:|\/challenge$/)[0]}`
  expect([fixed, text.includes(fixed)]).toEqual([fixed, true])
})

test('the proof asks with every parameter of a list', () => {
  expect(
    Object.keys(LIST_SURFACES)
      .filter((name) => name !== 'plain')
      .toSorted(),
  ).toEqual(Object.keys(LIST_QUERY).toSorted())
})
