// Links the examples of a document: who acts, what they do, and what is expected of it.
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import * as say from '../../diagnostics/examples.ts'
import * as sayNames from '../../diagnostics/linking.ts'
import * as sayStates from '../../diagnostics/4-states.ts'
import type { Expression } from '../../expressions/node.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import { someNode } from '../../expressions/walk.ts'
import type { EffectDeclaration } from '../../points/4-states/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import type {
  ActorDeclaration,
  ExampleDeclaration,
  ExampleStepDeclaration,
} from '../../points/examples/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import { nearest } from '../../text/nearest-word.ts'
import { inputsOf, linkInOrder } from '../4-states/link-effects.ts'
import type { FieldSetting, InputSetting } from '../4-states/types.ts'
import { linkFields } from '../4-states/link-field-settings.ts'
import { warningNames } from '../5-rules/warning-names.ts'
import { linkCode } from '../8-errors/link-code.ts'
import type { LinkContext } from '../link-context.ts'
import { findEntity, findName, findTransition, resolveRole, suggest } from '../link-context.ts'
import type { Effect } from '../model.ts'
import type { DocumentCall } from '../7-calls/types.ts'
import { linkCallStep } from './link-call.ts'
import type { StepAndStory, StoryScope } from './story.ts'
import { environmentOf, expressionIn, nameActor, onNamed } from './story.ts'
import type { ActorStep, Example, ExampleStep } from './types.ts'

/** Links the examples in the order of the document; one that has a step that can't be read has been reported, and is left out. */
export function linkExamples(context: LinkContext, calls: readonly DocumentCall[]): readonly Example[] {
  return context.declarations.examples.flatMap((declared) => {
    const steps = linkSteps(context, calls, declared)
    const cite = context.cite(declared.point, declared.span)
    return steps && steps.length > 0 ? [{ title: declared.title.value, steps, cite }] : []
  })
}

function linkSteps(
  context: LinkContext,
  calls: readonly DocumentCall[],
  { steps, point }: ExampleDeclaration,
): readonly ExampleStep[] | undefined {
  const linked: ExampleStep[] = []
  let story: StoryScope = {
    context,
    calls,
    point,
    atHand: undefined,
    names: {},
    people: new Map(),
    canBeRefused: false,
    canBeConfirmed: false,
    isRefused: false,
  }
  let isWhole = true
  for (const [at, declared] of steps.entries()) {
    const next = linkStep({ ...story, isRefused: steps[at + 1]?.kind === 'refused' }, declared)
    isWhole &&= next.step !== undefined
    if (next.step) linked.push(next.step)
    story = {
      ...next.story,
      canBeConfirmed: declared.kind === 'refused' && story.canBeRefused,
      canBeRefused: DOES.has(declared.kind) && !(declared.kind === 'effect' && declared.effect.kind === 'let'),
    }
  }
  return isWhole ? linked : undefined
}

const DOES: ReadonlySet<string> = new Set(['create', 'effect', 'call', 'confirm'])

function linkStep(story: StoryScope, declared: ExampleStepDeclaration): StepAndStory {
  const { context } = story
  const cite = context.cite(story.point, declared.span)
  const same = (step: ExampleStep | undefined): StepAndStory => ({ step, story })
  switch (declared.kind) {
    case 'as':
      return linkActor(story, declared, declared.span)
    case 'nobody':
      return same({ kind: 'nobody', cite })
    case 'create':
      return linkCreate(story, declared)
    case 'effect':
      return linkEffectStep(story, declared.effect)
    case 'call':
      return linkCallStep(story, declared)
    case 'refused': {
      if (!story.canBeRefused) context.report(say.nothingRefused(declared.span, {}))
      return same(
        story.canBeRefused
          ? { kind: 'refused', ...(declared.code ? { code: linkCode(declared.code) } : {}), cite }
          : undefined,
      )
    }
    case 'confirm': {
      if (!story.canBeConfirmed) context.report(say.nothingToConfirm(declared.span, {}))
      const code = linkCode(declared.code)
      const isRight = story.canBeConfirmed && isWarning(story, code, declared.code)
      return same(isRight ? { kind: 'confirm', code, cite } : undefined)
    }
    case 'expect': {
      const condition = expressionIn(story, declared.condition, BOOLEAN)
      if (condition) reportHiddenFields(story, condition)
      return same(condition && { kind: 'expect', condition, cite })
    }
    case 'sees': {
      // A computed field is looked at as one, and not as what it is worked out from.
      const value = expressionIn(story, declared.value, undefined, { forReader: true })
      if (value) reportHiddenFields(story, value)
      return same(value && { kind: 'sees', value, isSeen: declared.isSeen, cite })
    }
    case 'mail': {
      const to = expressionIn(story, declared.to)
      if (!to || !isPeople(to, context, declared.to)) return same(undefined)
      const text = declared.text ? { text: declared.text.value } : {}
      return same({ kind: 'mail', to, isSent: declared.isSent, ...text, cite })
    }
    case 'later':
      return same({ kind: 'later', milliseconds: declared.milliseconds, cite })
    case 'at':
      return same({ kind: 'at', date: declared.date, time: declared.time, cite })
  }
}

