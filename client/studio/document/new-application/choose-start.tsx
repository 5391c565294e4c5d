// Offers what a new application can begin with: the empty nine points, or one of the shipped documents.
import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { emptyDocument } from '#shared/document/empty-document.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useLateOpen } from '../../../ui/dialog/use-late-open.ts'
import { SubmitForm } from '../../../ui/submit-form.tsx'
import { say } from '../../../words/say.ts'
import shared from '../document.module.css'
import classes from './choose-start.module.css'
import { readShippedDocuments } from './shipped-documents.ts'

interface Props {
  readonly isOpen: boolean
  /** Whether the author has a draft, which the choice would replace. */
  readonly hasDraft: boolean
  readonly onClose: () => void
  readonly onChoose: (text: string) => void
}

const EMPTY = 'empty'

export function ChooseStart({ isOpen, hasDraft, onClose, onChoose }: Props) {
  const documents = useMemo(() => readShippedDocuments(), [])
  const [chosen, setChosen] = useState(EMPTY)
  const [name, setName] = useState('')
  const choose = () => {
    const found = documents.find(({ key }) => key === chosen)
    onChoose(found?.text ?? emptyDocument(name.replaceAll(/\s+/g, ' ').trim()))
  }
  return (
    <Dialog opened={useLateOpen(isOpen)} onClose={onClose} title={say('New application')} size="lg">
      <SubmitForm onSubmit={choose}>
        <Stack gap="md">
          <Text size="sm">
            {say('What you choose becomes your draft in the editor. Nothing changes for others until you publish it.')}
          </Text>
          <Radio.Group label={say('Start from')} value={chosen} onChange={setChosen}>
            <Stack gap="xs" mt={6}>
              <Radio
                value={EMPTY}
                data-autofocus
                label={say('The empty nine points')}
                description={say('The headings, each with a table to fill in. “Add” then writes the parts.')}
                className={classes['choice']}
              />
              {chosen === EMPTY && (
                <TextInput
                  label={say('Name of the application')}
                  required
                  maxLength={80}
                  value={name}
                  onChange={(event) => setName(event.currentTarget.value)}
                />
              )}
              {documents.map(({ key, title, sentence, contents }) => (
                <Radio
                  key={key}
                  value={key}
                  label={title}
                  className={classes['choice']}
                  description={
                    <>
                      {sentence}
                      <span className={classes['contents']}>{contents.join(' · ')}</span>
                    </>
                  }
                />
              ))}
            </Stack>
          </Radio.Group>
          {hasDraft && (
            <Alert color="orange" title={say('You have a draft.')}>
              {say('Keep it, or replace it with what you choose. “Undo” brings it back.')}
            </Alert>
          )}
          <Group justify="flex-end" className={shared['buttons'] ?? ''}>
            <Button variant="default" onClick={onClose}>
              {hasDraft ? say('Keep my draft') : say('Cancel')}
            </Button>
            <Button type="submit">{hasDraft ? say('Replace my draft') : say('Open as a draft')}</Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  )
}
