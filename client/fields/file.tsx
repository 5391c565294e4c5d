// Shows files as links with name and size, and pictures as they are.
import type { FileValue } from '#shared/fields/file.ts'
import { filesIn, IMAGE_TYPES } from '#shared/fields/file.ts'
import { Icon } from '../ui/icon.tsx'
import { sayBytes } from '../words/say-bytes.ts'
import type { FieldView, ShowProps } from './field-view.ts'
import { FileMark, fileLink } from './file-mark.tsx'
import classes from './file.module.css'

export const file: FieldView = { Show: ShowFiles, wide: true, growing: true, columnWidth: 180 }

function ShowFiles({ value, compact }: ShowProps) {
  const files = filesIn(value)
  if (compact) {
    return (
      <span className={classes['short']}>
        <Icon name="file" size={14} />
        {files.map(({ name }) => name).join(', ')}
      </span>
    )
  }
  return (
    <ul className={classes['files']}>
      {files.map((each) => (
        <li key={each.id} style={{ minWidth: 0 }}>
          <FileLink file={each} />
        </li>
      ))}
    </ul>
  )
}

function FileLink({ file }: { readonly file: FileValue }) {
  const isPicture = IMAGE_TYPES.has(file.type)
  return (
    <a className={classes['file']} {...fileLink(file)}>
      <FileMark file={file} size={isPicture ? 56 : 36} />
      <span className={classes['says']}>
        <span className={classes['name']}>{file.name}</span>
        <span className={classes['size']}>{sayBytes(file.size)}</span>
      </span>
    </a>
  )
}
