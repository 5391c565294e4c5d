// Describes the routes that every application has in OpenAPI.
import type { PathItem } from './describe-api.ts'
import { ID, operation, PAGE, signUpOperation } from './openapi-operation.ts'

export function systemPaths(isSignedIn: boolean, signUp: string): { readonly [path: string]: PathItem } {
  const text = { type: 'string' }
  const credentials = { email: { type: 'string', format: 'email' }, password: { type: 'string', minLength: 8 } }
  const all: { [path: string]: PathItem } = {
    '/api/auth/sign-in': {
      post: operation('sign_in', 'Sign in', 200, { required: ['email', 'password'], properties: credentials }, false),
    },
    '/api/auth/me': { get: operation('me', 'Who is signed in', 200, undefined, false) },
    '/api/health/live': { get: operation('health_live', 'Is the process alive', 200, undefined, false) },
    '/api/health/ready': { get: operation('health_ready', 'Can it answer', 200, undefined, false) },
    '/api/openapi.json': { get: operation('openapi', 'This description', 200, undefined, false) },
    '/api/system/docs': { get: operation('docs', 'This description as a page', 200, undefined, false, 'text/html') },
    '/api/spec': { get: operation('spec', 'The specification, as far as you may know it', 200, undefined, false) },
  }
  if (signUp !== 'closed') {
    all['/api/auth/sign-up'] = {
      post: signUpOperation('sign_up', 'Sign up, invited or as the document allows', {
        required: ['name', 'email', 'password'],
        properties: { name: text, ...credentials, invitation: text },
      }),
    }
  }
  if (signUp !== 'closed') {
    all['/api/auth/sign-up/finish'] = {
      post: operation(
        'finish_sign_up',
        'Finish signing up by the link that was sent; only the browser that signed up needs no password',
        201,
        { required: ['link'], properties: { link: text, password: credentials.password } },
        false,
      ),
    }
  }
  if (!isSignedIn) return all
  return {
    ...all,
    '/api/auth/sign-out': { post: operation('sign_out', 'Sign out', 204, undefined, true) },
    '/api/auth/sessions': {
      get: operation('sessions', 'Your sessions', 200, undefined, true),
      delete: operation('sign_out_elsewhere', 'End all your sessions but this one', 204, undefined, true),
    },
    '/api/auth/sessions/{id}': {
      delete: { ...operation('end_session', 'End a session', 204, undefined, true), parameters: [ID] },
    },
    '/api/auth/password': {
      post: operation(
        'change_password',
        'Change your password',
        204,
        { required: ['current', 'password'], properties: { current: text, password: text } },
        true,
      ),
    },
    '/api/auth/invitations': {
      post: operation(
        'invite',
        'Invite somebody',
        201,
        {
          required: ['roles'],
          properties: { roles: { type: 'array', items: text }, person: text, email: credentials.email },
        },
        true,
      ),
    },
    '/api/batch': {
      post: operation('batch', 'Do up to 1,000 writes on records, all or none', 200, BATCH, true),
    },
    '/api/mcp': {
      post: operation('mcp', 'The Model Context Protocol, for agents', 200, MESSAGE, true),
    },
    '/api/system/inbox': {
      get: { ...operation('inbox', 'Your inbox', 200, undefined, true), parameters: PAGE },
    },
    '/api/system/views': {
      get: operation('views', 'Saved views of lists: your own, and those shared with your roles', 200, undefined, true),
      post: operation(
        'save_view',
        'Save a view of a list, for yourself or for a role that you hold',
        201,
        { required: ['screen', 'name', 'query'], properties: { screen: text, name: text, query: text, role: text } },
        true,
      ),
    },
    '/api/system/views/{id}': {
      delete: { ...operation('delete_view', 'Delete a saved view', 204, undefined, true), parameters: [ID] },
    },
    '/api/system/inbox/{id}/read': {
      post: { ...operation('mark_read', 'Mark a message as read', 204, undefined, true), parameters: [ID] },
    },
  }
}

const BATCH = {
  required: ['calls'],
  properties: {
    calls: {
      type: 'array',
      minItems: 1,
      maxItems: 1_000,
      items: {
        type: 'object',
        required: ['method', 'path'],
        additionalProperties: false,
        properties: {
          method: { type: 'string', enum: ['POST', 'PATCH', 'DELETE'] },
          path: { type: 'string', description: 'Of a record: /api/tickets/{id}.' },
          body: { type: 'object' },
          headers: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    },
  },
}

const MESSAGE = {
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0' },
    id: { type: ['string', 'integer'] },
    method: { type: 'string' },
    params: { type: 'object' },
  },
}
