// Marks a file by its picture or an icon, and leads to it.
import type { FileValue } from '#shared/fields/file.ts'
import { IMAGE_TYPES } from '#shared/fields/file.ts'
import { BASE_PATH, pictureAddress } from '../data/base-path.ts'
import { Icon } from '../ui/icon.tsx'
import { sayBytes } from '../words/say-bytes.ts'
import classes from './file.module.css'

/** A picture opens beside the page; all else is saved. */
export function fileLink({ url, name, type }: FileValue) {
  const href = BASE_PATH + url
  return IMAGE_TYPES.has(type) ? { href, target: '_blank', rel: 'noreferrer' } : { href, download: name }
}

interface Props {
  readonly file: Pick<FileValue, 'type'> & { readonly url?: string }
  readonly size: number
}

/** Shows a picture as it is, not cut to a square, and leads to it. Name and size come with the pointer. */
export function LargePicture({ file }: { readonly file: FileValue }) {
  const { url, name, size } = file
  return (
    <a className={classes['whole']} title={`${name} (${sayBytes(size)})`} {...fileLink(file)}>
      <img className={classes['large']} src={pictureAddress(url, '480')} alt={name} loading="lazy" />
    </a>
  )
}

export function FileMark({ file, size }: Props) {
  const style = { width: size, height: size }
  // Its name stands beside it.
  if (file.url !== undefined && IMAGE_TYPES.has(file.type))
    return (
      <img className={classes['picture']} src={pictureAddress(file.url, '160')} alt="" loading="lazy" style={style} />
    )
  return (
    <span className={classes['mark']} style={style}>
      <Icon name="file" size={Math.round(size / 2)} />
    </span>
  )
}
