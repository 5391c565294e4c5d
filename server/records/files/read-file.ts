// Finds a file by the policy of the record and field that hold it, and reads its content.
import { filesIn } from '#shared/fields/file.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { refuseWhenBusy } from '../../policy/refuse-when-busy.ts'
import type { StoredFile } from '../../storage/stored-file.ts'
import { PART_BYTES } from '../../storage/stored-file.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import type { PictureDecoder } from '../pictures/picture-process.ts'
import { smallPicture } from '../pictures/small-picture.ts'
import type { ActorContext, ReadUsage, RecordsDependencies } from '../records-dependencies.ts'
import { refused } from '../../policy/refused.ts'

/** Refuses with 404 where there is none, or none for this reader. */
export async function readFile(
  { storage, current }: RecordsDependencies,
  { actor, now }: ActorContext,
  id: string,
): Promise<StoredFile> {
  const { running } = current
  const { database } = storage
  const file = await database.file(id)
  if (file === undefined || !(await mayReadFile({ running, storage, now, database }, actor, file)))
    throw refused('not_found')
  return file
}

/**
 * Reports whether the actor may read a file. A file that no field holds is readable by the person who uploaded it;
 * one that was removed from its field is readable by nobody.
 */
export async function mayReadFile(
  context: RowPolicyContext,
  actor: Actor,
  { id, owner, person }: StoredFile,
): Promise<boolean> {
  if (owner === null) return person === (actor.person?.id ?? null)
  if (!context.running.model.entities.has(owner.entity)) return false
  const record = await context.database.record(owner.entity, owner.record)
  if (record === undefined || !filesIn(record[owner.field]).some((each) => each.id === id)) return false
  return (await readableFieldsOf(context, actor, owner.entity, record))?.has(owner.field) === true
}

/** A smaller picture of it; undefined: it can't be decoded. Refuses with 503 where too many are made already. */
export async function readSmallPicture(
  dependencies: FileDependencies,
  { spent }: ActorContext,
  file: StoredFile,
  { by, width }: { readonly by: string; readonly width: number },
): Promise<Uint8Array | undefined> {
  const read = async (): Promise<Uint8Array> => readWhole(dependencies, file)
  return refuseWhenBusy(async () =>
    smallPicture(dependencies.pictures, file.content, width, { by, read, onSpent: countPicture(spent) }),
  )
}

export interface FileDependencies extends RecordsDependencies {
  readonly pictures: PictureDecoder
}

/** Counts the time of a picture's process for the caller who asked for it. */
export function countPicture(spent: ReadUsage | undefined) {
  return (milliseconds: number): void => {
    if (spent !== undefined) spent.milliseconds += milliseconds
  }
}

/** All its bytes. */
export async function readWhole(dependencies: RecordsDependencies, file: StoredFile): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of readContent(dependencies, file, { start: 0, end: file.size - 1 })) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Reads the bytes of a file from `start` to `end`, both included, a part at a time. */
export async function* readContent(
  { storage }: RecordsDependencies,
  { content }: StoredFile,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array, void> {
  for (let at = start; at <= end;) {
    const number = Math.floor(at / PART_BYTES)
    const part = await storage.database.filePart(content, number)
    const begin = at - number * PART_BYTES
    const piece = part?.subarray(begin, end - number * PART_BYTES + 1)
    if (piece === undefined || piece.length === 0) throw new Error(`Part ${number} of the file is missing.`)
    yield piece
    at += piece.length
  }
}
