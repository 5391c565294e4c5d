// Signs a webhook by Standard Webhooks: an id, a timestamp and HMAC-SHA256 signatures of both with the body.
import { createHmac } from 'node:crypto'

/** `keys`: `whsec_` and Base64; while a secret is changed each of them signs. `seconds`: since 1970. */
export function signWebhook(
  keys: readonly string[],
  { id, body, seconds }: { readonly id: string; readonly body: string; readonly seconds: number },
): { readonly [header: string]: string } {
  const signatures = keys.map(
    (key) =>
      `v1,${createHmac('sha256', Buffer.from(key.replace(/^whsec_/, ''), 'base64'))
        .update(`${id}.${seconds}.${body}`)
        .digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    ...(signatures.length > 0 ? { 'webhook-signature': signatures.join(' ') } : {}),
  }
}
