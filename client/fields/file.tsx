// Shows files as links with name and size, and pictures as they are, without.
import type { FileValue } from '#shared/fields/file.ts'
import { filesIn, IMAGE_TYPES } from '#shared/fields/file.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { Icon } from '../ui/icon.tsx'
import { sayBytes } from '../words/say-bytes.ts'
import type { FieldView, ShowProps } from './field-view.ts'
import { FileMark, fileLink, LargePicture } from './file-mark.tsx'
import classes from './file.module.css'

export const file: FieldView = { Show: ShowFiles, wide: true, growing: true, columnWidth: 180 }

/** Shows pictures, whose names say little: they are their alternative texts. */
export const picture: FieldView = { Show: ShowFiles, wide: true, columnWidth: 96 }

function ShowFiles({ value, field, compact }: ShowProps) {
  const files = filesIn(value)
  const isOfPictures = fieldType(field.type.kind).holdsImages === true
  if (compact && isOfPictures) return <Pictures files={files} />
  if (compact) {
    return (
      <span className={classes['short']}>
        <Icon name="file" size={14} />
        {files.map(({ name }) => name).join(', ')}
      </span>
    )
  }
  return (
    <ul className={classes['files']} data-several={files.length > 1 || undefined}>
      {files.map((each) => (
        <li key={each.id} style={{ minWidth: 0 }}>
          {isOfPictures && IMAGE_TYPES.has(each.type) ? <LargePicture file={each} /> : <FileLink file={each} />}
        </li>
      ))}
    </ul>
  )
}

/** Number of pictures for which a cell of a list has room. */
const MOST_PICTURES = 3

function Pictures({ files }: { readonly files: readonly FileValue[] }) {
  return (
    <span className={classes['pictures']}>
      {files.slice(0, MOST_PICTURES).map((each) => (
        <FileMark key={each.id} file={each} size={28} />
      ))}
      <span className="unseen">{files.map(({ name }) => name).join(', ')}</span>
      {files.length > MOST_PICTURES && `+${files.length - MOST_PICTURES}`}
    </span>
  )
}

function FileLink({ file }: { readonly file: FileValue }) {
  return (
    <a className={classes['file']} {...fileLink(file)}>
      <FileMark file={file} size={IMAGE_TYPES.has(file.type) ? 56 : 36} />
      <span className={classes['says']}>
        <span className={classes['name']}>{file.name}</span>
        <span className={classes['size']}>{sayBytes(file.size)}</span>
      </span>
    </a>
  )
}
