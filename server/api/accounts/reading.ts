// What the calls about accounts read of a request: from where it comes, and bodies of nothing but texts.
import type { From } from '../../auth/from.ts'
import { badRequest } from '../bad-request.ts'
import type { Exchange } from '../exchange.ts'

export function from({ request, address }: Exchange): From {
  return { address, client: request.headers['user-agent'] }
}

/** A body that has these texts and nothing else. */
export function textsOf<Name extends string>(
  body: { readonly [name: string]: unknown },
  names: readonly Name[],
): { readonly [name in Name]: string } {
  const isReadable =
    Object.keys(body).length === names.length &&
    names.every((name) => Object.hasOwn(body, name) && typeof body[name] === 'string')
  if (!isReadable) throw badRequest('malformed', `The body is { ${names.map((name) => `"${name}": "…"`).join(', ')} }.`)
  return body as { readonly [name in Name]: string }
}
