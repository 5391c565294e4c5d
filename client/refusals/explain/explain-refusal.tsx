// Offers to explain a refusal.
import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import type { ExplainableRequest } from '../../data/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { loadPart } from '../../ui/load-page.tsx'
import { say } from '../../words/say.ts'

const ExplainDialog = loadPart(async () => (await import('./explain-dialog.tsx')).ExplainDialog)

interface Props {
  readonly call: ExplainableRequest
  /** Name of the action that is not possible, where several stand together. */
  readonly of?: string
  /** Beside a button that can't be used. */
  readonly isIcon?: boolean
}

export function ExplainRefusal({ call, of, isIcon = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const show = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      {isIcon ? (
        <ActionIcon size={24} aria-label={say('Why not: {of}?', { of: of ?? '' })} onClick={show}>
          <Icon name="about" size={16} />
        </ActionIcon>
      ) : (
        <Button variant="subtle" size="compact-sm" onClick={show}>
          {say('Why not?')}
        </Button>
      )}
      {wasOpened && <ExplainDialog call={call} of={of} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
