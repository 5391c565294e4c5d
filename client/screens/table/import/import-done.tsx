// Says what an import kept, hands out the refused rows as a file, and takes it all back.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ImportBody } from '#shared/protocol/import.ts'
import { useUndo } from '../../../data/administration/changes.ts'
import { BASE_PATH } from '../../../data/base-path.ts'
import { UndoFeedback } from '../../../refusals/undo-feedback.tsx'
import { say, sayCount } from '../../../words/say.ts'

interface Props {
  readonly outcome: ImportBody
  readonly onClose: () => void
}

export function ImportDone({ outcome, onClose }: Props) {
  const { refused, refusedFile, changeSet } = outcome
  const undo = useUndo()
  const close = useRef<HTMLButtonElement>(null)
  const isUndone = undo.data !== undefined
  // What had the keyboard is gone.
  useEffect(() => close.current?.focus(), [isUndone])
  return (
    <Stack gap="md">
      <Text role="status">{isUndone ? say('The import is undone.') : sayDone(outcome)}</Text>
      {refused > 0 && (
        <Text size="sm">
          {sayCount(refused, '{count} row was refused.', '{count} rows were refused.')}{' '}
          {refusedFile !== undefined && (
            <Anchor href={BASE_PATH + refusedFile} download>
              {say('Download the refused rows, fix them and import the file again')}
            </Anchor>
          )}
        </Text>
      )}
      <UndoFeedback undo={undo} />
      <Group justify="flex-end">
        {changeSet !== undefined && !isUndone && (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(changeSet)}>
            {say('Undo')}
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          {say('Close')}
        </Button>
      </Group>
    </Stack>
  )
}

function sayDone({ created, updated, unchanged }: ImportBody): string {
  const same = sayCount(unchanged, '{count} row changed nothing.', '{count} rows changed nothing.')
  if (created + updated === 0 && unchanged > 0) return same
  const done = sayChanges(created, updated)
  return unchanged === 0 ? done : `${done} ${same}`
}

function sayChanges(created: number, updated: number): string {
  if (updated === 0) return say('{count} created.', { count: created })
  return created === 0
    ? say('{count} changed.', { count: updated })
    : say('{created} created, {updated} changed.', { created, updated })
}
