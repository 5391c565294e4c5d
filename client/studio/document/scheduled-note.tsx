// Shows the publication that waits for its moment, or was refused then, with ways to compare and cancel it.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ScheduledPublicationBody } from '#shared/protocol/document.ts'
import { useCancelScheduled, useDocumentInForce, useScheduledPublication } from '../../data/administration/document.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ExactTime } from '../../ui/relative-time.tsx'
import { say } from '../../words/say.ts'
import { DocumentChanges } from './document-changes.tsx'
import { DocumentDifference } from './document-difference.tsx'

type WaitingPublication = NonNullable<ScheduledPublicationBody['scheduled']>

export function ScheduledNote() {
  const scheduled = useScheduledPublication(true)
  const cancel = useCancelScheduled()
  const [isCompared, setCompared] = useState(false)
  if (!scheduled) return null
  const { dueAt, by, reason, problem } = scheduled
  return (
    <Alert
      color={problem === null ? 'blue' : 'red'}
      mb="md"
      title={problem === null ? say('A document waits to be published') : say('A scheduled document was not published')}
    >
      <Text size="sm" className="wraps">
        <ExactTime iso={dueAt} />, {say('by {name}', { name: by?.name ?? say('a person who is gone') })}
        {reason !== undefined && ` – ${reason}`}
      </Text>
      {problem !== null && (
        <Text size="sm" className="wraps">
          {problem}
        </Text>
      )}
      <Group gap="sm" mt="sm">
        <Button size="xs" variant="default" onClick={() => setCompared(true)}>
          {say('Compare with the document')}
        </Button>
        <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {problem === null ? say('Cancel the publication') : say('Dismiss')}
        </Button>
      </Group>
      {cancel.error && <RefusalNote error={cancel.error} />}
      {isCompared && <Comparison scheduled={scheduled} onClose={() => setCompared(false)} />}
    </Alert>
  )
}

function Comparison({ scheduled, onClose }: { readonly scheduled: WaitingPublication; readonly onClose: () => void }) {
  const { data: inForce, error } = useDocumentInForce()
  return (
    <Dialog opened onClose={onClose} title={say('What would be published')} size="xl">
      {error && <RefusalNote error={error} />}
      {inForce && (
        <>
          {inForce.number !== scheduled.base && (
            <Text size="sm" mb="sm">
              {say('Somebody has published another document since this one was scheduled: it will not be published.')}
            </Text>
          )}
          <DocumentChanges before={inForce.text} after={scheduled.text} />
          <DocumentDifference before={inForce.text} after={scheduled.text} />
        </>
      )}
    </Dialog>
  )
}
