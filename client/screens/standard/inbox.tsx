// Shows messages for the actor, newest first.
import type { InboxMessage } from '#shared/protocol/inbox.ts'
import { Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Model } from '#shared/model/model.ts'
import { useInbox, useMarkRead, useWaiting } from '../../data/inbox.ts'
import { recordPath } from '../../data/visible-screens.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { say } from '../../words/say.ts'
import classes from './inbox.module.css'
import { Waiting } from './waiting.tsx'

export function Inbox() {
  const inbox = useInbox(true)
  const markRead = useMarkRead()
  const items = inbox.data?.items ?? []
  // What waits has a heading of its own; then the messages need one, too.
  const isHeaded = (useWaiting().data?.count ?? 0) > 0
  const unread = items.filter((item) => item.read_at === null)
  return (
    <div className={classes['inbox']}>
      <PageHead title={say('Inbox')}>
        {unread.length > 0 && (
          <Button
            variant="default"
            loading={markRead.isPending}
            onClick={() => markRead.mutate(unread.map((item) => item.id))}
          >
            {say('Mark all as read')}
          </Button>
        )}
      </PageHead>
      <Waiting />
      {inbox.error && <RefusalNote error={inbox.error} onRetry={() => void inbox.refetch()} />}
      {inbox.isPending && (
        <Loading>
          <ListSkeleton rows={5} />
        </Loading>
      )}
      {inbox.data &&
        (items.length === 0 ? (
          <EmptyState icon="inbox" title={say('Nothing new.')}>
            <Text c="dimmed" size="sm">
              {say('Messages for you appear here.')}
            </Text>
          </EmptyState>
        ) : (
          <section aria-labelledby={isHeaded ? 'messages' : undefined}>
            {isHeaded && (
              <Title order={2} size="h4" id="messages" mb="xs">
                {say('Messages')}
              </Title>
            )}
            <ul className={`card ${classes['list']}`}>
              {items.map((item) => (
                <Message key={item.id} item={item} onRead={() => markRead.mutate([item.id])} />
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

function Message({ item, onRead }: { readonly item: InboxMessage; readonly onRead: () => void }) {
  const path = messagePath(useModel(), useKnownSession(), item)
  const unread = item.read_at === null
  const content = (
    <>
      <span className={classes['text']}>
        {unread && <span className="unseen">{say('Unread')}: </span>}
        {item.subject !== null && <strong className={classes['subject']}>{item.subject}</strong>}
        {item.text}
      </span>
      <span className={classes['when']}>
        <RelativeTime iso={item.at} />
      </span>
    </>
  )
  return (
    <li className={`${classes['message']} ${unread ? classes['unread'] : ''}`}>
      {path ? (
        <Link to={path} onClick={() => unread && onRead()}>
          {content}
        </Link>
      ) : (
        <div>{content}</div>
      )}
    </li>
  )
}

function messagePath(model: Model, session: SessionBody, item: InboxMessage): string | undefined {
  if (!item.entity || !item.record) return undefined
  return item.page ?? recordPath(model, session, item.entity, { id: item.record })
}
