// Asks for the name of each thing that publishing the document deletes with its data.
import { Alert, Stack, Text, TextInput } from '@mantine/core'
import type { DocumentConflict } from '#shared/protocol/document.ts'
import { say } from '../../words/say.ts'
import { sayConflict } from './say-conflict.ts'

export interface NamedDeletion extends DocumentConflict {
  readonly deletes: string
}

interface Props {
  readonly deletions: readonly NamedDeletion[]
  /** Texts that were typed, by the names that they should be. */
  readonly typed: Readonly<Record<string, string>>
  readonly onType: (typed: Readonly<Record<string, string>>) => void
}

export function DeletionForm({ deletions, typed, onType }: Props) {
  return (
    <Alert color="red" variant="light" radius="lg" title={say('Data would be deleted')}>
      <Stack gap="sm">
        {deletions.map((deletion) => (
          <div key={deletion.deletes}>
            <Text size="sm" className="wraps">
              {sayConflict(deletion)}
            </Text>
            <TextInput
              size="sm"
              mt={4}
              maw={360}
              autoComplete="off"
              spellCheck={false}
              label={say('To delete it, type {name}', { name: deletion.deletes })}
              value={typed[deletion.deletes] ?? ''}
              onChange={({ currentTarget: { value } }) => onType({ ...typed, [deletion.deletes]: value })}
            />
          </div>
        ))}
        <Text size="sm">
          {say('A backup is made first. It is kept on the server, in the folder “backups” of the data directory.')}
        </Text>
      </Stack>
    </Alert>
  )
}

export function isDeletion(conflict: DocumentConflict): conflict is NamedDeletion {
  return conflict.deletes !== undefined
}
