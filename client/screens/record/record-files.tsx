// Shows the files of a record; who may change them adds and removes them here, each kept at once.
import { Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { collapseRecord } from '#shared/decisions/expanded-record.ts'
import { isMany } from '#shared/fields/coerce-value.ts'
import { filesIn, isUploaded } from '#shared/fields/file.ts'
import type { FileValue } from '#shared/fields/file.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import { RequestRefusal, sendRequest } from '../../data/api.ts'
import { fieldLabel } from '../../data/field-label.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { refreshRecords } from '../../data/submission/refresh-records.ts'
import { EditFiles } from '../../fields/edit/files/edit-files.tsx'
import { FieldValue } from '../../fields/field-value.tsx'
import { showOffer } from '../../ui/offer.tsx'
import { say } from '../../words/say.ts'
import classes from './record-fields.module.css'

interface Props {
  readonly entity: Entity
  readonly fields: readonly Field[]
  readonly record: RecordData
}

export function RecordFiles({ entity, fields, record }: Props) {
  return fields.map((field) => {
    const id = `files-${field.name.identifier}`
    return (
      <section
        key={id}
        className={`card ${classes['sheet']}`}
        aria-labelledby={id}
        data-unprinted={filesIn(record[field.name.identifier]).length === 0 || undefined}
      >
        <Title order={2} id={id} className={classes['label'] ?? ''}>
          {fieldLabel(field)}
        </Title>
        <FilesOfRecord entity={entity} field={field} record={record} />
      </section>
    )
  })
}

interface FieldProps {
  readonly entity: Entity
  readonly field: Field
  readonly record: RecordData
}

export function FilesOfRecord(props: FieldProps) {
  const { field, record } = props
  if (record._may?.update[field.name.identifier] === true) return <KeptFiles {...props} />
  return <FieldValue value={record[field.name.identifier]} field={field} />
}

function KeptFiles({ entity, field, record }: FieldProps) {
  const client = useQueryClient()
  const name = field.name.identifier
  /** Files that are shown until they are saved. Undefined shows the saved files. */
  const [own, setOwn] = useState<unknown>()
  const [error, setError] = useState<string>()
  const turn = useRef(Promise.resolve())
  const known = useRef<readonly FileValue[]>([])
  useLayoutEffect(() => {
    if (own === undefined) known.current = filesIn(record[name])
  }, [own, record, name])

  const keep = async (added: readonly FileValue[], removed: readonly FileValue[]): Promise<void> => {
    try {
      await changeFiles(entity, field, record.id, added, removed)
      setError(undefined)
      await refreshRecords(client)
      for (const file of removed) offerUndo(file)
      setOwn((now: unknown) => (filesIn(now).every(isUploaded) ? undefined : now))
    } catch (reason) {
      setError(reason instanceof RequestRefusal ? messageOf(reason, name) : String(reason))
    }
  }
  // One after the other, in the order in which they were asked for.
  const save = (added: readonly FileValue[], removed: readonly FileValue[]): void => {
    const { current } = turn
    turn.current = current.then(() => keep(added, removed))
  }
  const offerUndo = (file: FileValue): void => {
    const text = say('{name} removed.', { name: file.name })
    showOffer({ text, button: say('Undo'), onClick: () => save([file], []) })
  }
  const change = (next: unknown): void => {
    setOwn(next)
    // One file that is replaced stays until the other is there.
    if (!isMany(field) && !filesIn(next).every(isUploaded)) return
    const there = filesIn(next).filter(isUploaded)
    const isIn = (list: readonly FileValue[], { id }: FileValue): boolean => list.some((each) => each.id === id)
    const added = there.filter((each) => !isIn(known.current, each))
    const removed = known.current.filter((each) => !isIn(there, each))
    known.current = there
    if (added.length + removed.length > 0) save(added, removed)
  }
  return (
    <EditFiles
      id={`edit-${name}-${record.id}`}
      label={fieldLabel(field)}
      description={field.meaning || undefined}
      required={false}
      value={own ?? record[name] ?? null}
      onChange={change}
      error={error}
      field={field}
      isTitled
    />
  )
}

/** Changes the files of a field. Files that others have added meanwhile stay. */
async function changeFiles(
  entity: Entity,
  field: Field,
  id: string,
  added: readonly FileValue[],
  removed: readonly FileValue[],
): Promise<void> {
  const path = `/api/${entity.path}/${encodeURIComponent(id)}`
  const name = field.name.identifier
  for (let tries = 1; ; tries++) {
    const { data, etag } = await sendRequest<RecordData>(path)
    const now = filesIn(collapseRecord(data)[name]).filter((each) => removed.every((gone) => gone.id !== each.id))
    const next = [...now, ...added.filter((each) => now.every((there) => there.id !== each.id))]
    const value = isMany(field) ? next : (added[0] ?? next[0] ?? null)
    try {
      await sendRequest(path, {
        method: 'PATCH',
        body: { [name]: value },
        headers: etag === null ? {} : { 'If-Match': etag },
      })
      return
    } catch (error) {
      if (!(error instanceof RequestRefusal && error.problem.status === 412) || tries === MOST_TRIES) throw error
    }
  }
}

const MOST_TRIES = 5

function messageOf({ problem }: RequestRefusal, name: string): string {
  return problem.errors.find(({ field }) => field === name)?.message ?? problem.detail
}
