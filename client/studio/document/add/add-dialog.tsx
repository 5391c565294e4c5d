// Asks in a small form for a part of the document, and writes it as text that compiles.
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import type { RefObject } from 'react'
import { useMemo, useState } from 'react'
import { addToDocument, newErrors } from '#shared/language/adding/add.ts'
import { readKnownParts } from '#shared/language/adding/known-parts.ts'
import { suggestAddition } from '#shared/language/adding/suggest.ts'
import type { WantedPart, WantedKind } from '#shared/language/adding/wanted.ts'
import { outlineDocument } from '#shared/language/outline.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useLateOpen } from '../../../ui/dialog/use-late-open.ts'
import { SubmitForm } from '../../../ui/submit-form.tsx'
import { say } from '../../../words/say.ts'
import { AddFields } from './add-fields.tsx'
import { emptyForm } from './empty-form.ts'
import { insertSelected } from './insert-addition.ts'
import type { OpenEditor } from '../editor/code-editor.tsx'
import { KIND_HELP, KIND_TITLES } from './kind-words.ts'

interface Props {
  readonly kind: WantedKind
  /** The document as it stands in the editor. */
  readonly text: string
  readonly editor: RefObject<OpenEditor | null>
  readonly onClose: () => void
}

export function AddDialog({ kind, text, editor, onClose }: Props) {
  const known = useMemo(() => readKnownParts(outlineDocument(text)), [text])
  const [isOpen, setOpen] = useState(true)
  const [wanted, setWanted] = useState<WantedPart | undefined>(() => {
    const suggested = suggestAddition(text, kind)
    return suggested && emptyForm(suggested)
  })
  const [problems, setProblems] = useState<readonly string[]>([])
  const add = () => {
    const view = editor.current?.view
    if (wanted === undefined || view === undefined) return
    const addition = addToDocument(text, wanted)
    const errors = newErrors(text, addition)
    setProblems(errors.map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`)))
    if (errors.length > 0) return
    setOpen(false)
    insertSelected(view, addition)
  }
  return (
    <Dialog
      opened={useLateOpen(isOpen)}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={KIND_TITLES[kind]}
      size={kind === 'entity' ? 'xl' : 'md'}
      returnFocus={false}
    >
      <SubmitForm onSubmit={add}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {KIND_HELP[kind]}
          </Text>
          {wanted && (
            <AddFields
              wanted={wanted}
              known={known}
              onChange={(next) => {
                setWanted(next)
                setProblems([])
              }}
            />
          )}
          {problems.length > 0 && (
            <Alert color="red" role="alert" title={say('The document does not take it like this.')}>
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
            <Button type="submit">{say('Add to the text')}</Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  )
}
