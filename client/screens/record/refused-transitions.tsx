// Shows the transitions that a record does not allow now: each says why.
import { Button, Text, Tooltip } from '@mantine/core'
import { useId, useState } from 'react'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'
import type { Entity } from '#shared/model/model.ts'
import type { ExplainableRequest } from '../../data/api.ts'
import { labelOfName } from '../../data/field-label.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { useKnownSession } from '../../data/session.ts'
import { describeRow } from '../../refusals/explain/describe-row.ts'
import { ExplainRefusal } from '../../refusals/explain/explain-refusal.tsx'
import { readableLine } from '../../ui/cited-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../words/say.ts'
import type { OfferedTransition } from './offered-transitions.ts'
import classes from './transitions.module.css'

/** More than these would push what can be done out of sight: they are shown when they are asked for. */
const MOST_REFUSED = 2

interface Props {
  readonly entity: Entity
  readonly record: RecordData
  readonly offered: readonly OfferedTransition[]
}

export function RefusedTransitions({ entity, record, offered }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const refused = offered.flatMap(({ transition, decision }) =>
    decision.allowed === false ? [{ transition, refusal: decision.refusal }] : [],
  )
  const isFolded = refused.length > MOST_REFUSED && refused.length < offered.length
  return (
    <>
      {isFolded && (
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          aria-expanded={isOpen}
          aria-controls={id}
          rightSection={<Icon name={isOpen ? 'up' : 'down'} size={13} />}
          onClick={() => setOpen(!isOpen)}
        >
          {say('Not possible now ({count})', { count: refused.length })}
        </Button>
      )}
      <span className={classes['refusals']} id={id} hidden={isFolded && !isOpen}>
        {(!isFolded || isOpen) &&
          refused.map(({ transition, refusal }) => (
            <RefusedButton
              key={transition.path}
              label={labelOfName(transition.name)}
              refusal={refusal}
              call={{ method: 'POST', path: `/api/${entity.path}/${record.id}/${transition.path}` }}
            />
          ))}
      </span>
    </>
  )
}

interface RefusedProps {
  readonly label: string
  readonly refusal: WordedRefusal
  readonly call: ExplainableRequest
}

function RefusedButton({ label, refusal, call }: RefusedProps) {
  const id = useId()
  const { administrator } = useKnownSession()
  const sentence = !refusal.cites
    ? (refusal.remedy ?? '')
    : administrator
      ? say('The document says ({line}): {text}', {
          line: say('line {line}', { line: String(refusal.cites.line) }),
          text: readableLine(refusal.cites.text),
        })
      : (refusal.remedy ?? `${describeRow(refusal.cites)}.`)
  return (
    <span className={classes['refusing']}>
      <Tooltip
        className={classes['reason'] ?? ''}
        withinPortal={false}
        label={
          <>
            <Text size="sm">{refusal.message}</Text>
            {sentence && (
              <Text size="xs" mt={4}>
                {sentence}
              </Text>
            )}
          </>
        }
      >
        {/* It can have the focus, so that its reason can be heard. */}
        <Button
          variant="default"
          aria-disabled="true"
          data-disabled
          aria-describedby={id}
          className={classes['refused'] ?? ''}
          onClick={(event) => event.preventDefault()}
        >
          {label}
        </Button>
      </Tooltip>
      <span id={id} className="unseen">
        {say('Not possible')}: {refusal.message} {sentence}
      </span>
      <ExplainRefusal call={call} of={label} isIcon />
    </span>
  )
}
