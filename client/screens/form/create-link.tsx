// Leads from a list, a board or a calendar to the form of a new record.
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Entity, Screen } from '#shared/model/model.ts'
import { labelOfName } from '../../data/field-label.ts'
import { onlyStep } from '../../data/records/permissions.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { Icon } from '../../ui/icon.tsx'

export function CreateLink({ form, entity }: { readonly form: Screen; readonly entity: Entity }) {
  const step = onlyStep(useModel(), useKnownSession(), entity)
  return (
    <Button component={Link} to={form.route} leftSection={<Icon name="plus" size={16} />} aria-keyshortcuts="n">
      {step ? labelOfName(step.name) : form.name}
    </Button>
  )
}
