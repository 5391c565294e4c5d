// Reads account requests: the client's address and user agent, and bodies of text members.
import type { ClientInfo } from '../../auth/client-info.ts'
import { badRequest } from '../request/bad-request.ts'
import type { RequestContext } from '../request/request-context.ts'

export function clientInfoOf({ request, address }: RequestContext): ClientInfo {
  return { address, userAgent: request.headers['user-agent'] }
}

/** A body that has these texts and nothing else. */
export function readTexts<Name extends string>(
  body: { readonly [name: string]: unknown },
  names: readonly Name[],
): { readonly [name in Name]: string } {
  const isReadable =
    Object.keys(body).length === names.length &&
    names.every((name) => Object.hasOwn(body, name) && typeof body[name] === 'string')
  if (!isReadable) throw badRequest('malformed', `The body is { ${names.map((name) => `"${name}": "…"`).join(', ')} }.`)
  return body as { readonly [name in Name]: string }
}
