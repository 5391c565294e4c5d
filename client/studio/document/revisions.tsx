// Lists the revisions of the document, shows what differs in one, and puts it back.
import { Badge, Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { RevisionItem } from '#shared/protocol/document.ts'
import { useRevision, useRevisions } from '../../data/administration/document.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { ExactTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { StudioHead } from '../studio-head.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { say } from '../../words/say.ts'
import classes from '../../ui/rows.module.css'

export function Revisions() {
  const [chosen, setChosen] = useState<number>()
  const revisions = useRevisions()
  const revision = useRevision(chosen)
  const items = revisions.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <StudioHead title={say('Revisions')} />
      {revisions.error && <RefusalNote error={revisions.error} onRetry={() => void revisions.refetch()} />}
      {revisions.isPending && (
        <Loading>
          <ListSkeleton rows={6} />
        </Loading>
      )}
      {revision.error && <RefusalNote error={revision.error} onRetry={() => void revision.refetch()} />}
      {items.length > 0 && (
        <ol className={`card ${classes['list']}`} aria-label={say('Revisions of the document')}>
          {items.map((item, index) => (
            <RevisionRow
              key={item.number}
              item={item}
              isInForce={index === 0}
              onChoose={() => setChosen(item.number)}
            />
          ))}
        </ol>
      )}
      {revisions.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={revisions.isFetchingNextPage}
          onClick={() => void revisions.fetchNextPage()}
        >
          {say('Show more')}
        </Button>
      )}
      {chosen !== undefined && revision.data && (
        <PublishDialog
          what={{ text: revision.data.text, number: chosen }}
          onClose={() => setChosen(undefined)}
          onPublished={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

interface RowProps {
  readonly item: RevisionItem
  readonly isInForce: boolean
  readonly onChoose: () => void
}

function RevisionRow({ item: { revision, at, by, file, isFromFile, reason }, isInForce, onChoose }: RowProps) {
  return (
    <li className={classes['row']}>
      <div>
        <Text fw={600} component="span" className="numbers">
          {revision}
        </Text>{' '}
        {isInForce && <Badge variant="light">{say('live')}</Badge>}
        <Text size="sm" c="dimmed" className="wraps">
          <ExactTime iso={at} />,{' '}
          {isFromFile
            ? say('from the file {file}', { file })
            : say('by {name}', { name: by?.name ?? say('a person who is gone') })}
        </Text>
        {reason !== undefined && (
          <Text size="sm" className="wraps">
            {reason}
          </Text>
        )}
      </div>
      {!isInForce && (
        <Button
          size="xs"
          variant="default"
          onClick={onChoose}
          aria-label={say('Compare and restore {revision}', { revision })}
        >
          {say('Compare and restore')}
        </Button>
      )}
    </li>
  )
}
