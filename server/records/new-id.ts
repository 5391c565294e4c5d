// Creates ids: UUIDv7 of a given moment, increasing within it.
import { randomBytes } from 'node:crypto'

/** Random bytes are fetched for so many ids at once: fetched one by one they took 2 of the 2.7 µs of an id. */
const IDS_AT_ONCE = 256
/** Eight for the tail, two for the start of the count. */
const BYTES_PER_ID = 10

/** 12 bits count within a millisecond. */
const MOST_OF_A_MOMENT = 0xfff

/**
 * Histories and inboxes are in the order of their ids: a moment before the last id's counts as the last one's.
 * `after`: the newest id of the database, which those of this process follow. Sample data is written first, oldest first.
 */
export function createIds(after?: string, random: (bytes: number) => Buffer = randomBytes): (now: string) => string {
  let lastMoment = after === undefined ? -1 : Number.parseInt(after.slice(0, 8) + after.slice(9, 13), 16)
  let count = after === undefined ? 0 : Number.parseInt(after.slice(15, 18), 16)
  let pool: Buffer = Buffer.alloc(0)
  /** The pool in hexadecimal: slices of a text take a third of what slices of bytes take. */
  let digits = ''
  let used = 0
  /** Text of the latest moment at the start of an id, kept because a command makes several ids in one moment. */
  let text = ''
  let textMoment = -1
  /** The latest moment that was asked for, as it was given and as a number. */
  let asked = ''
  let askedMoment = NaN
  return (now) => {
    if (used === pool.length) {
      pool = random(BYTES_PER_ID * IDS_AT_ONCE)
      digits = pool.toString('hex')
      used = 0
    }
    if (now !== asked) [asked, askedMoment] = [now, Date.parse(now)]
    let moment = Math.max(askedMoment, lastMoment)
    if (moment === lastMoment && count < MOST_OF_A_MOMENT) count += 1
    else {
      // A moment that is used up borrows of the next. The count begins in the lower half.
      if (moment === lastMoment) moment += 1
      count = pool.readUInt16BE(used + 8) & 0x7ff
    }
    lastMoment = moment
    const variant = VARIANTS[(pool[used] ?? 0) & 0x3f] ?? ''
    const rest = digits.slice(2 * used + 2, 2 * used + 16)
    used += BYTES_PER_ID
    if (moment !== textMoment) {
      const time = moment.toString(16).padStart(12, '0')
      text = `${time.slice(0, 8)}-${time.slice(8)}-7`
      textMoment = moment
    }
    return `${text}${count.toString(16).padStart(3, '0')}-${variant}${rest.slice(0, 2)}-${rest.slice(2)}`
  }
}

/** The byte that tells the variant, by its six random bits. */
const VARIANTS = Array.from({ length: 0x40 }, (_, bits) => (bits | 0x80).toString(16))

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Anything else names no record, and costs no query. */
export function isRecordId(text: string): boolean {
  return ID.test(text)
}
