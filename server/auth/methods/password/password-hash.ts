// Hashes and verifies passwords with argon2id in the thread pool, two at a time.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { normalizeText } from '#shared/text/characters/bounded-text.ts'
import { createWorkQueue } from '../../../work-queue.ts'

/** OWASP's first recommendation: 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** More hashing at once than threads only takes memory: 19 MB each. */
const AT_ONCE = 2
const LONGEST_QUEUE = 200

export type Passwords = ReturnType<typeof createPasswords>

/** One for the process: holds the queue, and the hash that unknown accounts are compared with. */
export function createPasswords(parameters: { readonly memory: number; readonly passes: number } = PARAMETERS) {
  const settings = { ...PARAMETERS, ...parameters }
  const inTurn = createWorkQueue(AT_ONCE, LONGEST_QUEUE)
  // No password has it: its tag was derived from none.
  const nobody = print(settings, randomBytes(16), randomBytes(settings.tagLength))

  async function hash(password: string): Promise<string> {
    const salt = randomBytes(16)
    return print(settings, salt, await inTurn(() => derive(password, salt, settings)))
  }

  return {
    hash,
    /** Takes as long when there is no account (`stored` undefined), so that time does not tell. */
    async verify(stored: string | undefined, password: string): Promise<boolean> {
      const read = readHash(stored ?? nobody)
      if (read === undefined) return false
      const tag = await inTurn(() => derive(password, read.salt, read))
      return timingSafeEqual(tag, read.tag) && stored !== undefined
    },
  }
}

interface HashParameters {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly tagLength: number
}

function derive(
  password: string,
  salt: Buffer,
  { memory, passes, parallelism, tagLength }: HashParameters,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const message = normalizeText(password, 'NFKC')
    argon2('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength }, (error, tag) => {
      if (error) reject(error)
      else resolve(tag)
    })
  })
}

function print({ memory, passes, parallelism }: HashParameters, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

function readHash(text: string): (HashParameters & { readonly salt: Buffer; readonly tag: Buffer }) | undefined {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text)
  if (found === null) return undefined
  const [, memory, passes, parallelism, salt = '', tag = ''] = found
  const bytes = Buffer.from(tag, 'base64')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: bytes.length,
    salt: Buffer.from(salt, 'base64'),
    tag: bytes,
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
