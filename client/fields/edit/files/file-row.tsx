// Shows a file of a field that is edited: there already, on its way, or not taken.
import { Button, CloseButton, Progress } from '@mantine/core'
import type { FileValue } from '#shared/fields/file.ts'
import { IMAGE_TYPES } from '#shared/fields/file.ts'
import { FileMark, fileLink, LargePicture } from '../../file-mark.tsx'
import { sayBytes } from '../../../words/say-bytes.ts'
import { say } from '../../../words/say.ts'
import classes from './edit-files.module.css'
import type { Upload } from './use-uploads.ts'

interface RowProps {
  readonly file: FileValue
  readonly onRemove: () => void
  /** The picture is what one wants to see. */
  readonly isLarge: boolean
}

export function FileRow({ file, onRemove, isLarge }: RowProps) {
  const hasPicture = isLarge && IMAGE_TYPES.has(file.type)
  return (
    <li className={classes['row']} data-large={hasPicture || undefined}>
      {hasPicture ? (
        <LargePicture file={file} />
      ) : (
        <>
          <FileMark file={file} size={36} />
          <a className={classes['name']} title={file.name} {...fileLink(file)}>
            {file.name}
          </a>
          <span className={classes['size']}>{sayBytes(file.size)}</span>
        </>
      )}
      <CloseButton size="sm" aria-label={say('Remove {name}', { name: file.name })} onClick={onRemove} />
    </li>
  )
}

interface UploadProps {
  readonly upload: Upload
  readonly onRetry: () => void
  readonly onDrop: () => void
}

export function UploadRow({ upload, onRetry, onDrop }: UploadProps) {
  const { file, progress, error, isFinal } = upload
  const { name } = file
  return (
    <li className={classes['row']} data-failed={error === undefined ? undefined : true}>
      <FileMark file={{ type: '' }} size={36} />
      <span className={classes['name']} title={name}>
        {name}
        {error === undefined ? (
          <Progress
            value={progress * 100}
            size={4}
            mt={4}
            transitionDuration={200}
            aria-label={say('Upload of {name}', { name })}
          />
        ) : (
          <span className={classes['problem']}>{error}</span>
        )}
      </span>
      {error === undefined && <span className={classes['size']}>{sayBytes(file.size)}</span>}
      {error !== undefined && isFinal !== true && (
        <Button variant="subtle" size="compact-sm" onClick={onRetry}>
          {say('Try again')}
        </Button>
      )}
      <CloseButton
        size="sm"
        aria-label={error === undefined ? say('Cancel the upload of {name}', { name }) : say('Remove {name}', { name })}
        onClick={onDrop}
      />
    </li>
  )
}
