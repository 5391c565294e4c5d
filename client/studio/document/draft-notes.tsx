// Says where a draft is kept, who else is writing one, and that another revision was published beneath it.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useDrafts } from '../../data/administration/document.ts'
import { useKnownSession } from '../../data/session.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { say } from '../../words/say.ts'
import { sayWith } from '../../words/say-with.tsx'
import type { DraftState } from './use-draft-keeper.ts'

interface Props {
  readonly state: DraftState
  /** Number of the revision that the draft was made from. */
  readonly base: number
  readonly onCompare: () => void
}

export function DraftNotes({ state, base, onCompare }: Props) {
  const { person } = useKnownSession()
  const drafts = useDrafts()
  const others = (drafts?.items ?? []).filter(({ by }) => by?.id !== person?.id)
  return (
    <>
      {drafts !== undefined && drafts.number > base && (
        <Alert color="orange" mb="sm" role="alert" title={say('Another revision was published in the meantime.')}>
          <Group justify="space-between" gap="md">
            <Text size="sm">{say('Your draft is kept as it is. Compare it before you publish.')}</Text>
            <Button variant="default" size="xs" onClick={onCompare}>
              {say('Compare with theirs')}
            </Button>
          </Group>
        </Alert>
      )}
      {others.map(({ by, at }) => (
        <Text key={by?.id} size="sm" mb="xs">
          {sayWith('{name} is writing a draft, too: {when}.', {
            name: by?.name ?? say('Somebody'),
            when: <RelativeTime iso={at} />,
          })}
        </Text>
      ))}
      <Text size="xs" c="dimmed" mb="xs" role="status">
        {STATES[state]}
      </Text>
    </>
  )
}

const STATES: { readonly [state in DraftState]: string } = {
  none: '',
  kept: say('Your draft is kept on the server.'),
  writing: say('Keeping your draft …'),
  waiting: say('Your draft is not on the server yet. It is kept in this window.'),
  overtaken: '',
}
