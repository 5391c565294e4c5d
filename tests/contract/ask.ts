// Sends a request, and gives what is compared with a description: status, media type, body.
import type { Answer } from './answer-validator.ts'

export interface Asked {
  readonly method: string
  /** Below the address of the application. */
  readonly url: string
  readonly body?: string | FormData | undefined
  readonly headers?: { readonly [name: string]: string }
}

export async function ask(url: string, token: string | undefined, asked: Asked): Promise<Answer> {
  const response = await fetch(url + asked.url, {
    method: asked.method,
    redirect: 'manual',
    headers: { ...asked.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(asked.body !== undefined && { body: asked.body }),
  })
  const type = response.headers.get('content-type')?.split(';', 1)[0]
  return { status: response.status, type, text: await response.text() }
}
