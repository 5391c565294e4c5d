// Shows which examples of a document hold, and where the others turn.
import { Alert, Group, List, Loader, Text } from '@mantine/core'
import { useExamples } from '../../data/administration/document.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { say } from '../../words/say.ts'
import { sayExamples } from './say-examples.ts'

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
  if (failed.length === 0) return <Text size="sm">{sayExamples(data.length, 0)}</Text>
  return (
    <Alert color="red" variant="light" radius="lg" title={sayExamples(data.length, failed.length)}>
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
