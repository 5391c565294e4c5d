// Shows why a request is refused: the line of the document, its conditions and its grantees.
import { Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { ADMINISTRATOR } from '#shared/policy/actor.ts'
import type {
  ExplainedCondition,
  ExplainedConditionPart,
  ExplainBody,
  ExplainedGrant,
} from '#shared/protocol/explain.ts'
import type { ExplainableRequest } from '../../data/api.ts'
import { useExplain } from '../../data/administration/explain.ts'
import { describeRow } from './describe-row.ts'
import { labelOfName } from '../../data/field-label.ts'
import { useKnownSession } from '../../data/session.ts'
import { CitedRow } from '../cited-row.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { useLateOpen } from '../../ui/dialog/use-late-open.ts'
import { OwnRole } from './own-role.tsx'
import { sayWith } from '../../words/say-with.tsx'
import { say } from '../../words/say.ts'
import classes from './explain-refusal.module.css'

interface Props {
  readonly call: ExplainableRequest
  readonly of: string | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function ExplainDialog({ call, of, isOpen, onClose }: Props) {
  return (
    <Dialog
      opened={useLateOpen(isOpen)}
      onClose={onClose}
      title={of === undefined ? say('Why not?') : say('{of}: why not?', { of })}
      size="lg"
    >
      {isOpen && <Explanation call={call} />}
    </Dialog>
  )
}

/** Asks when it is shown. */
export function Explanation({ call }: { readonly call: ExplainableRequest }) {
  const explained = useExplain(call, true)
  if (explained.data) return <Told told={explained.data} />
  if (explained.error) return <Text role="alert">{explained.error.message}</Text>
  return (
    <Loading>
      <ListSkeleton rows={3} />
    </Loading>
  )
}

function Told({ told: { allowed, refusal, remedy } }: { readonly told: ExplainBody }) {
  const ways = useId()
  const { administrator } = useKnownSession()
  const { ways: all = [], roles = [], people = [], advice } = remedy ?? {}
  const isCitedAbove = (way: ExplainedGrant, before: readonly ExplainedGrant[]) =>
    isCited(administrator, way.source, [refusal?.source, ...before.map(({ source }) => source)])
  // One that names nobody and no condition, below its own line, would be a heading over nothing.
  const found = all.filter(
    (way, at) => way.who !== '' || way.conditions.length > 0 || !isCitedAbove(way, all.slice(0, at)),
  )
  const isBare = found.length === 0 && refusal?.remedy === undefined && refusal?.source === undefined
  if (allowed === true) return <Text>{say('It is possible now. Try again.')}</Text>
  if (allowed !== false) return <Text>{advice}</Text>
  // That some values are not valid says less than which one.
  const [only, ...others] = refusal?.errors ?? []
  return (
    <Stack gap="md">
      <Text fw={550}>{only !== undefined && others.length === 0 ? only.message : refusal?.detail}</Text>
      {(others.length > 0 ? (refusal?.errors ?? []) : []).map((error) => (
        <Text key={`${error.field} ${error.code}`} size="sm">
          {error.message}
        </Text>
      ))}
      {refusal?.source && <CitedRow cite={refusal.source} isOpen />}
      {found.length === 0 && refusal?.remedy && <Text size="sm">{refusal.remedy}</Text>}
      {found.length > 0 && (
        <section aria-labelledby={ways}>
          <Text id={ways} size="sm" fw={600} mb={6}>
            {found.length === 1 ? say('What’s needed') : say('Any one of these is enough')}
          </Text>
          <ul className={classes['ways']}>
            {found.map((way, at) => (
              <WayItem
                key={`${way.source.line} ${way.who}`}
                way={way}
                isCited={isCitedAbove(way, found.slice(0, at))}
              />
            ))}
          </ul>
        </section>
      )}
      {(roles.length > 0 || people.length > 0) && (
        <Text size="sm">
          <strong>{say('Who can do it now:')}</strong> {[...people.map(({ name }) => name), ...roles].join(', ')}.
        </Text>
      )}
      <OwnRole roles={roles.filter((role) => role !== ADMINISTRATOR)} />
      {isBare && (
        <Text size="sm" c="dimmed">
          {advice ?? say('You don’t have access to more details.')}
        </Text>
      )}
    </Stack>
  )
}

/**
 * Reports whether a row above already cites this source. A row with the same description adds nothing: several rows
 * of a transition, or the header that stands for lines not shown.
 */
function isCited(administrator: boolean, source: Source, above: readonly (Source | undefined)[]): boolean {
  return above.some(
    (each) =>
      each !== undefined &&
      (each.line === source.line || (!administrator && describeRow(each) === describeRow(source))),
  )
}

type Source = ExplainedGrant['source']

interface WayProps {
  readonly way: ExplainedGrant
  /** Its line stands above already. */
  readonly isCited: boolean
}

function WayItem({ way: { who, conditions, source }, isCited }: WayProps) {
  return (
    <li>
      {who !== '' && (
        <Text size="sm">
          {sayWith(conditions.length > 0 ? 'For {who}, where:' : 'For {who}', { who: <strong>{who}</strong> })}
        </Text>
      )}
      <ul className={classes['conditions']}>
        {conditions.map((condition) => (
          <ConditionItem key={condition.text} condition={condition} />
        ))}
      </ul>
      {!isCited && <CitedRow cite={source} isOpen />}
    </li>
  )
}

/** Shows a condition in words, with its code beside them for administrators, and for conditions that have no words. */
function ConditionItem({ condition }: { readonly condition: ExplainedCondition }) {
  const { administrator } = useKnownSession()
  const shown: readonly ExplainedConditionPart[] = condition.parts.length > 0 ? condition.parts : [condition]
  return shown.map((part) => (
    <li key={part.text} data-met={part.met}>
      <span className={classes['mark']}>
        {part.met === undefined ? (
          <span aria-hidden="true">·</span>
        ) : (
          <Icon name={part.met ? 'check' : 'warning'} size={15} />
        )}
      </span>
      <span>
        {part.words === undefined ? <code>{part.text}</code> : labelOfName(part.words)}{' '}
        <span className={classes['truth']}>{sayTruth(part.met)}</span>
      </span>
      {administrator && part.words !== undefined && part.words !== part.text && (
        <code className={classes['code']}>{part.text}</code>
      )}
    </li>
  ))
}

function sayTruth(met: boolean | undefined): string {
  if (met === undefined) return say('unknown')
  return met ? say('met') : say('not met')
}
