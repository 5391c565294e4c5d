// Says that a form begins with what was typed before, and begins it anew.
import { Button, Group, Text } from '@mantine/core'
import { say } from '../../words/say.ts'
import type { RecordForm } from './use-record-form.ts'

export function RestoredNote({ form }: { readonly form: Pick<RecordForm, 'isRestored' | 'startOver'> }) {
  if (!form.isRestored) return null
  return (
    <Group gap="xs" role="status">
      <Text size="sm" c="dimmed">
        {say('Unsaved changes restored.')}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={form.startOver}>
        {say('Discard')}
      </Button>
    </Group>
  )
}
