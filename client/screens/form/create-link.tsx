// Leads from a list, a board or a calendar to the form of a new record.
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Screen } from '#shared/model/model.ts'
import { Icon } from '../../ui/icon.tsx'

export function CreateLink({ form }: { readonly form: Screen }) {
  return (
    <Button component={Link} to={form.route} leftSection={<Icon name="plus" size={16} />} aria-keyshortcuts="n">
      {form.name}
    </Button>
  )
}
