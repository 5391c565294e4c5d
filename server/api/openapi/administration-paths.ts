// Describes the routes of administrators, and the one that explains, in OpenAPI.
import type { PathItem } from './describe-api.ts'
import { ID, operation, PAGE } from './openapi-operation.ts'
import type { Actor } from '#shared/policy/actor.ts'

interface Paths {
  readonly [path: string]: PathItem
}

const TEXT = { type: 'string' }
const NOTHING = { properties: {} }
const CALL = {
  type: 'object',
  required: ['method', 'path'],
  properties: {
    method: TEXT,
    path: { type: 'string', description: 'With its parameters: /api/tickets?limit=1' },
    body: {},
    headers: {
      type: 'object',
      description: 'If-Match, If-None-Match, Confirm, Idempotency-Key',
      additionalProperties: TEXT,
    },
  },
}

export function administrationPaths({ person, administrator }: Actor): Paths {
  if (person === null) return {}
  const explain = {
    required: ['call'],
    properties: { call: CALL, ...(administrator ? { person: { type: ['string', 'null'] } } : {}) },
  }
  const all = {
    '/api/system/explain': {
      post: operation('explain', 'Why a call is answered as it is; nothing is done', 200, explain, true),
    },
  }
  if (!administrator) return all
  const viewAs = { properties: { person: TEXT, roles: { type: 'array', items: TEXT } } }
  const filter = (name: string) => ({ name, in: 'query', schema: TEXT })
  return {
    ...all,
    '/api/auth/view-as': {
      post: operation(
        'view_as',
        'View as a person, or as somebody with roles; nothing can be written meanwhile',
        204,
        viewAs,
        true,
      ),
      delete: operation('stop_viewing', 'Stop viewing as somebody else', 204, undefined, true),
    },
    '/api/system/audit': {
      get: {
        ...operation('audit', 'What was noted, newest first', 200, undefined, true),
        parameters: [filter('event'), filter('person'), ...PAGE],
      },
    },
    '/api/system/people': {
      get: {
        ...operation('people_accounts', 'People, and how each signs in', 200, undefined, true),
        parameters: [filter('search'), ...PAGE],
      },
    },
    '/api/system/mail': {
      get: operation('unsent_mail', 'Messages that could not be sent', 200, undefined, true),
    },
    '/api/system/mail/{id}': {
      delete: { ...operation('dismiss_mail', 'Dismiss an unsent message', 204, undefined, true), parameters: [ID] },
    },
    '/api/system/mail/{id}/send': {
      post: { ...operation('resend_mail', 'Send a message again', 204, NOTHING, true), parameters: [ID] },
    },
    '/api/system/timers': {
      get: {
        ...operation(
          'timers',
          'Timers that are due, late or failed; of one record, for its readers',
          200,
          undefined,
          true,
        ),
        parameters: [filter('entity'), filter('record')],
      },
    },
    '/api/system/timers/{id}/run': {
      post: {
        ...operation('run_timer', 'Run a timer now, or again after it was refused', 204, NOTHING, true),
        parameters: [ID],
      },
    },
    '/api/system/people/{id}/sessions': {
      delete: {
        ...operation(
          'end_access',
          'End all sessions and tokens of a person; by a session that was proven in the last hour',
          204,
          undefined,
          true,
        ),
        parameters: [ID],
      },
    },
  }
}
