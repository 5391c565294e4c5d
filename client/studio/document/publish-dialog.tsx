// Reviews what publishing a text would change, and publishes it.
import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { CheckedBody, DocumentBody, DocumentConflict, PublishedBody } from '#shared/protocol/document.ts'
import { RefusalOrReauthentication } from '../../account/reauthentication/refusal-or-reauthentication.tsx'
import { hasCode } from '../../account/field-error.ts'
import { useDocumentCheck, useDocumentInForce, useExamples, usePublish } from '../../data/administration/document.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useReturn } from '../../ui/dialog/use-return.ts'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { DocumentDifference } from './document-difference.tsx'
import { say } from '../../words/say.ts'
import { ExampleOutcomes } from './example-outcomes.tsx'
import { PlanOutcomes } from './plan-outcomes.tsx'

interface Props {
  /** `number`: of an earlier revision that is put back. `base`: what the text was made from; otherwise it follows what is in force. */
  readonly what: { readonly text: string; readonly number?: number; readonly base?: BaseRevision }
  readonly onClose: () => void
  readonly onPublished: (published: PublishedBody) => void
}

export type BaseRevision = Pick<DocumentBody, 'number' | 'revision' | 'text'>

export function PublishDialog(props: Props) {
  const { data: inForce, error, isFetchedAfterMount } = useDocumentInForce()
  useReturn()
  const title = props.what.number === undefined ? say('Publish this document?') : say('Restore this revision?')
  return (
    <Dialog opened onClose={props.onClose} title={title} size="xl">
      {error && <RefusalNote error={error} />}
      {inForce && isFetchedAfterMount ? (
        <Review {...props} inForce={inForce} />
      ) : (
        !error && (
          <Loading>
            <ListSkeleton rows={3} />
          </Loading>
        )
      )}
    </Dialog>
  )
}

function Review({ what, inForce, onClose, onPublished }: Props & { readonly inForce: DocumentBody }) {
  const check = useDocumentCheck(what.text)
  const examples = useExamples(what.text)
  const failed = (examples.data ?? []).filter(({ failure }) => failure !== null)
  const publish = usePublish(onPublished)
  // Until somebody else is seen to have published.
  const [seen, setSeen] = useState<BaseRevision>(what.base ?? inForce)
  const isOvertaken = hasCode(publish.error, 'changed_meanwhile')
  const send = () =>
    publish.mutate({ follows: seen, what: what.number ?? what.text, ignoresExamples: failed.length > 0 })
  return (
    <Stack gap="md">
      {check.isPending && (
        <Loading>
          <ListSkeleton rows={3} />
        </Loading>
      )}
      {check.error && <RefusalNote error={check.error} onRetry={() => void check.refetch()} />}
      {check.data && <Findings checked={check.data} />}
      {check.data && canPublish(check.data) && (
        <>
          <ExampleOutcomes text={what.text} />
          <PlanOutcomes text={what.text} />
        </>
      )}
      <section aria-labelledby="difference">
        <Title order={3} id="difference" fz="h5" mb="xs">
          {say('Changes from revision {revision}', { revision: seen.revision })}
        </Title>
        <DocumentDifference before={seen.text} after={what.text} />
      </section>
      {isOvertaken && (
        <Alert color="orange" variant="light" role="alert">
          <Text size="sm">
            {say('Somebody else has published in the meantime. Publishing would replace their revision.')}
          </Text>
          <Button
            mt="sm"
            size="xs"
            variant="default"
            disabled={seen.number === inForce.number}
            onClick={() => {
              setSeen(inForce)
              publish.reset()
            }}
          >
            {say('Compare with theirs')}
          </Button>
        </Alert>
      )}
      {publish.error && !isOvertaken && (
        <RefusalOrReauthentication error={publish.error} onProven={send} onGiveUp={publish.reset} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {say('Back')}
        </Button>
        <Button
          loading={publish.isPending}
          disabled={check.data === undefined || !canPublish(check.data) || isOvertaken || examples.isPending}
          color={failed.length > 0 ? 'orange' : undefined}
          onClick={send}
        >
          {wordOfButton(what.number !== undefined, failed.length > 0)}
        </Button>
      </Group>
    </Stack>
  )
}

function wordOfButton(isEarlier: boolean, isAgainstExamples: boolean): string {
  if (isEarlier) return isAgainstExamples ? say('Restore all the same') : say('Restore')
  return isAgainstExamples ? say('Publish all the same') : say('Publish')
}

function canPublish({ isPublishable, diagnostics }: CheckedBody): boolean {
  return isPublishable && !diagnostics.some(({ severity }) => severity === 'error')
}

function Findings({ checked }: { readonly checked: CheckedBody }) {
  const { diagnostics, changes, widened, conflicts } = checked
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  return (
    <>
      {errors.length > 0 && (
        <Sentences
          title={say('It has errors')}
          color="red"
          items={errors.map(({ message, from }) =>
            say('Line {line}: {text}', { line: String(from.line), text: message }),
          )}
        />
      )}
      {conflicts !== null && conflicts.length > 0 && (
        <Sentences title={say('Existing data does not fit')} color="red" items={conflicts.map(sayConflict)} />
      )}
      {widened.length > 0 && <Sentences title={say('New permissions')} color="orange" items={widened} />}
      {changes.length > 0 && <Sentences title={say('Data changes')} items={changes} />}
      {canPublish(checked) && widened.length === 0 && changes.length === 0 && (
        <Text size="sm">{say('Nobody gets new permissions, and no data changes.')}</Text>
      )}
    </>
  )
}

function sayConflict({ sentence, line, examples }: DocumentConflict): string {
  const named = examples.map(({ id, title, problem }) => `${title ?? id}${problem === undefined ? '' : ` ${problem}`}`)
  const said = line === undefined ? sentence : say('Line {line}: {text}', { line: String(line), text: sentence })
  return named.length === 0 ? said : `${said} ${say('For example: {records}.', { records: named.join('; ') })}`
}

interface SentencesProps {
  readonly title: string
  readonly items: readonly string[]
  readonly color?: string
}

const MOST_SENTENCES = 30

function Sentences({ title, items, color = 'gray' }: SentencesProps) {
  return (
    <Alert color={color} variant="light" title={title} radius="lg">
      <List size="sm">
        {items.slice(0, MOST_SENTENCES).map((item) => (
          <List.Item key={item} className="wraps">
            {item}
          </List.Item>
        ))}
        {items.length > MOST_SENTENCES && (
          <List.Item>{say('and {count} more', { count: items.length - MOST_SENTENCES })}</List.Item>
        )}
      </List>
    </Alert>
  )
}
