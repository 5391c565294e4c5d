// Shows which examples of a document hold, and where the others turn.
import { Alert, Group, List, Loader, Text } from '@mantine/core'
import { useExamples } from '../../data/administration/document.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { say, sayCount } from '../../words/say.ts'

interface Props {
  readonly text: string
}

/** Shows nothing for a document without examples. */
export function ExampleOutcomes({ text }: Props) {
  const { data, error, isPending, refetch } = useExamples(text)
  if (error) return <RefusalNote error={error} onRetry={() => void refetch()} />
  if (isPending)
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" />
        <Text size="sm">{say('Running the examples …')}</Text>
      </Group>
    )
  if (data === null || data.length === 0) return null
  const failed = data.flatMap(({ title, failure }) => (failure === null ? [] : [{ title, ...failure }]))
  if (failed.length === 0)
    return <Text size="sm">{sayCount(data.length, 'The example holds.', 'All {count} examples hold.')}</Text>
  return (
    <Alert
      color="red"
      variant="light"
      radius="lg"
      title={say('{failed} of {count} examples do not hold', {
        failed: String(failed.length),
        count: String(data.length),
      })}
    >
      <List size="sm">
        {failed.map(({ title, line, step, problem }) => (
          <List.Item key={`${line} ${title}`} className="wraps">
            <strong>{title}</strong>
            <br />
            {say('Line {line}: {text}', { line: String(line), text: step })}
            <br />
            {problem}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
