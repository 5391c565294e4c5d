// A form whose body breaks off before anybody reads the file in it.
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readMultipart } from '../../../../server/api/files/read-multipart.ts'

test('is refused when its file is read at last', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=line' }
  const body = Object.assign(new PassThrough(), { headers })
  const sent = readMultipart(body as unknown as IncomingMessage, 60_000)
  body.end('--line\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf')
  const { name, content } = await sent
  expect(name).toBe('a.txt')
  // Room for the file is asked for meanwhile.
  for (let turn = 0; turn < 10; turn++) await setImmediate()
  const read = async () => {
    for await (const chunk of content) expect(chunk.toString()).toBe('half')
  }
  await expect(read()).rejects.toMatchObject({ refusal: { name: 'body_cut_off' } })
})
