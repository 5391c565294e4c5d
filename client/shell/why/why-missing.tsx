// "Why is a field missing?": for an administrator who views as somebody else, each field of the record and the line that hides it.
import { Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { FieldReading } from '#shared/protocol/explain.ts'
import { useExplain } from '../../data/administration/explain.ts'
import { labelFor } from '../../data/label.ts'
import { useKnownSession } from '../../data/session.ts'
import { CitedLine } from '../../ui/cited-line.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import classes from './why-not.module.css'

/** `path`: of the record, as the API has it. */
export function WhyMissing({ path }: { readonly path: string }) {
  const { viewing } = useKnownSession()
  const [open, setOpen] = useState(false)
  const explained = useExplain({ method: 'GET', path }, open)
  if (viewing === undefined) return null
  const absent = explained.data?.reading?.fields.filter(({ shown }) => !shown) ?? []
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        Why is a field missing?
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title="Why is a field missing?" size="lg">
        {explained.isPending && (
          <Loading>
            <ListSkeleton rows={3} />
          </Loading>
        )}
        {explained.error && <Text role="alert">{explained.error.message}</Text>}
        {explained.data && absent.length === 0 && <Text>No field of this record is missing.</Text>}
        <ul className={classes['ways']}>
          {absent.map((field) => (
            <Absent key={field.field} field={field} />
          ))}
        </ul>
      </Modal>
    </>
  )
}

function Absent({ field: { label, why, source } }: { readonly field: FieldReading }) {
  return (
    <li>
      <Text fw={600} size="sm">
        {labelFor(label)}
      </Text>
      <Text size="sm">{why}</Text>
      {source && <CitedLine cite={source} />}
    </li>
  )
}
