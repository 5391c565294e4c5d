// Asks a running server to verify the document that it runs, for `npm run verify -- file.md --url URL`.
import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentBody } from '#shared/protocol/document.ts'
import type { LatestVerificationBody, LineReport } from '#shared/protocol/verification.ts'

export interface VerifyingServer {
  readonly url: string
  /** The token of an administrator. */
  readonly token: string
  readonly onProgress?: (done: number, total: number) => void
}

type ServerReply<Body> = { readonly body: Body } | { readonly problem: string }

const LOOK_MILLISECONDS = 1_000

/** Gives the report, or a sentence that says why there is none: the server may run another text. */
export async function verifyAt(
  text: string,
  server: VerifyingServer,
): Promise<{ readonly lines: readonly LineReport[] } | { readonly problem: string }> {
  const inForce = await ask<DocumentBody>(server, 'GET', '/api/system/document')
  if ('problem' in inForce) return inForce
  const { revision, number, at } = inForce.body
  if (inForce.body.text !== text)
    return { problem: `${server.url} runs another text: revision ${number} (${revision}), published at ${at}.` }
  let asked = await ask<LatestVerificationBody>(server, 'POST', '/api/system/verification')
  const id = 'body' in asked ? (asked.body.verification?.id ?? '') : ''
  for (;;) {
    if ('problem' in asked) return asked
    const { verification } = asked.body
    // Ids are in the order of their moments: an earlier report stands there again.
    if (verification === null || verification.id < id)
      return { problem: `The verification was stopped at ${server.url}.` }
    if (verification.revision !== revision) return { problem: `Another text was published at ${server.url} meanwhile.` }
    if (verification.lines !== null) return { lines: verification.lines }
    if (verification.state === 'failed')
      return { problem: `The verification ended without a report: the log of ${server.url} says why.` }
    server.onProgress?.(verification.done, verification.total)
    await sleep(LOOK_MILLISECONDS)
    asked = await ask(server, 'GET', '/api/system/verification')
  }
}

async function ask<Body>({ url, token }: VerifyingServer, method: string, path: string): Promise<ServerReply<Body>> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    // A token goes nowhere but where it is meant to.
    const response = await fetch(new URL(path, url), { method, redirect: 'error', headers })
    const body = (await response.json()) as { readonly detail?: string }
    if (response.ok) return { body: body as Body }
    return { problem: `${url} answers ${response.status}: ${body.detail ?? ''}` }
  } catch (error) {
    return { problem: `${url} can't be asked (${error instanceof Error ? String(error.cause ?? error.message) : ''}).` }
  }
}
