// Names the steps that others can do to administrators who can do none, and leads to a role that could.
import { Text } from '@mantine/core'
import { leadsFrom } from '#shared/decisions/4-states.ts'
import type { Entity } from '#shared/model/model.ts'
import { labelOfName } from '../../data/field-label.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { sessionActor } from '../../data/session-policy.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { OwnRole } from '../../refusals/explain/own-role.tsx'
import type { OfferedTransition } from './offered-transitions.ts'
import { doersOf } from './transition-doers.ts'
import { say, sayList } from '../../words/say.ts'

interface Props {
  readonly entity: Entity
  readonly record: RecordData
  readonly offered: readonly OfferedTransition[]
}

export function StepsOfOthers({ entity, record, offered }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const isTold = session.administrator && session.viewing === undefined
  if (!isTold || offered.some(({ decision }) => decision.allowed !== false)) return null
  const steps = [...entity.transitions.values()].filter(
    (each) => leadsFrom(each, record) && !offered.some(({ transition }) => transition === each),
  )
  const roles = steps.flatMap(({ rows }) => doersOf(model, rows, sessionActor(session))?.roles ?? [])
  if (roles.length === 0) return null
  const names = sayList(
    steps.map(({ name }) => labelOfName(name)),
    'and',
  )
  return (
    <Text size="sm" c="dimmed" component="div" data-unprinted>
      {say('Steps for others: {steps}.', { steps: names })} <OwnRole roles={[...new Set(roles)]} />
    </Text>
  )
}
