// Says how far an undo is, or why nothing was undone, with the record that stands against it.
import { Text } from '@mantine/core'
import { RequestRefusal } from '../data/api.ts'
import type { useUndo } from '../data/administration/changes.ts'
import { WorkProgress } from '../ui/work-progress.tsx'
import { say } from '../words/say.ts'
import { RefusalNote } from './refusal-note.tsx'

interface Props {
  readonly undo: ReturnType<typeof useUndo>
  readonly onRetry?: () => void
}

export function UndoFeedback({ undo: { status, stop, error, isSuccess, data }, onRetry }: Props) {
  if (status)
    return (
      <WorkProgress done={status.tried} total={status.changes} onStop={stop}>
        {say('{tried} of {changes} changes undone', { tried: status.tried, changes: status.changes })}
      </WorkProgress>
    )
  if (error)
    return (
      <div>
        <Against error={error} />
        <RefusalNote error={error} {...(onRetry && { onRetry })} />
      </div>
    )
  if (!isSuccess || data !== undefined) return null
  return (
    <Text size="sm" role="status">
      {say('Stopped. Nothing was undone.')}
    </Text>
  )
}

/** Names the record that prevents the undo. */
function Against({ error }: { readonly error: Error }) {
  const about = error instanceof RequestRefusal ? error.problem.about : undefined
  if (about === undefined) return null
  return (
    <Text size="sm" mb={4}>
      {say('{record} is blocking this:', { record: about.title ?? about.entity })}
    </Text>
  )
}
