// Renames what the caret stands in, everywhere in the text, as one change that can be undone.
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { RefObject } from 'react'
import { useEffect, useState } from 'react'
import type { NamedDefinition } from '#shared/language/outline.ts'
import type { RenameOutcome } from '#shared/language/rename.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SubmitForm } from '../../../ui/submit-form.tsx'
import { say, sayCount } from '../../../words/say.ts'
import type { OpenEditor } from './code-editor.tsx'
import { changesOf } from './edit-view.ts'

interface Props {
  readonly editor: RefObject<OpenEditor | null>
  /** Text of the revision in force, whose names the data has. */
  readonly published: string
  readonly onClose: () => void
}

export function RenameDialog({ editor, published, onClose }: Props) {
  const [offset] = useState(() => editor.current?.view.state.selection.main.head ?? 0)
  /** Null: there is no name. */
  const [target, setTarget] = useState<NamedDefinition | null>()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const open = editor.current
    void open?.service.ask(open.view.state.doc.toString(), { kind: 'renamable', offset }).then((found) => {
      setTarget(found ?? null)
      setName(found?.label ?? '')
      return found
    })
  }, [editor, offset])
  const rename = async (): Promise<void> => {
    const open = editor.current
    if (open === null) return
    setBusy(true)
    const { doc } = open.view.state
    const outcome = await open.service.ask(doc.toString(), { kind: 'rename', offset, to: name, published })
    setBusy(false)
    if (outcome?.kind !== 'renamed') return setProblem(sayProblem(outcome))
    if (open.view.state.doc !== doc) return setProblem(say('The text has changed meanwhile. Please try again.'))
    open.view.dispatch({
      changes: changesOf(outcome.edits),
      userEvent: 'rename',
    })
    notifications.show({ message: sayCount(outcome.places, '{count} place renamed.', '{count} places renamed.') })
    onClose()
    open.view.focus()
  }
  return (
    <Dialog opened onClose={onClose} title={say('Rename everywhere')}>
      {target === null && <Text size="sm">{say('Place the cursor in a name that the document declares.')}</Text>}
      {target && (
        <SubmitForm onSubmit={() => void rename()}>
          <Stack gap="md">
            <TextInput
              data-autofocus
              label={say('New name')}
              description={target.what}
              required
              value={name}
              onChange={(event) => {
                setName(event.currentTarget.value)
                setProblem(undefined)
              }}
            />
            {sayData(target) && (
              <Text size="sm" c="dimmed">
                {sayData(target)}
              </Text>
            )}
            {problem !== undefined && (
              <Alert color="red" variant="light" role="alert">
                {problem}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {say('Cancel')}
              </Button>
              <Button type="submit" loading={isBusy} disabled={name.trim() === '' || name.trim() === target.label}>
                {say('Rename')}
              </Button>
            </Group>
          </Stack>
        </SubmitForm>
      )}
    </Dialog>
  )
}

function sayProblem(outcome: Exclude<RenameOutcome, { readonly kind: 'renamed' }> | undefined): string {
  switch (outcome?.kind) {
    case undefined:
      return say('The language service could not be loaded.')
    case 'no-name':
      return say('Place the cursor in a name that the document declares.')
    case 'error':
      return say(
        'Correct the error in line {line} first: only then is it known what the name means there. It says: {text}',
        { line: String(outcome.line), text: outcome.diagnostic.message },
      )
    case 'problem':
      return say('With this name the text would have an error: {text}', { text: outcome.diagnostic.message })
  }
}

function sayData({ what }: NamedDefinition): string | undefined {
  if (what === 'entity' || what.split(' ')[0] === 'field')
    return say('Its former name is noted as “was”, so that its data is kept.')
  return what.split(' ')[0] === 'state'
    ? say('Records in this state keep the former one. Before you publish, you see which they are.')
    : undefined
}
