// Says below which path these pages stand: a draft that is tried stands below one of its own.
import { smallPictureUrl } from '#shared/fields/file.ts'

/** The path, without a slash at its end; empty: these are the pages of the application itself. */
export const BASE_PATH =
  (globalThis as { readonly document?: Document }).document?.documentElement.dataset['base'] ?? ''

/** Makes the address of a thumbnail that the page can load. */
export function pictureAddress(...picture: Parameters<typeof smallPictureUrl>): string {
  return BASE_PATH + smallPictureUrl(...picture)
}
