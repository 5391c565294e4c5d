// Takes an uploaded file into the database, part by part; a record refers to it afterwards.
import type { FileValue } from '#shared/fields/file.ts'
import { IMAGE_TYPES } from '#shared/fields/file.ts'
import { byteCount } from '#shared/text/phrase.ts'
import type { Refused } from '../../policy/refused.ts'
import { refused } from '../../policy/refused.ts'
import { refuseWhenBusy } from '../../policy/refuse-when-busy.ts'
import type { StoredFile } from '../../storage/stored-file.ts'
import { PART_BYTES } from '../../storage/stored-file.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { giveBackPages } from '../../storage/give-back-pages.ts'
import { chargeBytes, countAnew } from '../followers/storage-quota.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { PictureTooSlow } from '../pictures/picture-process.ts'
import { detectType, UNKNOWN_KIND } from './detect-type.ts'
import { fileName } from './file-name.ts'
import { fileValue, newFileId } from './file-value.ts'
import { largestFile, requireUploads } from './may-upload.ts'
import type { FileDependencies } from './read-file.ts'
import { countPicture, readWhole } from './read-file.ts'

export interface SentContent {
  /** Name of the file, exactly as it was sent. */
  readonly name: string
  /** Sender of the file: a person's id, or an address; null if the sender is unknown. */
  readonly by: string | null
  readonly content: AsyncIterable<Buffer>
}

const MILLION = 1_000_000

/** Takes a file as it arrives. Nothing is kept of one that is too large, or breaks off. */
export async function uploadFile(
  dependencies: FileDependencies,
  actorContext: ActorContext,
  { name, content, by }: SentContent,
): Promise<FileValue> {
  const { current, storage } = dependencies
  requireUploads(current.running, actorContext.actor)
  const begun: BegunFile = {
    name: fileName(name),
    owner: null,
    person: actorContext.actor.person?.id ?? null,
    createdAt: actorContext.now,
  }
  const charge: ChargePart = async (transaction, bytes) => {
    const { person, createdAt } = begun
    if (person === null) return
    const now = Date.parse(createdAt)
    await chargeBytes({ running: current.running, storage, transaction }, { person, bytes, now, isWritten: false })
  }
  const sent = await storeContent(dependencies, begun, partsOf(content, largestFile(current.running.model)), charge)
  let file = sent
  try {
    if (IMAGE_TYPES.has(sent.type)) file = await storeCleaned(dependencies, actorContext, by, sent)
    await keepFile(dependencies, file, sent, charge)
    return fileValue(file)
  } catch (error) {
    await discard(dependencies, sent)
    await discard(dependencies, file)
    throw error
  }
}

type BegunFile = Pick<StoredFile, 'name' | 'owner' | 'person' | 'createdAt'>

/** Throws where there is no room for so many bytes more; of less than none, as much is free again. */
type ChargePart = (transaction: Transaction, bytes: number) => Promise<void>

/** A picture that was cleaned takes the place of the one that was sent, which was charged. */
const UNCHARGED: ChargePart = async () => {}

/** Writes each part of a file in a command of its own, so that others get their turn. */
async function storeContent(
  { storage, current }: RecordsDependencies,
  begun: BegunFile,
  parts: AsyncIterable<Buffer> | Iterable<Buffer>,
  charge: ChargePart,
): Promise<StoredFile> {
  const id = newFileId()
  let file: StoredFile = { ...begun, id, content: id, type: '', extension: '', size: 0 }
  let count = 0
  try {
    for await (const part of parts) {
      if (count === 0) file = { ...file, ...(await detectType(file.name, part)) }
      file = { ...file, size: file.size + part.length }
      const [number, now] = [count, file]
      count += 1
      await storage.write(async (transaction) => {
        await charge(transaction, part.length)
        await transaction.putFile(now, false)
        await transaction.putFilePart(id, number, part)
      })
    }
    return count > 0 ? file : { ...file, ...(await detectType(file.name, Buffer.alloc(0))) }
  } catch (error) {
    if (count > 0) await discard({ storage, current }, file)
    throw error
  }
}

/** The picture without what its camera wrote into it. What can't be read as a picture is none. */
async function storeCleaned(
  dependencies: FileDependencies,
  { spent }: ActorContext,
  by: string | null,
  sent: StoredFile,
): Promise<StoredFile> {
  const read = async () => ({ asks: 'clean', content: await readWhole(dependencies, sent) }) as const
  const found = await refuseWhenBusy(async () =>
    dependencies.pictures.decode({ by, read, onSpent: countPicture(spent) }),
  ).catch((error: unknown) => {
    throw error instanceof PictureTooSlow ? refused('picture_too_slow') : error
  })
  switch (found?.is) {
    case 'clean':
      return sent
    case 'cleaned':
      return storeContent(dependencies, sent, inParts(found.content), UNCHARGED)
    case 'too large':
      throw refused('picture_too_large', { most: found.most / MILLION })
    default:
      return { ...sent, ...UNKNOWN_KIND }
  }
}

/**
 * Keeps the file so that a record may refer to it. The sent original is deleted if the file was made from it, so that
 * it counts once toward the person's storage quota.
 */
async function keepFile(
  { storage }: RecordsDependencies,
  file: StoredFile,
  sent: StoredFile,
  charge: ChargePart,
): Promise<void> {
  await storage.write(async (transaction) => {
    if (file.id !== sent.id) await transaction.deleteFile(sent.id)
    await charge(transaction, file.size - sent.size)
    await transaction.putFile(file, true)
  })
}

/** The room that it took is free again: for the person who sent it, and on the disk. */
async function discard(
  { storage, current }: Pick<RecordsDependencies, 'storage' | 'current'>,
  { id, person }: StoredFile,
): Promise<void> {
  await storage.write((transaction) => transaction.deleteFile(id), { fromReserve: true })
  if (person !== null) countAnew(current.running, person)
  await giveBackPages(storage)
}

/** Splits the content into parts of equal length, except for the last one. */
async function* partsOf(content: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer, void> {
  let waiting: Buffer[] = []
  let length = 0
  let total = 0
  for await (const chunk of content) {
    total += chunk.length
    if (total > most) throw fileTooLarge(most)
    waiting.push(chunk)
    length += chunk.length
    while (length >= PART_BYTES) {
      const all = Buffer.concat(waiting)
      yield all.subarray(0, PART_BYTES)
      waiting = [all.subarray(PART_BYTES)]
      length -= PART_BYTES
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}

function inParts(content: Uint8Array): readonly Buffer[] {
  const count = Math.ceil(content.length / PART_BYTES)
  return Array.from({ length: count }, (_, at) => Buffer.from(content.subarray(at * PART_BYTES, (at + 1) * PART_BYTES)))
}

function fileTooLarge(most: number): Refused {
  return refused('file_too_large', { most: byteCount(most) })
}
