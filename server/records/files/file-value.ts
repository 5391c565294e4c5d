// Makes the value that a field holds of a stored file, and its id.
import { randomBytes } from 'node:crypto'
import type { FileValue } from '#shared/fields/file.ts'
import { FILES_PATH } from '#shared/fields/file.ts'
import type { StoredFile } from '../../storage/stored-file.ts'

/** 128 random bits. */
export function newFileId(): string {
  return randomBytes(16).toString('base64url')
}

export function fileValue({ id, name, type, size }: StoredFile): FileValue {
  return { id, name, type, size, url: `/api${FILES_PATH}/${id}` }
}
