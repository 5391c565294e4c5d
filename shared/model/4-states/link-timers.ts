// Links timers of point 4: running states, duration, calendar and effects.
import * as say from '../../diagnostics/linking.ts'
import type { Environment } from '../../expressions/schema.ts'
import type { WorkflowDeclaration } from '../../points/4-states/declarations.ts'
import type { Reference } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { bare, readDuration, readWrittenNumber } from '../../text/written-values.ts'
import type { LinkContext } from '../link-context.ts'
import { findName, findState, reportUnknown, suggest, timerNames } from '../link-context.ts'
import type { Effect, Timer } from '../model.ts'
import type { EntityOutline } from '../outline.ts'
import { linkDuration } from './link-trigger.ts'

type TimerDeclaration = WorkflowDeclaration['timers'][number]
type EffectLinker = (declared: TimerDeclaration, environment: Environment) => readonly Effect[]

/** `75 % of first_answer`, `133 % of first_answer` */
const SHARE = /^([\d.,]+)\s*%\s+of\s+(.+)$/dis

/** Links timers by identifier, in the order of the document, without those that have a part that is not shown. */
export function linkTimers(
  context: LinkContext,
  entity: EntityOutline,
  linkThen: EffectLinker,
): ReadonlyMap<string, Timer> {
  const timers = new Map<string, Timer>()
  const shares = sharesOf(entity)
  for (const workflow of entity.workflows) {
    for (const declared of workflow.declaration.timers) {
      const { name, span } = declared
      const runsIn = declared.runsIn.flatMap((state) => findState(context, entity, workflow, state) ?? [])
      const calendar = declared.countedIn && findCalendar(context, declared.countedIn)
      const lasts = linkLasts(context, entity, declared, shares)
      const then = linkThen(declared, { record: entity.name.identifier, old: true })
      if (!lasts || runsIn.length === 0 || (declared.countedIn && calendar === undefined)) continue
      const counted = calendar === undefined ? {} : { calendar }
      const { field } = workflow
      timers.set(name.identifier, { name, field, runsIn, lasts, ...counted, then, cite: context.cite(4, span) })
    }
  }
  return timers
}

/** A duration, an expression that gives one, or a share of another timer. */
function linkLasts(
  context: LinkContext,
  entity: EntityOutline,
  declared: TimerDeclaration,
  shares: ReadonlyMap<string, string>,
): Timer['lasts'] | undefined {
  const { lasts: written, name } = declared
  if (written.value === '') return undefined
  const source = bare(written)
  const share = matchParts(source, SHARE)
  if (share?.[1] && share[2]) {
    const percent = readWrittenNumber(share[1].value)
    if (percent === undefined || percent <= 0 || percent === 100 || percent > 1_000) {
      context.report(say.wrongShare(spanOf(share[1]), { share: `${share[1].value} %` }))
      return undefined
    }
    const of = findTimer(context, entity, share[2])
    if (of === undefined) return undefined
    if (!isCircle(shares, name.identifier)) return { kind: 'share', percent, of }
    context.report(say.circularValue(spanOf(written), { name: `the timer ${name.label}` }))
    return undefined
  }
  const expression = linkDuration(context, source, { record: entity.name.identifier })
  if (expression?.tree.kind !== 'literal' || readDuration(source.value)?.milliseconds !== 0)
    return expression && { kind: 'expression', expression }
  context.report(say.wrongSetting(spanOf(written), { name: name.label, expected: 'longer than nothing' }))
  return undefined
}

/** Maps each timer that is a share of another timer to that other timer. */
function sharesOf(entity: EntityOutline): ReadonlyMap<string, string> {
  const timers = entity.workflows.flatMap(({ declaration }) => declaration.timers)
  const names = timerNames(entity)
  return new Map(
    timers.flatMap(({ name, lasts }) => {
      const of = matchParts(bare(lasts), SHARE)?.[2]
      const other = of && findName(of, names, 'field')
      return other === undefined ? [] : [[name.identifier, other] as const]
    }),
  )
}

/** Does the way from share to share lead back to where it began? */
function isCircle(shares: ReadonlyMap<string, string>, name: string): boolean {
  const passed = new Set<string>()
  let at = shares.get(name)
  for (; at !== undefined && at !== name && !passed.has(at); at = shares.get(at)) passed.add(at)
  return at === name
}

/** The identifier of a timer of the entity. */
export function findTimer(
  context: LinkContext,
  entity: EntityOutline | undefined,
  reference: Reference,
): string | undefined {
  const names = entity ? timerNames(entity) : []
  const found = findName(reference, names, 'field')
  if (found !== undefined) return found
  reportUnknown(context, 'timer', reference, entity?.name.label ?? 'Nothing here', names)
  return undefined
}

/** A calendar that is not shown makes the timer one of those that do nothing. */
function findCalendar(context: LinkContext, reference: Reference): string | undefined {
  const { calendars } = context.outline
  const written = { ...reference, value: reference.value.replace(/^calendar\./, '') }
  const names = [...calendars.keys()].map((identifier) => ({
    identifier,
    label: identifier.replaceAll('_', ' '),
    span: spanOf(reference),
  }))
  const found = findName(written, names, 'field')
  const { value: name } = written
  if (found === undefined)
    context.report(say.unknownName(spanOf(reference), { what: 'calendar', name, ...suggest(name, names) }))
  else if (!calendars.get(found)) context.report(say.dependsOnUnknown(spanOf(reference), { unknown: found }))
  else return found
  return undefined
}
