// Responses that stream: no faster than their client, ended with it, problems before the first byte; and time limits by route.
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer, get, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { sendResponse } from '../../../server/api/response/response.ts'
import { isClientGone, streamResponse } from '../../../server/api/response/stream-response.ts'
import { createBodyDeadlines } from '../../../server/web/body-deadlines.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

/** Listens while `use` runs. */
async function listening<T>(listener: RequestListener, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await use(`http://127.0.0.1:${port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** Pieces of 64 kB; says how many were made, and whether it was ended. */
function makePieces(most: number, failsAt = Infinity) {
  const seen = { made: 0, isEnded: false }
  async function* pieces(): AsyncGenerator<string, void> {
    try {
      while (seen.made < most) {
        if (seen.made === failsAt) throw new Error('the disk is gone')
        seen.made += 1
        yield 'x'.repeat(65_536)
      }
    } finally {
      seen.isEnded = true
    }
  }
  return { seen, pieces }
}

/** Waits for nothing: the test ends by what it tests. */
const NEVER = new Promise<never>(() => {})

const IDENTITY = { id: 'r', revision: 'v', policy: undefined }

describe('a response that streams', () => {
  const outcomes: (number | string)[] = []
  const serve =
    (pieces: () => AsyncIterable<string>, streamLimit = 60_000): RequestListener =>
    (incoming, response) => {
      let bytes = 0
      const count = (more: number): void => void (bytes += more)
      streamResponse('text/plain', pieces())
        .then((answer) => sendResponse(incoming, response, { ...answer, streamLimit }, IDENTITY, count))
        .then(
          () => outcomes.push(bytes),
          (error: unknown) => {
            response.destroy()
            outcomes.push(isClientGone(error) ? 'client gone' : (error as Error).message)
          },
        )
    }
  const open = (url: string) => new Promise<IncomingMessage>((resolve) => get(url, resolve))

  test('arrives whole, packed where that is asked for', async () => {
    await listening(serve(makePieces(40).pieces), async (url) => {
      const plain = await (await fetch(url, { headers: { 'Accept-Encoding': 'identity' } })).text()
      expect(plain).toHaveLength(40 * 65_536)
    })
    await listening(serve(makePieces(40).pieces), async (url) => {
      const packed = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })
      expect([packed.headers.get('content-encoding'), (await packed.text()).length]).toEqual(['gzip', 40 * 65_536])
    })
    expect(outcomes.splice(0)).toEqual([40 * 65_536, 40 * 65_536])
  })

  test('is made no faster than its client takes it, and no further when the client is gone', async () => {
    const { seen, pieces } = makePieces(Infinity)
    await listening(serve(pieces), async (url) => {
      const incoming = await open(url)
      let before = -1
      // Nobody reads: what is under way fills up, and then no piece more is made.
      await expect.poll(() => [seen.made === before, (before = seen.made)][0], { interval: 100 }).toBe(true)
      expect(seen.made).toBeLessThan(300)
      incoming.destroy()
      await expect.poll(() => seen.isEnded).toBe(true)
    })
    expect(outcomes.splice(0)).toEqual(['client gone'])
  })

  test('gives others a turn between two pieces, however fast it is read', async () => {
    const { stream } = await streamResponse('text/plain', makePieces(50).pieces())
    let turns = 0
    let isOver = false
    const take = (): void => {
      turns += 1
      if (!isOver) setImmediate(take)
    }
    setImmediate(take)
    let bytes = 0
    for await (const piece of stream ?? []) bytes += String(piece).length
    isOver = true
    expect(bytes).toBe(50 * 65_536)
    expect(turns).toBeGreaterThanOrEqual(49)
  })

  test('breaks off visibly where it fails, and where its time is over', async () => {
    await listening(serve(makePieces(9, 3).pieces), async (url) => {
      await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow()
    })
    expect(outcomes.splice(0)).toEqual(['the disk is gone'])
    const { seen, pieces } = makePieces(Infinity)
    await listening(serve(pieces, 100), async (url) => {
      await open(url)
      await expect.poll(() => [seen.isEnded, ...outcomes]).toEqual([true, 'It took longer than 0.1 seconds.'])
    })
    outcomes.length = 0
  })

  test('makes its first piece before anything is sent, and nothing more for HEAD', async () => {
    await expect(streamResponse('text/plain', makePieces(9, 0).pieces())).rejects.toThrow('the disk is gone')
    const { seen, pieces } = makePieces(Infinity)
    await listening(serve(pieces), async (url) => {
      expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
    })
    expect([seen, outcomes.splice(0)]).toEqual([{ made: 1, isEnded: true }, [0]])
  })
})

describe('the time of a request', () => {
  let app: TestApp
  let administrator: Caller
  beforeAll(async () => {
    app = await startApp(HELPDESK)
    administrator = await app.as('Administrator')
  })
  afterAll(() => app.stop())

  /** Sends the beginning of a body, and the rest when `more` is there. */
  const dribble = (url: string, method: string, type: string, body: string, more: Promise<unknown> = NEVER) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${administrator.token}`,
        'Content-Type': type,
        'Content-Length': Buffer.byteLength(body),
      }
      const call = request(url, { method, headers }, (incoming) => {
        let text = ''
        incoming.on('data', (chunk) => (text += String(chunk)))
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }))
      })
      call.on('error', reject)
      const bytes = Buffer.from(body)
      call.write(bytes.subarray(0, 10))
      void more.then(() => call.end(bytes.subarray(10)))
    })

  test('ends a body that comes too slowly, and not where the route gives it longer', async () => {
    const quick = createApp({ ...app.dependencies, timeLimits: { body: 100, response: 60_000 } })
    await listening(quick, async (url) => {
      const more = Promise.withResolvers<void>()
      const long = dribble(`${url}/api/system/document/check`, 'POST', 'text/markdown', HELPDESK, more.promise)
      const late = await dribble(`${url}/api/tickets`, 'POST', 'application/json', JSON.stringify(TICKET))
      expect([late.status, JSON.parse(late.text).code]).toEqual([408, 'too_slow'])
      more.resolve()
      expect((await long).status).toBe(200)
    })
  })

  test('ends a body that nobody reads, and waits longer where the route says so', async () => {
    const deadlines = createBodyDeadlines(50, 50)
    const begun = Promise.withResolvers<void>()
    const listener: RequestListener = (incoming, response) => {
      deadlines.watch(incoming)
      if (incoming.url !== '/long') return
      deadlines.extend(incoming, 60_000)
      incoming.resume().on('end', () => response.end('whole'))
      begun.resolve()
    }
    await listening(listener, async (url) => {
      const more = Promise.withResolvers<void>()
      const long = dribble(`${url}/long`, 'POST', 'text/plain', 'x'.repeat(20), more.promise)
      await begun.promise
      await expect(dribble(`${url}/`, 'POST', 'text/plain', 'x'.repeat(20))).rejects.toThrow()
      more.resolve()
      expect(await long).toEqual({ status: 200, text: 'whole' })
    })
  })

  test('ends a response that takes too long to make, and not one that streams as long as its route allows', async () => {
    const passwords = { ...app.dependencies.passwords, verify: () => NEVER }
    const quick = createApp({ ...app.dependencies, passwords, timeLimits: { body: 30_000, response: 1 } })
    await listening(quick, async (url) => {
      const headers = { Authorization: `Bearer ${administrator.token}` }
      const body = JSON.stringify({ email: 'somebody@example.com', password: 'of somebody' })
      const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
      const late = await fetch(`${url}/api/auth/sign-in`, asked)
      expect([late.status, late.headers.get('retry-after')]).toEqual([503, '60'])
      expect(await late.json()).toMatchObject({ code: 'took_too_long' })
      expect((await fetch(`${url}/api/system/audit/export`, { headers })).status).toBe(200)
    })
  })
})
