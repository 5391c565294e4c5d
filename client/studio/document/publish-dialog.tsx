// Reviews what publishing a text would change, and publishes it.
import { Alert, Button, Group, Loader, Stack, Text, Textarea, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { CheckedBody, DocumentBody, DocumentConflict, PublishedBody } from '#shared/protocol/document.ts'
import { RefusalOrReauthentication } from '../../account/reauthentication/refusal-or-reauthentication.tsx'
import { RequestRefusal } from '../../data/api.ts'
import { hasCode } from '../../account/field-error.ts'
import {
  useDocumentCheck,
  useDocumentInForce,
  useExamples,
  useFollowedFile,
  usePublish,
} from '../../data/administration/document.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useReturn } from '../../ui/dialog/use-return.ts'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { DocumentChanges } from './document-changes.tsx'
import { DocumentDifference } from './document-difference.tsx'
import shared from './document.module.css'
import { say } from '../../words/say.ts'
import { DeletionCommand } from './deletion-command.tsx'
import type { NamedDeletion } from './deletion-form.tsx'
import { DeletionForm, isDeletion } from './deletion-form.tsx'
import { ExampleOutcomes } from './example-outcomes.tsx'
import { canPublish, Findings } from './findings.tsx'
import { PublicationMoment } from './publication-moment.tsx'
import { PlanOutcomes } from './plan-outcomes.tsx'

interface Props {
  /** `number`: of an earlier revision that is put back. `base`: what the text was made from; otherwise it follows what is in force. */
  readonly what: { readonly text: string; readonly number?: number; readonly base?: BaseRevision }
  readonly onClose: () => void
  /** Called also where the publication waits for its moment. */
  readonly onPublished: () => void
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
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [reason, setReason] = useState('')
  /** Undefined: now. */
  const [moment, setMoment] = useState<unknown>()
  const publish = usePublish((published) => {
    notifications.show({ message: sayPublished(published, what.number !== undefined) })
    onPublished()
  })
  const first = useDocumentCheck(what.text)
  const deletions = deletionsIn(first.data, publish.error)
  const command = first.data?.command ?? refusedWith(publish.error).command
  const isConfirmed =
    command === undefined &&
    deletions.length > 0 &&
    deletions.every(({ deletes }) => typed[deletes]?.trim() === deletes)
  // What a command publishes is planned at once: here nothing is deleted.
  const deletes = isConfirmed || command !== undefined ? deletions.map((deletion) => deletion.deletes) : []
  const check = useDocumentCheck(what.text, { deletes })
  const examples = useExamples(what.text)
  const failed = (examples.data ?? []).filter(({ failure }) => failure !== null)
  // Until somebody else is seen to have published.
  const [seen, setSeen] = useState<BaseRevision>(what.base ?? inForce)
  const isOvertaken = hasCode(publish.error, 'changed_meanwhile')
  const mayPublish = check.data !== undefined && !check.isFetching && canPublish(check.data)
  const send = () =>
    publish.mutate({
      follows: seen,
      what,
      at: typeof moment === 'string' ? moment : undefined,
      ignoresExamples: failed.length > 0,
      deletes,
      reason,
    })
  return (
    <Stack gap="md">
      {check.isPending && (
        <Loading>
          <ListSkeleton rows={3} />
        </Loading>
      )}
      {check.error && <RefusalNote error={check.error} onRetry={() => void check.refetch()} />}
      {check.data && <Findings checked={check.data} />}
      {deletions.length > 0 && command === undefined && (
        <DeletionForm deletions={deletions} typed={typed} onType={setTyped} />
      )}
      {command !== undefined && (
        <DeletionCommand deletions={deletions} command={command} file={inForce.file} text={what.text} />
      )}
      {check.data && (canPublish(check.data) || (command !== undefined && check.data.conflicts?.length === 0)) && (
        <>
          <ExampleOutcomes text={what.text} />
          <PlanOutcomes text={what.text} deletes={deletes} />
        </>
      )}
      <section aria-labelledby="difference">
        <Title order={3} id="difference" fz="h5" mb="xs">
          {say('Changes from revision {revision}', { revision: seen.revision })}
        </Title>
        <DocumentChanges before={seen.text} after={what.text} />
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
      <Textarea
        label={say('Reason for the change')}
        description={say('It is kept with the revision, for those who ask later why it was published.')}
        autosize
        maxRows={5}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <PublicationMoment value={moment} onChange={setMoment} />
      <FileNote text={what.text} />
      {publish.error && !isOvertaken && (
        <RefusalOrReauthentication error={publish.error} onProven={send} onGiveUp={publish.reset} />
      )}
      {publish.isPending && (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm">{say('Checking the data, running the examples and publishing …')}</Text>
        </Group>
      )}
      <Group justify="flex-end" className={shared['buttons'] ?? ''}>
        <Button variant="default" onClick={onClose}>
          {say('Back')}
        </Button>
        <Button
          loading={publish.isPending}
          disabled={
            !mayPublish ||
            isOvertaken ||
            examples.isPending ||
            (deletions.length > 0 && !isConfirmed) ||
            (moment !== undefined && typeof moment !== 'string')
          }
          color={isConfirmed || failed.length > 0 ? 'red' : undefined}
          onClick={send}
        >
          {moment !== undefined
            ? say('Schedule the publication')
            : wordOfButton(what.number !== undefined, { isConfirmed, isAgainstExamples: failed.length > 0 })}
        </Button>
      </Group>
    </Stack>
  )
}

/** Says what becomes of the file that the server follows, which may belong to a repository. */
function FileNote({ text }: { readonly text: string }) {
  const { file, waiting } = useFollowedFile() ?? {}
  if (!file || waiting?.text === text) return null
  return (
    <Text size="sm" c="dimmed">
      {waiting
        ? say('{file}, which the server follows, has other changes: it stays as it is.', { file })
        : say('It is also written to {file}, which the server follows.', { file })}
    </Text>
  )
}

/** The server keeps so many characters. */
const LONGEST_REASON = 500

/** Lists what publishing deletes. Administrators who may not read data learn it only from the refusal. */
function deletionsIn(checked: CheckedBody | undefined, refusal: unknown): readonly NamedDeletion[] {
  const conflicts = checked?.conflicts ?? refusedWith(refusal).conflicts ?? []
  return conflicts.filter(isDeletion)
}

interface RefusedPublication {
  readonly conflicts?: readonly DocumentConflict[]
  readonly command?: string
}

function refusedWith(refusal: unknown): RefusedPublication {
  return refusal instanceof RequestRefusal ? (refusal.problem as RefusedPublication) : {}
}

function sayPublished(published: PublishedBody | null, isEarlier: boolean): string {
  if (published === null) return say('The publication is scheduled.')
  const { revision, backup } = published
  const live = isEarlier
    ? say('Revision {revision} is live again.', { revision })
    : say('Revision {revision} is live.', { revision })
  return backup === undefined ? live : `${live} ${say('The backup is in {file}.', { file: backup })}`
}

function wordOfButton(
  isEarlier: boolean,
  { isConfirmed, isAgainstExamples }: { readonly isConfirmed: boolean; readonly isAgainstExamples: boolean },
): string {
  if (isConfirmed) return isEarlier ? say('Delete and restore') : say('Delete and publish')
  if (isEarlier) return isAgainstExamples ? say('Restore anyway') : say('Restore')
  return isAgainstExamples ? say('Publish anyway') : say('Publish')
}
