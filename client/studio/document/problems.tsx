// Lists what is wrong with the text in the editor and with its examples, each with a way to its line.
import { Alert, Button, Text, Title } from '@mantine/core'
import { memo, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import { placesOfCause } from '#shared/diagnostics/gather-repeated.ts'
import type { Span } from '#shared/text/span.ts'
import { lineIndex, lineText, positionAt } from '#shared/text/position.ts'
import { say, sayCount } from '../../words/say.ts'
import { helpOnMessage } from '../help/section-of-message.ts'
import { AlsoIn } from './also-in.tsx'
import classes from './document-editor.module.css'
import shared from './document.module.css'
import { linesBeside } from './lines-beside.ts'
import { ExamplesOfText } from './examples-of-text.tsx'

interface Props {
  readonly text: string
  /** Undefined until the text was checked for the first time. */
  readonly diagnostics: readonly Diagnostic[] | undefined
  /** Tries to have the language service again; undefined: it is there. */
  readonly onRetry: (() => void) | undefined
  readonly onGo: (place: Span) => void
}

/** Drawn when the text was checked, and not at each key: what is asked of the server has the whole text for its key. */
export const Problems = memo(function ProblemsOfText({ text, diagnostics, onRetry, onGo }: Props) {
  const index = useMemo(() => lineIndex(text), [text])
  const notes = useMemo(
    () =>
      ['error', 'warning']
        .flatMap((severity) => (diagnostics ?? []).filter((each) => each.severity === severity))
        .slice(0, MOST_SHOWN)
        .map((each) => {
          const [at = positionAt(index, each.span.start), ...others] = placesOfCause(each).map(({ start }) =>
            positionAt(index, start),
          )
          return {
            ...each,
            ...at,
            others: linesBeside(
              at.line,
              others.map(({ line }) => line),
            ),
          }
        }),
    [index, diagnostics],
  )
  const errors = (diagnostics ?? []).filter(({ severity }) => severity === 'error').length
  const goToLine = (line: number) => {
    const start = index.starts[line - 1] ?? text.length
    onGo({ start, end: start + lineText(index, line).length })
  }
  return (
    <>
      <section className={classes['problems']} aria-labelledby="problems">
        <Title order={2} id="problems" fz="h4">
          {say('Problems')}
        </Title>
        <Text size="sm" c="dimmed" role="status" mb="xs">
          {diagnostics === undefined
            ? say('Checking …')
            : errors === 0
              ? say('No errors.')
              : sayCount(errors, '{count} error.', '{count} errors.')}
        </Text>
        {onRetry && (
          <Alert color="orange" mb="xs" p="xs" role="alert" title={say('The language service could not be loaded.')}>
            <Text size="sm" mb="xs">
              {say('The server checks the text instead when typing pauses. There are no suggestions meanwhile.')}
            </Text>
            <Button size="xs" variant="default" onClick={onRetry}>
              {say('Try again')}
            </Button>
          </Alert>
        )}
        <ul className={shared['remarks']}>
          {notes.map(({ line, column, others, message, hint, severity, code, span }) => (
            <li key={`${line}:${column} ${code} ${message}`} data-severity={severity}>
              <button type="button" onClick={() => onGo(span)}>
                {say('Line {line}', { line: String(line) })}
              </button>
              <span lang="en">{message}</span>
              {hint && (
                <span className={shared['hint']} lang="en">
                  {hint}
                </span>
              )}
              <AlsoIn lines={others} />
              <Link to={helpOnMessage(code)}>{say('Help on this')}</Link>
            </li>
          ))}
        </ul>
      </section>
      <ExamplesOfText text={text} isSound={diagnostics !== undefined && errors === 0} onLine={goToLine} />
    </>
  )
})

const MOST_SHOWN = 50
