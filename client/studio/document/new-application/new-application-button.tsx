// Begins a new application: a choice becomes the author's draft.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { loadPart } from '../../../ui/load-page.tsx'
import { say } from '../../../words/say.ts'

const ChooseStart = loadPart(async () => (await import('./choose-start.tsx')).ChooseStart)

interface Props {
  readonly isPrimary?: boolean
  readonly hasDraft: boolean
  readonly onChoose: (text: string) => void
}

export function NewApplicationButton({ isPrimary = false, hasDraft, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        leftSection={<Icon name="plus" size={15} />}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
        data-command={say('New application')}
      >
        {say('New application')}
      </Button>
      {wasOpened && (
        <ChooseStart
          isOpen={isOpen}
          hasDraft={hasDraft}
          onClose={() => setOpen(false)}
          onChoose={(text) => {
            setOpen(false)
            onChoose(text)
          }}
        />
      )}
    </>
  )
}
