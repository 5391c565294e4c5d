// Saves a picture as a file of its own.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../words/say.ts'

interface Props {
  /** The name of the picture. */
  readonly label: string
  readonly onSave: () => Promise<void>
}

export function SaveButton({ label, onSave }: Props) {
  const [isSaving, setSaving] = useState(false)
  const save = () => {
    setSaving(true)
    void onSave().finally(() => setSaving(false))
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={15} />}
      loading={isSaving}
      onClick={save}
      aria-label={say('Save as SVG: {name}', { name: label })}
      data-command={say('Save as SVG: {name}', { name: label })}
    >
      {say('Save as SVG')}
    </Button>
  )
}
