// When a transition happens by itself: after some time in its state, at a moment, or again and again from a moment on.
import * as say from '../diagnostics/model.ts'
import type { Expression } from '../expressions/node.ts'
import type { Environment } from '../expressions/schema.ts'
import { INTEGER } from '../expressions/type-rules.ts'
import type { After } from '../points/4-states-declarations.ts'
import type { Fragment } from '../text/fragment.ts'
import { spanOf } from '../text/fragment.ts'
import { bare, readDuration } from '../text/values.ts'
import type { Linking } from './linking.ts'
import type { Name, TransitionRow } from './model.ts'
import type { EntityOutline } from './outline.ts'

export function linkAfter(
  linking: Linking,
  entity: EntityOutline,
  after: After,
  name: Name,
): TransitionRow['after'] | undefined {
  if ('notShown' in after) return undefined
  const environment: Environment = { record: entity.name.identifier }
  // That one which repeats is not run at all is said where it is read.
  if (after.kind !== 'every') linking.report(say.automaticNotRun(name.span, { transition: name.label }))
  switch (after.kind) {
    case 'duration': {
      const expression = linkDuration(linking, after.value, environment)
      return expression && { kind: 'duration', expression }
    }
    case 'at': {
      const expression = linkMoment(linking, after.moment, environment)
      return expression && { kind: 'at', expression }
    }
    case 'every': {
      const period = linkDuration(linking, after.period, environment)
      const from = linkMoment(linking, after.from, environment)
      const atMost = after.atMost && linking.expression(after.atMost, environment, INTEGER)
      if (!period || !from || (after.atMost && !atMost)) return undefined
      return { kind: 'every', period, from, ...(atMost ? { atMost } : {}) }
    }
  }
}

function linkDuration(linking: Linking, source: Fragment, environment: Environment): Expression | undefined {
  const written = bare(source)
  const milliseconds = readDuration(written.value)
  if (milliseconds === undefined) return linking.expression(written, environment, { kind: 'duration' })
  const span = spanOf(written)
  return { tree: { kind: 'literal', value: milliseconds, type: { kind: 'duration' }, span }, text: written.value, span }
}

/** A date is the moment at which it begins. */
function linkMoment(linking: Linking, source: Fragment, environment: Environment): Expression | undefined {
  const written = bare(source)
  const onDate = linking.expressionInSilence(written, environment, { kind: 'date' })
  return onDate ?? linking.expression(written, environment, { kind: 'timestamp' })
}