function isWarning({ context }: StoryScope, code: string, source: Fragment): boolean {
  const { rules } = context.declarations
  if (!isShown(rules)) return true
  const known = [...warningNames(context.declarations).values()]
  const codes = rules.rules.flatMap((rule) =>
    rule.else === 'warn' && rule.otherwise ? linkCode(rule.otherwise.text) : [],
  )
  if (known.includes(code) || codes.includes(code)) return true
  context.report(say.unknownWarning(spanOf(source), { name: code, nearest: nearest(code, known), known }))
  return false
}

function isPeople({ tree: { type } }: Expression, context: LinkContext, source: Fragment): boolean {
  const one = type.kind === 'set' || type.kind === 'list' ? type.of : type
  if (one.kind === 'record' && one.entity === 'Person') return true
  context.report(sayNames.notRecord(spanOf(source), { expected: 'a person, or several' }))
  return false
}

// Who acts ----------------------------------------------------------------------------------------

function linkActor(story: StoryScope, declared: ActorDeclaration, span: ExampleStepDeclaration['span']): StepAndStory {
  const { context, people } = story
  const cite = context.cite(story.point, span)
  const { name, written, fields } = declared
  const roles = declared.roles.length > 0 || !written ? declared.roles : rolesNamed(story, written)
  if (!roles) return { step: undefined, story }
  const known = name && people.get(name.identifier)
  if (roles.length === 0 && known) return { step: { kind: 'as', person: known.identifier, cite }, story }
  const given = roles.map((role) => linkRole(context, role))
  if (given.some((role) => role === undefined)) return { step: undefined, story }
  const { person, label, isKnown } = nameActor(declared, roles, people)
  if (isKnown) return { step: { kind: 'as', person, cite }, story }
  const entity = context.outline.entities.get('Person')
  const values = entity ? linkFields(context, entity, fields, environmentOf(story)) : []
  const step: ExampleStep & ActorStep = {
    kind: 'as',
    person,
    isNew: { label, roles: given.flatMap((each) => each ?? []), fields: settingsOf(story, values) },
    cite,
  }
  const named = { label, identifier: person, span }
  return {
    step,
    story: {
      ...story,
      people: new Map([...people, [person, named]]),
      names: { ...story.names, [person]: { kind: 'record', entity: 'Person' } },
    },
  }
}

/** `as Mia` is somebody who was named before, or a role; empty: the former. */
function rolesNamed({ context, people }: StoryScope, written: Fragment): readonly Fragment[] | undefined {
  if (people.has(identifierOf(written.value, 'field'))) return []
  const roles = [...context.outline.roles.values()].map((role) => role.name)
  if (findName(written, roles, 'entity') !== undefined || isAdministrator(written)) return [written]
  context.report(
    sayNames.unknownName(spanOf(written), {
      what: 'person in this example, and no role,',
      name: written.value,
      ...suggest(written.value, [...people.values(), ...roles]),
    }),
  )
  return undefined
}

/** Name of the role as stored in `Person.roles`; no role of the document is called so. */
const ADMINISTRATOR = 'Administrator'

function isAdministrator({ value }: Fragment): boolean {
  return value.toLowerCase() === ADMINISTRATOR.toLowerCase()
}

function linkRole(context: LinkContext, role: Fragment): string | undefined {
  if (isAdministrator(role)) return ADMINISTRATOR
  const identifier = resolveRole(context, role, [ADMINISTRATOR])
  if (identifier === undefined || context.outline.roles.get(identifier)?.ofRecords !== true) return identifier
  context.report(say.roleOfRecords(spanOf(role), { role: role.value }))
  return undefined
}

// What they do ------------------------------------------------------------------------------------

