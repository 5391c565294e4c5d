// A disk whose power fails: what was synced is there, of everything else any part may be, in any order.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from './recording.ts'

/** Possible fates of the writes that no sync has made durable. */
export const FATES = ['dropped', 'kept', 'some kept', 'torn', 'reordered'] as const
export type Fate = (typeof FATES)[number]

type Pending = Extract<Event, { readonly kind: 'write' | 'truncate' }>

interface File {
  image: Image
  pending: Pending[]
  /** Number of the event of each pending write. */
  at: number[]
  /** Is the entry in the directory durable? */
  entered: boolean
}

interface Image {
  bytes: Buffer
  length: number
}

const SECTOR = 512

export class Disk {
  private readonly files = new Map<string, File>()
  readonly acknowledged: string[] = []
  private followed = 0

  /** Starts with files at rest. */
  constructor(files: { readonly [name: string]: Buffer }) {
    for (const [name, bytes] of Object.entries(files))
      this.files.set(name, {
        image: { bytes: Buffer.from(bytes), length: bytes.length },
        pending: [],
        at: [],
        entered: true,
      })
  }

  follow(event: Event): void {
    const at = this.followed
    this.followed += 1
    switch (event.kind) {
      case 'acknowledge':
        this.acknowledged.push(event.id)
        return
      case 'sync directory':
        for (const file of this.files.values()) file.entered = true
        return
      case 'unlink':
        throw new Error('the recording ends before anything is unlinked')
      case 'create':
        this.files.set(event.file, {
          image: { bytes: Buffer.alloc(0), length: 0 },
          pending: [],
          at: [],
          entered: false,
        })
        return
      case 'sync': {
        const file = this.fileOf(event.file)
        const covered = file.at.filter((at) => at < event.events).length
        for (const pending of file.pending.splice(0, covered)) apply(file.image, pending)
        file.at.splice(0, covered)
        return
      }
      default: {
        const file = this.fileOf(event.file)
        file.pending.push(event)
        file.at.push(at)
      }
    }
  }

  /** Writes the files as they may be found after a power cut at this moment. */
  cutPower(directory: string, fate: Fate, random: () => number): void {
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(directory, { recursive: true })
    for (const [name, file] of this.files) {
      if (!file.entered && random() < 0.5) continue
      const image = { bytes: Buffer.from(file.image.bytes.subarray(0, file.image.length)), length: file.image.length }
      for (const pending of survivors(file.pending, fate, random)) apply(image, pending)
      writeFileSync(join(directory, name), image.bytes.subarray(0, image.length))
    }
  }

  private fileOf(name: string): File {
    const file = this.files.get(name)
    if (!file) throw new Error(`nobody has created ${name}`)
    return file
  }
}

function survivors(pending: readonly Pending[], fate: Fate, random: () => number): readonly Pending[] {
  switch (fate) {
    case 'dropped':
      return []
    case 'kept':
      return pending
    case 'some kept':
      return pending.filter(() => random() < 0.5)
    case 'torn':
      return pending.flatMap((one) => (one.kind === 'write' ? tear(one, random) : random() < 0.5 ? [one] : []))
    case 'reordered':
      return shuffle(
        pending.filter(() => random() < 0.8),
        random,
      )
  }
}

/** A disk writes whole sectors, but not all of those that one write touches. */
function tear(write: Extract<Pending, { readonly kind: 'write' }>, random: () => number): readonly Pending[] {
  const parts: Pending[] = []
  for (let start = 0; start < write.bytes.length;) {
    const end = Math.min(write.bytes.length, start + SECTOR - ((write.offset + start) % SECTOR))
    if (random() < 0.7) parts.push({ ...write, offset: write.offset + start, bytes: write.bytes.subarray(start, end) })
    start = end
  }
  return parts
}

function shuffle<T>(items: readonly T[], random: () => number): readonly T[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T]
  }
  return shuffled
}

function apply(image: Image, change: Pending): void {
  if (change.kind === 'truncate') {
    if (change.length < image.length) image.bytes.fill(0, change.length, image.length)
    grow(image, change.length)
    image.length = change.length
    return
  }
  const end = change.offset + change.bytes.length
  grow(image, end)
  change.bytes.copy(image.bytes, change.offset)
  image.length = Math.max(image.length, end)
}

function grow(image: Image, length: number): void {
  if (length <= image.bytes.length) return
  const larger = Buffer.alloc(Math.max(length, image.bytes.length * 2, 1 << 20))
  image.bytes.copy(larger, 0, 0, image.length)
  image.bytes = larger
}
