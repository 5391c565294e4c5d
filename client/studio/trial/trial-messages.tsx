// Shows the mail and webhooks that a trial would have sent.
import { Button, Text } from '@mantine/core'
import type { TrialMessage } from '#shared/protocol/trial.ts'
import { useTrialMessages } from '../../data/administration/trial.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { SideDialog } from '../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExactTime } from '../../ui/relative-time.tsx'
import { LinkedText } from '../../ui/text/linked-text.tsx'
import { say } from '../../words/say.ts'
import classes from './trial-bar.module.css'

interface Props {
  readonly sent: number
  readonly onClose: () => void
}

export function TrialMessages({ sent, onClose }: Props) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useTrialMessages(sent)
  const [first] = data?.pages ?? []
  const messages = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <SideDialog opened onClose={onClose} title={say('Unsent messages')} position="right" size="lg">
      {error && <RefusalNote error={error} onRetry={() => void refetch()} />}
      {first?.sent === 0 && (
        <EmptyState icon="inbox" title={say('No messages yet.')}>
          <Text c="dimmed" size="sm">
            {say('Mail and webhooks of the draft appear here in place of being sent.')}
          </Text>
        </EmptyState>
      )}
      {first !== undefined && first.sent > first.kept && (
        <Text size="sm" c="dimmed" mb="sm">
          {say('The latest {count} of {sent}.', { count: first.kept, sent: first.sent })}
        </Text>
      )}
      <ol className={classes['messages']} start={messages[0]?.number} reversed>
        {messages.map((message) => (
          <Message key={message.number} message={message} />
        ))}
      </ol>
      {hasNextPage && (
        <Button mt="md" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {say('Show more')}
        </Button>
      )}
    </SideDialog>
  )
}

function Message({ message: { kind, to, at, subject, text } }: { readonly message: TrialMessage }) {
  return (
    <li>
      <Text fw={600} className="wraps">
        {subject ?? to}
      </Text>
      <Text size="sm" c="dimmed" className="wraps">
        {kind === 'mail' ? say('Mail to {to}', { to }) : say('Webhook')}, <ExactTime iso={at} />
      </Text>
      {text === null ? (
        <Text size="sm" c="dimmed">
          {say('Not shown: it is for another administrator.')}
        </Text>
      ) : (
        <div className={classes['text']} data-code={kind === 'webhook' || undefined}>
          {kind === 'mail' ? <LinkedText text={text} names={[]} /> : text}
        </div>
      )}
    </li>
  )
}