function linkCreate(story: StoryScope, declared: ExampleStepDeclaration & { readonly kind: 'create' }): StepAndStory {
  const { effect, by, isGiven, span } = declared
  const { context } = story
  const entity = findEntity(context, effect.entity)
  if (!entity) return { step: undefined, story }
  const transition = by && findTransition(context, entity, by)
  if (by && transition === undefined) return { step: undefined, story }
  const { name: given, ...plain } = effect
  const asked = transition === undefined ? [] : [...inputsOf(context, entity, transition).values()]
  const names = asked.map((each) => each.name)
  const input: InputSetting[] = []
  const fields = plain.fields.filter((each) => {
    const meant = findName(each.name, names, 'field')
    const found = asked.find((one) => one.name.identifier === meant)
    const value = found && expressionIn(story, each.value, found.type)
    if (found && value) input.push({ name: found.name.identifier, value, type: found.type })
    return found === undefined
  })
  const made = linkOne(story, { ...plain, fields })
  if (made?.kind !== 'create') return { step: undefined, story }
  const { identifier } = entity.name
  const name = given ?? identifierOf(identifier, 'field')
  return {
    step: {
      kind: 'create',
      entity: identifier,
      ...(transition === undefined ? {} : { by: transition }),
      fields: settingsOf(story, made.fields),
      lines: settingsOf(story, made.lines ?? []),
      input,
      name,
      isGiven,
      cite: context.cite(story.point, span),
    },
    story: {
      ...story,
      atHand: { entity, name, hiddenFields: hiddenBy(story, made.fields) },
      names: { ...story.names, [name]: { kind: 'record', entity: identifier } },
    },
  }
}

/** Lists the fields of a new record whose names mean something else in the story. */
function hiddenBy({ names }: StoryScope, fields: readonly FieldSetting[]): ReadonlySet<string> {
  return new Set(
    fields.flatMap(({ field, value: { tree } }) => {
      const isItself = tree.kind === 'input' && tree.name === field
      return Object.hasOwn(names, field) && !isItself ? [field] : []
    }),
  )
}

function reportHiddenFields({ context, atHand }: StoryScope, { tree, span }: Expression): void {
  for (const field of atHand?.hiddenFields ?? [])
    if (atHand && someNode(tree, (node) => node.kind === 'input' && node.name === field))
      context.report(say.nameHidesField(span, { name: field, record: atHand.name, entity: atHand.entity.name.label }))
}

function linkEffectStep(story: StoryScope, declared: EffectDeclaration): StepAndStory {
  const cite = story.context.cite(story.point, declared.span)
  const none = { step: undefined, story }
  const effect = linkOne(story, declared)
  switch (effect?.kind) {
    case 'update': {
      const { entity, records, fields, lines = [] } = effect
      const step = {
        kind: 'update',
        entity,
        records: onNamed(story, records),
        fields: settingsOf(story, fields),
        lines: settingsOf(story, lines),
        cite,
      } as const
      return { step, story }
    }
    case 'delete':
      return { step: { kind: 'delete', entity: effect.entity, records: onNamed(story, effect.records), cite }, story }
    case 'do': {
      const { entity, transition, records } = effect
      const input = settingsOf(story, effect.input)
      return { step: { kind: 'do', entity, transition, records: onNamed(story, records), input, cite }, story }
    }
    case 'let': {
      const { name, value } = effect
      return {
        step: { kind: 'let', name, value: onNamed(story, value), cite },
        story: { ...story, names: { ...story.names, [name]: value.tree.type } },
      }
    }
    default:
      return none
  }
}

function linkOne(story: StoryScope, declared: EffectDeclaration): Effect | undefined {
  const { context, isRefused } = story
  // A step that is refused may lack what is required: that may be why.
  const report = (diagnostic: Diagnostic): void => {
    if (!isRefused || !LACKS.has(diagnostic.code)) context.report(diagnostic)
  }
  const place = { entity: story.atHand?.entity, point: 7, isExample: true } as const
  return linkInOrder({ ...context, report }, place, [declared], environmentOf(story)).effects[0]
}

const LACKS: ReadonlySet<string> = new Set([sayStates.lacksRequired.code, sayStates.lacksLines.code])

function settingsOf<T extends { readonly value: Expression }>(story: StoryScope, settings: readonly T[]): readonly T[] {
  return settings.map((setting) => ({ ...setting, value: onNamed(story, setting.value) }))
}
