// Links the automatic trigger of a transition: after a time, at a moment, or repeatedly.
import { makeDuration, printIsoDuration } from '../../expressions/duration.ts'
import type { Expression } from '../../expressions/node.ts'
import type { Environment } from '../../expressions/schema.ts'
import { INTEGER } from '../../expressions/type-rules.ts'
import type { TriggerDeclaration } from '../../points/4-states/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { bare, readDuration } from '../../text/written-values.ts'
import type { LinkContext } from '../link-context.ts'
import type { TransitionRow } from '../model.ts'
import type { EntityOutline } from '../outline.ts'
import { expressionOfReading } from './link-template.ts'

export function linkTrigger(
  context: LinkContext,
  entity: EntityOutline,
  after: TriggerDeclaration,
): TransitionRow['after'] | undefined {
  if ('notShown' in after) return undefined
  const environment: Environment = { record: entity.name.identifier }
  switch (after.kind) {
    case 'duration': {
      const expression = linkDuration(context, after.value, environment)
      return expression && { kind: 'duration', expression }
    }
    case 'at': {
      const expression = linkMoment(context, after.moment, environment)
      return expression && { kind: 'at', expression }
    }
    case 'every': {
      const period = linkDuration(context, after.period, environment)
      const from = linkMoment(context, after.from, environment)
      const atMost = after.atMost && context.expression(after.atMost, environment, INTEGER)
      if (!period || !from || (after.atMost && !atMost)) return undefined
      return { kind: 'every', period, from, ...(atMost ? { atMost } : {}) }
    }
  }
}

/** Links a duration, as words say it or as an expression gives it. */
export function linkDuration(context: LinkContext, source: Fragment, environment: Environment): Expression | undefined {
  const written = bare(source)
  const duration = readDuration(written.value)
  if (duration === undefined) {
    const reading = context.reading(written, environment, { kind: 'duration' })
    return reading && expressionOfReading(context, reading)
  }
  const span = spanOf(written)
  const value = printIsoDuration(makeDuration(duration.milliseconds, duration.days))
  return { tree: { kind: 'literal', value, type: { kind: 'duration' }, span }, text: written.value, span }
}

/** A date is the moment at which it begins. */
function linkMoment(context: LinkContext, source: Fragment, environment: Environment): Expression | undefined {
  const written = bare(source)
  const reading =
    context.readingInSilence(written, environment, { kind: 'date' }) ??
    context.reading(written, environment, { kind: 'timestamp' })
  return reading && expressionOfReading(context, reading)
}
