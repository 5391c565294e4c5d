// Shows a refusal with its line of the document and its remedy; its code comes with the first refusal.
import { Alert, Button, List, Text } from '@mantine/core'
import type { ResponseProblem } from '../data/api.ts'
import { namesToConfirm, RequestRefusal } from '../data/api.ts'
import { labelOfName } from '../data/field-label.ts'
import { useKnownSession } from '../data/session.ts'
import { ExplainRefusal } from './explain/explain-refusal.tsx'
import { CitedRow } from './cited-row.tsx'
import { saySentence } from './refusal-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { useScrollTo } from '../ui/scroll/use-scroll-to.ts'
import { say, sayList } from '../words/say.ts'

export interface RefusalProps {
  readonly error: unknown
  readonly onRetry?: () => void
  /** A rule that only warns: sends the same again, in spite of the warnings with these names. */
  readonly onConfirm?: (names: string) => void
  /** Fields whose errors are shown beside them already. */
  readonly shown?: readonly string[]
}

/** Refusals by policy, by a state and by rules; the others say all that there is to say. */
const EXPLAINED: ReadonlySet<number> = new Set([403, 409, 422])

/** Codes of refusals that do not concern the call itself: the same call is allowed in another way. */
const UNEXPLAINED: ReadonlySet<string> = new Set(['view_only', 'proof_needed', 'foreign_origin', 'https_needed'])

/** No network, too many requests, or our side. */
function isWorthRetrying(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}

export function WholeRefusal({ error, onRetry, onConfirm, shown = [] }: RefusalProps) {
  const place = useScrollTo<HTMLDivElement>(error)
  const { problem, call } = error instanceof RequestRefusal ? error : {}
  const { administrator } = useKnownSession()
  const confirm = namesToConfirm(error)
  // To a person who is not signed in, the refusal says it all.
  const isSignedIn = useKnownSession().person !== null
  const isExplained = isSignedIn && problem && EXPLAINED.has(problem.status) && !UNEXPLAINED.has(problem.code)
  const again = onRetry && (!problem || isWorthRetrying(problem.status))
  const errors = problem?.errors ?? []
  const more = problem?.moreErrors ?? 0
  const warnings = distinctWarnings(problem?.warnings ?? [])
  const said = [problem?.detail, ...warnings.map(({ message }) => message)]
  const isSaid = (message: string) => said.includes(message)
  const others = errors.filter((each) => !shown.includes(each.field) && !isSaid(each.message))
  const isSaidAtFields =
    others.length === 0 && confirm === undefined && errors.some(({ message }) => isSaid(message)) && shown.length > 0
  const labels = [...new Set(errors.map(({ field }) => labelOfName(field)))]
  // "Why not?" leads to the row, which is quoted in its place to administrators only.
  const isCitedHere = administrator || !isExplained || confirm !== undefined || call === undefined
  return (
    <Alert
      ref={place}
      role="alert"
      variant="light"
      color={problem && problem.status > 0 && problem.status < 500 ? 'orange' : 'red'}
      icon={<Icon name="warning" />}
      radius="lg"
    >
      {warnings.length > 1 ? (
        <WarningList warnings={warnings} />
      ) : (
        <Text size="sm" c="var(--mantine-color-text)" fw={500}>
          {isSaidAtFields ? say('Check {fields}.', { fields: sayList(labels, 'and') }) : saySentence(error)}
        </Text>
      )}
      {others.length + more > 0 && (
        <List size="sm" mt={4}>
          {others.map((each) => (
            <List.Item key={`${each.field} ${each.code}`}>
              {labelOfName(each.field)}: {each.message}
            </List.Item>
          ))}
          {more > 0 && <List.Item>{say('and {count} more', { count: more })}</List.Item>}
        </List>
      )}
      {problem?.remedy && (
        <Text size="sm" mt={4} c="var(--mantine-color-text)">
          {confirm && onConfirm ? sayWarned(warnings) : problem.remedy}
        </Text>
      )}
      {isCitedHere && warnings.length < 2 && problem?.source && <CitedRow cite={problem.source} />}
      {confirm && onConfirm && (
        <Button mt="sm" size="xs" variant="default" onClick={() => onConfirm(confirm)}>
          {say('Continue anyway')}
        </Button>
      )}
      {confirm === undefined && call && isExplained && (
        <div>
          <ExplainRefusal call={call} />
        </div>
      )}
      {again && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          {say('Try again')}
        </Button>
      )}
    </Alert>
  )
}

type Warnings = NonNullable<ResponseProblem['warnings']>

/** Lists warnings, each once: several lines may be warned of in the same words. */
function distinctWarnings(warnings: Warnings): Warnings {
  return [...new Map(warnings.map((each) => [`${each.code} ${each.message}`, each])).values()]
}

/** Shows several warnings, each with the row of the document that asks for it. */
function WarningList({ warnings }: { readonly warnings: Warnings }) {
  return (
    <List size="sm" c="var(--mantine-color-text)" spacing={4}>
      {warnings.map(({ code, message, source }) => (
        <List.Item key={`${code} ${message}`}>
          <Text size="sm" fw={500}>
            {message}
          </Text>
          {source && <CitedRow cite={source} />}
        </List.Item>
      ))}
    </List>
  )
}

function sayWarned(warnings: Warnings): string {
  return warnings.length > 1
    ? say('These are only warnings: you can continue.')
    : say('This is only a warning: you can continue.')
}
