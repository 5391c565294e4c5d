// Runs the examples of the text in the editor when typing pauses, and leads to the line where one turns.
import { Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { mayHaveExamples } from '#shared/points/examples/may-have-examples.ts'
import { useExamples } from '../../data/administration/document.ts'
import { say } from '../../words/say.ts'
import classes from './document-editor.module.css'
import shared from './document.module.css'
import { sayExamples } from './say-examples.ts'

interface Props {
  readonly text: string
  /** Whether the text has been checked, and has no errors. */
  readonly isSound: boolean
  readonly onLine: (line: number) => void
}

/** Each run opens a database for each example: it waits until somebody reads what they have written. */
const PAUSE_MILLISECONDS = 1_500

/** Shows nothing for a text without examples. */
export function ExamplesOfText({ text, isSound, onLine }: Props) {
  const [settled] = useDebouncedValue(text, PAUSE_MILLISECONDS)
  const mayRun = isSound && settled === text && mayHaveExamples(text)
  const { data, error, isFetching } = useExamples(text, mayRun)
  if (!mayHaveExamples(text)) return null
  const failed = (data ?? []).flatMap(({ title, failure }) => (failure === null ? [] : [{ title, ...failure }]))
  return (
    <section className={classes['problems']} aria-labelledby="examples">
      <Title order={2} id="examples" fz="h4">
        {say('Examples')}
      </Title>
      <Text size="sm" c="dimmed" role="status" mb="xs">
        {saySituation({ isSound, isRunning: isFetching || data === undefined, isLost: error !== null, data, failed })}
      </Text>
      <ul className={shared['remarks']}>
        {failed.map(({ title, line, step, problem }) => (
          <li key={`${line} ${title}`} data-severity="error">
            <button type="button" onClick={() => onLine(line)}>
              {say('Line {line}', { line: String(line) })}
            </button>
            <strong>{title}</strong>
            <span>{step}</span>
            <span className={shared['hint']}>{problem}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Situation {
  readonly isSound: boolean
  readonly isRunning: boolean
  readonly isLost: boolean
  readonly data: readonly unknown[] | null | undefined
  readonly failed: readonly unknown[]
}

function saySituation({ isSound, isRunning, isLost, data, failed }: Situation): string {
  if (!isSound) return say('They run when the text has no errors.')
  if (isLost) return say('They could not be run now.')
  if (isRunning || !data) return say('Running the examples …')
  return sayExamples(data.length, failed.length)
}
