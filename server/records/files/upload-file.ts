// Takes an uploaded file into the database, part by part; a record refers to it afterwards.
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import type { FileValue } from '#shared/fields/file.ts'
import { byteCount } from '#shared/text/phrase.ts'
import { limitCitation } from '#shared/policy/account-citations.ts'
import { Refused, refused } from '../../policy/refused.ts'
import type { StoredFile } from '../../storage/stored-file.ts'
import { PART_BYTES } from '../../storage/stored-file.ts'
import { forgetTally } from '../quota/charge-storage.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { detectType } from './detect-type.ts'
import { fileName } from './file-name.ts'
import { fileValue, newFileId } from './file-value.ts'
import { largestFile, requireUploads } from './may-upload.ts'

export interface SentContent {
  /** As it was sent. */
  readonly name: string
  readonly content: AsyncIterable<Buffer>
}

/** Nothing is kept of a file that is too large, or breaks off. */
export async function uploadFile(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  upload: SentContent,
): Promise<FileValue> {
  const { storage, current } = dependencies
  const { model } = current.running
  requireUploads(current.running, actorContext.actor)
  const id = newFileId()
  const begun: StoredFile = {
    ...{ id, content: id, name: fileName(upload.name), type: '', extension: '', size: 0, owner: null },
    ...{ person: actorContext.actor.person?.id ?? null, createdAt: actorContext.now },
  }
  let file = begun
  let parts = 0
  try {
    for await (const part of partsOf(upload.content, largestFile(model))) {
      if (parts === 0) file = { ...file, ...(await detectType(file.name, part)) }
      file = { ...file, size: file.size + part.length }
      const [number, now] = [parts, file]
      parts += 1
      await storage.write(async (transaction) => {
        await transaction.putFile(now, false)
        await transaction.putFilePart(id, number, part)
      })
    }
    if (parts === 0) file = { ...file, ...(await detectType(file.name, Buffer.alloc(0))) }
    await storage.write(async (transaction) => {
      const { person } = file
      const most = model.settings.storagePerPerson
      if (most !== undefined && person !== null) {
        if ((await transaction.bytesStoredBy(person)) > most)
          throw new Refused(makeRefusal(model, 'storage_used_up', limitCitation(model, 'storage_per_person')))
        forgetTally(current.running, person)
      }
      await transaction.putFile(file, true)
    })
  } catch (error) {
    if (parts > 0) await storage.write((transaction) => transaction.deleteFile(id), { fromReserve: true })
    throw error
  }
  return fileValue(file)
}

/** Of equal length, but for the last one. */
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

function fileTooLarge(most: number): Refused {
  return refused('file_too_large', { most: byteCount(most) })
}
