// Makes the value that a field holds of a stored file.
import type { FileValue } from '#shared/fields/file.ts'
import { FILES_PATH } from '#shared/fields/file.ts'
import type { StoredFile } from '../../storage/stored-file.ts'

export function fileValue({ id, name, type, size }: StoredFile): FileValue {
  return { id, name, type, size, url: `/api${FILES_PATH}/${id}` }
}
