// Edits fields of files: chosen, dropped or pasted, and uploaded at once.
import { Button, Input } from '@mantine/core'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ClipboardEvent, DragEvent } from 'react'
import { isMany } from '#shared/fields/coerce-value.ts'
import type { FileValue } from '#shared/fields/file.ts'
import { filesIn, IMAGE_TYPES, isUploaded } from '#shared/fields/file.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { useModel } from '../../../data/spec.ts'
import { Icon } from '../../../ui/icon.tsx'
import { sayBytes } from '../../../words/say-bytes.ts'
import { say } from '../../../words/say.ts'
import type { EditProps, ViewedField } from '../../field-view.ts'
import classes from './edit-files.module.css'
import { FileRow, UploadRow } from './file-row.tsx'
import { useUploads } from './use-uploads.ts'
import type { Upload } from './use-uploads.ts'

/** `isTitled`: its name stands above it already. */
export function EditFiles(props: EditProps & { readonly isTitled?: boolean }) {
  const { id, label, description, required, error, value, onChange, field, compact = false, isTitled = false } = props
  const many = isMany(field)
  const files = filesIn(value)
  const kept = files.filter(isUploaded)
  // What two uploads write that end at once is not lost: the second sees what the first wrote.
  const latest = useRef(kept)
  useLayoutEffect(() => {
    const now = filesIn(value)
    // One file that is replaced stays until the other is there.
    if (many || now.every(isUploaded)) latest.current = now.filter(isUploaded)
  }, [value, many])
  const write = (next: readonly FileValue[]): void => {
    if (many || next.every(isUploaded)) latest.current = next.filter(isUploaded)
    onChange(many ? next : (next.at(-1) ?? null))
  }
  const uploads = useUploads(field, label, (done, waiting) => {
    const there = done === undefined ? latest.current : many ? [...latest.current, done] : [done]
    write([...there, ...waiting.map(placeholder)])
  })
  const forget = useEffectEvent(() => {
    if (kept.length < files.length) write(kept)
  })
  // Uploads of a page that was left are over; what was typed beside them is kept.
  useEffect(() => forget(), [])
  const input = useRef<HTMLInputElement>(null)
  const most = many ? (field.limits?.atMost ?? field.limits?.max) : 1
  const room = most === undefined ? Infinity : Number(most) - kept.length - uploads.list.length
  const add = (chosen: readonly File[]): void => {
    if (chosen.length > 0) uploads.add(chosen, Math.max(0, many ? room : 1))
  }
  const drop = useDrop(add)
  const paste = (event: ClipboardEvent): void => {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0) return
    event.preventDefault()
    add(pasted)
  }
  const isFull = room <= 0
  const remove = (file: FileValue): void => {
    write(latest.current.filter((each) => each.id !== file.id))
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  return (
    <Input.Wrapper
      label={isTitled ? undefined : label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      descriptionProps={{ id: `${id}-says` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
      withAsterisk={required}
    >
      <div
        id={id}
        role="group"
        tabIndex={-1}
        {...(isTitled ? { 'aria-label': label } : { 'aria-labelledby': `${id}-label` })}
        aria-describedby={[description && `${id}-says`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
        className={classes['box']}
        data-over={drop.isOver || undefined}
        data-wrong={error ? true : undefined}
        data-slim={compact || undefined}
        onPaste={paste}
        {...drop.handlers}
      >
        {(kept.length > 0 || uploads.list.length > 0) && (
          <ul className={classes['list']}>
            {kept.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                onRemove={() => remove(file)}
                isLarge={!many && !compact && fieldType(field.type.kind).holdsImages === true}
              />
            ))}
            {uploads.list.map((upload) => (
              <UploadRow
                key={upload.key}
                upload={upload}
                onRetry={() => uploads.retry(upload.key)}
                onDrop={() => uploads.drop(upload.key)}
              />
            ))}
          </ul>
        )}
        {(!isFull || (!many && !compact && uploads.list.length === 0)) && (
          <div className={classes['zone']} data-unprinted>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<Icon name="upload" size={14} />}
              aria-describedby={`${id}-hint`}
              onClick={() => input.current?.click()}
            >
              {many ? say('Choose files') : kept.length > 0 ? say('Replace') : say('Choose a file')}
            </Button>
            <span id={`${id}-hint`} className={compact ? 'unseen' : classes['hint']}>
              <span className={classes['drop']}>{many ? say('or drop them here') : say('or drop it here')} · </span>
              <Limits field={field} />
            </span>
          </div>
        )}
        <input
          ref={input}
          type="file"
          hidden
          multiple={many}
          accept={acceptOf(field)}
          onChange={(event) => {
            add([...(event.target.files ?? [])])
            // The same file can be chosen a second time.
            event.target.value = ''
          }}
        />
        <span role="status" className="unseen">
          {uploads.news}
        </span>
      </div>
    </Input.Wrapper>
  )
}

/** Stands in the value while it is uploaded, so that the form waits for it. */
function placeholder({ file, key }: Upload): FileValue {
  return { id: '', name: file.name, type: file.type, size: file.size, url: key }
}

/** "PDF, PNG · up to 10 MB · at most 5". */
function Limits({ field }: { readonly field: ViewedField }) {
  const { settings } = useModel()
  const { limits = {}, type } = field
  const isImage = fieldType(type.kind).holdsImages === true
  const types = limits.types?.map((each) => each.toUpperCase()).join(', ') ?? (isImage ? say('a picture') : undefined)
  return [
    ...(types === undefined ? [] : [types]),
    say('up to {size}', { size: sayBytes(limits.eachSize ?? settings.uploadBytes) }),
    ...(limits.atMost === undefined ? [] : [say('at most {most}', { most: limits.atMost })]),
  ].join(' · ')
}

function acceptOf({ type, limits }: ViewedField): string | undefined {
  if (limits?.types !== undefined) return limits.types.map((each) => `.${each.replace(/^\./, '')}`).join(',')
  return fieldType(type.kind).holdsImages === true ? [...IMAGE_TYPES].join(',') : undefined
}

/** Not texts or links that are dragged. */
function holdsDropped({ types }: DataTransfer): boolean {
  return types.includes(DROPPED_FILES)
}

/** Type that browsers give to dragged files. */
const DROPPED_FILES = 'Files'

/** A file that is dropped beside the field would be opened in place of the page, and what was typed be gone. */
function useDrop(add: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const hold = (event: globalThis.DragEvent): void => {
      if (event.dataTransfer && holdsDropped(event.dataTransfer)) event.preventDefault()
    }
    window.addEventListener('dragover', hold)
    window.addEventListener('drop', hold)
    return () => {
      window.removeEventListener('dragover', hold)
      window.removeEventListener('drop', hold)
    }
  }, [])
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!holdsDropped(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave(event: DragEvent) {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
    },
    onDrop(event: DragEvent) {
      setOver(false)
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      add([...event.dataTransfer.files])
    },
  }
  return { isOver, handlers }
}
