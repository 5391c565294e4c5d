// Uploads and downloads files, as the tests of files do.
import { expect } from 'vitest'
import type { FileValue } from '#shared/fields/file.ts'
import type { Caller } from '../../../apps/start-app.ts'
import { PDF } from './file-document.ts'

export interface Uploaded {
  readonly status: number
  readonly body: FileValue & { readonly code?: string; readonly detail?: string }
}

export async function upload(who: Caller, name: string, content: Buffer, type?: string): Promise<Uploaded> {
  const options = type === undefined ? name : { filename: name, contentType: type }
  const { status, body } = await who.post('/api/system/files').attach('file', content, options)
  return { status, body: body as Uploaded['body'] }
}

export async function uploaded(who: Caller, name = 'plan.pdf', content: Buffer = PDF): Promise<FileValue> {
  const { status, body } = await upload(who, name, content)
  expect(status).toBe(201)
  return body
}

export async function download(
  who: Caller,
  { url }: Pick<FileValue, 'url'>,
  headers: { readonly [name: string]: string } = {},
) {
  return who
    .get(url)
    .set(headers)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => done(null, Buffer.concat(chunks)))
    })
}
