// Offers to add to a list that is not shown: whose record each is may be written there, and not read.
import { Title } from '@mantine/core'
import { labelOfName } from '../../../data/field-label.ts'
import type { BesideList } from './beside-frame.tsx'
import { CreateBeside } from './create-beside.tsx'
import classes from './beside-frame.module.css'

export function UnreadBeside({ name, related, field, record }: BesideList) {
  const id = `beside-${name}`
  return (
    <section className={`card ${classes['frame']}`} aria-labelledby={id}>
      <Title order={2} id={id} mb="md">
        {labelOfName(name)}
      </Title>
      <CreateBeside related={related} field={field} record={record} />
    </section>
  )
}
