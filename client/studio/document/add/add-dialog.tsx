// Asks in a small form for a part of the document, and writes it as text that compiles.
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import type { KeyboardEvent, RefObject } from 'react'
import { useState } from 'react'
import type { KnownParts } from '#shared/language/adding/known-parts.ts'
import type { WantedPart } from '#shared/language/adding/wanted.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useLateOpen } from '../../../ui/dialog/use-late-open.ts'
import { SubmitForm } from '../../../ui/submit-form.tsx'
import { say } from '../../../words/say.ts'
import { AddFields } from './add-fields.tsx'
import { emptyForm } from './empty-form.ts'
import { insertSelected } from './insert-addition.ts'
import type { OpenEditor } from '../editor/code-editor.tsx'
import { KIND_HELP, KIND_TITLES } from './kind-words.ts'

export interface Form {
  readonly suggested: WantedPart
  /** Names in the document that a part may refer to. */
  readonly known: KnownParts
  /** The document as it stands in the editor. */
  readonly text: string
}

interface Props {
  readonly form: Form
  readonly editor: RefObject<OpenEditor | null>
  readonly onClose: () => void
}

export function AddDialog({ form: { suggested, known, text }, editor, onClose }: Props) {
  const { kind } = suggested
  const [isOpen, setOpen] = useState(true)
  const [wanted, setWanted] = useState(() => emptyForm(suggested))
  const [problems, setProblems] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const add = async (): Promise<void> => {
    const open = editor.current
    if (open === null) return
    setBusy(true)
    const addition = await open.service.ask(text, { kind: 'add', wanted })
    setBusy(false)
    if (addition === undefined) return setProblems([say('The language service could not be loaded.')])
    const { errors } = addition
    if (errors.length > 0)
      return setProblems(errors.map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`)))
    setOpen(false)
    insertSelected(open.view, addition)
  }
  return (
    <Dialog
      opened={useLateOpen(isOpen)}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={KIND_TITLES[kind]}
      size={['entity', 'transition', 'rule'].includes(kind) ? 'xl' : 'md'}
      returnFocus={false}
    >
      <SubmitForm onSubmit={() => void add()} onKeyDown={submitFromList}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {KIND_HELP[kind]}
          </Text>
          <AddFields
            wanted={wanted}
            known={known}
            onChange={(next) => {
              setWanted(next)
              setProblems([])
            }}
          />
          {problems.length > 0 && (
            <Alert color="red" role="alert" title={say('This does not fit the document as it is.')}>
              <List size="sm">
                {problems.map((problem) => (
                  <List.Item key={problem}>{problem}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {say('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {say('Add to the text')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  )
}

/** Enter sends the form from a closed list as from a field of text; Space and the arrows open the list. */
function submitFromList(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key, currentTarget } = event
  if (key !== 'Enter' || !(target instanceof HTMLSelectElement)) return
  if (!CSS.supports('selector(:open)') || target.matches(':open')) return
  event.preventDefault()
  currentTarget.requestSubmit()
}
