// Decides which rules apply to a change and whether it satisfies them.
import type { BinaryOperator, Node } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import { conjunctionOf } from '../expressions/walk.ts'
import { includesEnd } from '../model/3-entities/period-fields.ts'
import { readsLines, watchedBy } from '../model/5-rules/fields-watched.ts'
import type { Entity, Rule } from '../model/model.ts'
import { substituteThis } from '../model/substitute-this.ts'
import type { MessageValues, Refusal, WarningReason } from './decision.ts'
import type { Evaluator } from './evaluator.ts'
import { makeRefusal } from './refusals.ts'

/** A rule as one condition on the record as it will be; the rule is broken only where it is false. */
export interface PreparedRule {
  readonly rule: Rule
  readonly node: Node
  /** Own fields whose change it is evaluated at; none: at every change, unless it reads only lines. */
  readonly watched: readonly string[]
  /** Does it read lines of the record, which change with it? */
  readonly readsLines: boolean
  /** Does it read nothing else, so that only their changes bring it up? */
  readonly readsOnlyLines: boolean
}

/** Every rule of an entity as a condition, those on sets too; the caller keeps them as long as the model. */
export function prepareRules(entity: Entity): readonly PreparedRule[] {
  return entity.rules.flatMap((rule) => {
    const node = conditionOf(entity, rule)
    if (!node) return []
    const lines = { readsLines: readsLines(entity, node), readsOnlyLines: readsOnlyLines(entity, node) }
    return [{ rule, node, watched: watchedBy(entity, rule), ...lines }]
  })
}

function readsOnlyLines(entity: Entity, node: Node): boolean {
  const lines = [...entity.parts.values()].map((part) => part.entity)
  const { own, others } = readsOf(node)
  return own.length === 0 && others.length > 0 && others.every((other) => lines.includes(other.entity))
}

export interface RuleOccasion {
  readonly created: boolean
  /** Fields whose values differ. */
  readonly changed: readonly string[]
  /** Its lines changed. */
  readonly lines?: boolean
  readonly transition?: string
  /**
   * `beforeEffects` is true for the record as it was sent, before the document's effects. Otherwise the rules see it
   * after them.
   */
  readonly beforeEffects?: boolean
}

/** The rules that this change has to obey. */
export function rulesFor(rules: readonly PreparedRule[], change: RuleOccasion): readonly PreparedRule[] {
  return rules.filter(({ rule, watched, readsLines, readsOnlyLines }) => {
    if ((rule.checked === 'before effects') !== (change.beforeEffects === true)) return false
    if (rule.transition !== undefined) return rule.transition === change.transition
    if (change.created) return true
    if (rule.checked === 'when created') return false
    if (readsLines && change.lines === true) return true
    if (watched.length === 0) return change.changed.length > 0 && !readsOnlyLines
    return watched.some((field) => change.changed.includes(field))
  })
}

/** Names of warnings that the person confirmed; of what happens by itself nobody confirms any. */
export type ConfirmedCodes = readonly string[] | 'by itself'

export interface RulesDecision {
  /** The first broken rule's code; every broken rule's fields are among its errors, those that warn only by themselves. */
  readonly refusal?: Refusal
  /** Names of warnings that the person has confirmed, for the history. */
  readonly confirmed: readonly string[]
  /** Some rule can't be evaluated here: the server decides. */
  readonly notKnowable: boolean
}

/**
 * `confirmed`: what the person confirmed; a rule that only warns refuses until then, and nothing where nobody can. All
 * warnings are shown at once, each by its own name, so that none is confirmed that was not seen.
 */
export function decideRules(
  entity: Entity,
  rules: readonly PreparedRule[],
  evaluate: Evaluator,
  options: { readonly confirmed?: ConfirmedCodes; readonly filling?: MessageValues } = {},
): RulesDecision {
  const { confirmed = [], filling } = options
  const answers = rules.map(({ node }) => evaluate(node))
  const notKnowable = answers.includes(undefined)
  if (!answers.includes(false)) return { confirmed: [], notKnowable }
  const broken = rules.flatMap(({ rule }, at) => (answers[at] === false ? [rule] : []))
  const gone = broken.filter((rule) => rule.warns && (confirmed === 'by itself' || isConfirmed(rule, confirmed)))
  const { refusing, onlyWarn } = separateWarnings(broken.filter((rule) => !gone.includes(rule)))
  const refusals = refusing.map((rule) => refuseBy(entity, rule, filling))
  const [first] = refusals
  const warnings = onlyWarn ? refusals.map((refusal, at) => warningOf(refusing[at], refusal)) : []
  return {
    ...(first
      ? { refusal: { ...withWarnings(first, warnings, confirmed), errors: refusals.flatMap((each) => each.errors) } }
      : {}),
    confirmed: confirmed === 'by itself' ? [] : gone.flatMap(({ warning }) => warning ?? []),
    notKnowable,
  }
}

/** Drops the warnings from broken rules of which another refuses: nobody is asked to confirm what is refused all the same. */
export function separateWarnings<Broken extends Pick<Rule, 'warns'>>(
  broken: readonly Broken[],
): { readonly refusing: readonly Broken[]; readonly onlyWarn: boolean } {
  const refusing = broken.filter(({ warns }) => !warns)
  return refusing.length > 0 ? { refusing, onlyWarn: false } : { refusing: broken, onlyWarn: true }
}

/** Reports whether a person confirmed this warning: by its own name, or by its code of point 8. */
export function isConfirmed(
  { warning, otherwise }: Pick<Rule, 'warning' | 'otherwise'>,
  confirmed: readonly string[],
): boolean {
  const names = [warning ?? [], otherwise.kind === 'code' ? otherwise.code : []].flat()
  return names.some((name) => confirmed.includes(name))
}

/** Adds the warnings to a refusal that comes of nothing else, and the names that a request confirms to go on. */
export function withWarnings(refusal: Refusal, warnings: readonly WarningReason[], confirmed: ConfirmedCodes): Refusal {
  if (warnings.length === 0) return refusal
  const before = confirmed === 'by itself' ? [] : confirmed
  return { ...refusal, warnings, confirm: [...new Set([...before, ...warnings.map(({ warning }) => warning)])] }
}

function warningOf(rule: Rule | undefined, { errors: _, ...reason }: Refusal): WarningReason {
  return { ...reason, warning: rule?.warning ?? reason.name }
}

function refuseBy(entity: Entity, rule: Rule, filling: MessageValues | undefined): Refusal {
  const name = rule.otherwise.kind === 'code' ? rule.otherwise.code : 'invalid'
  const template = rule.otherwise.kind === 'message' ? rule.otherwise.message : undefined
  const reason = { entity: entity.name.identifier, template, filling, cites: rule.cite }
  const errors = rule.on.map((field) => ({ field, name, values: {}, ...reason }))
  return makeRefusal(name, {}, { ...reason, errors })
}

// Rules on sets as conditions ------------------------------------------------------------------------

function conditionOf(entity: Entity, { must }: Rule): Node | undefined {
  switch (must.kind) {
    case 'hold':
      return must.condition.tree
    case 'at most': {
      // Not counting this record itself, so that it comes to the same before and after it is written.
      const others = othersLike(entity, must.per, must.where?.tree)
      const count: Node = {
        kind: 'call',
        name: 'count',
        // More than that many need not be counted.
        arguments: [others, must.count.tree],
        type: { kind: 'integer' },
        span: must.count.span,
      }
      const fits = binary('<', count, must.count.tree)
      return unless(entity, must.per, must.where?.tree, fits)
    }
    case 'no overlap': {
      const self = recordAtHand(entity)
      const other = variable(entity)
      // What has no beginning lies nowhere, and is in nobody's way.
      const mayBeEmpty = entity.fields.get(must.from)?.required !== true
      const overlaps = allOf([
        ...(mayBeEmpty ? [binary('!=', fieldOf(entity, other, must.from), nothing(entity))] : []),
        endsAfter(entity, self, must.to, fieldOf(entity, other, must.from)),
        endsAfter(entity, other, must.to, fieldOf(entity, self, must.from)),
      ])
      const exists: Node = {
        kind: 'each',
        operation: 'exists',
        set: othersLike(entity, must.per, must.where?.tree),
        variable: OTHER,
        body: overlaps,
        type: BOOLEAN,
        span: entity.title.span,
      }
      return unless(entity, mayBeEmpty ? [...must.per, must.from] : must.per, must.where?.tree, {
        kind: 'not',
        operand: exists,
        type: BOOLEAN,
        span: exists.span,
      })
    }
    case 'no circle': {
      const self = recordAtHand(entity)
      const { identifier } = entity.name
      const reached: Node = {
        kind: 'line',
        direction: 'ancestors',
        record: self,
        entity: identifier,
        field: must.along,
        type: { kind: 'set', of: { kind: 'record', entity: identifier } },
        span: entity.title.span,
      }
      return { kind: 'not', operand: binary('in', self, reached), type: BOOLEAN, span: entity.title.span }
    }
  }
}

const OTHER = 'other'

/** The other records of the entity that are of the same group and fulfil the condition. */
function othersLike(entity: Entity, per: readonly string[], where: Node | undefined): Node {
  const self = recordAtHand(entity)
  const other = variable(entity)
  const conditions = [
    binary('!=', other, self),
    ...per.map((field) => binary('==', fieldOf(entity, other, field), fieldOf(entity, self, field))),
    ...(where ? [substituteThis(where, other)] : []),
  ]
  const { identifier } = entity.name
  const set = { kind: 'set', of: { kind: 'record', entity: identifier } } as const
  const all: Node = { kind: 'records', entity: identifier, type: set, span: entity.title.span }
  return {
    kind: 'each',
    operation: 'filter',
    set: all,
    variable: OTHER,
    body: allOf(conditions),
    type: set,
    span: entity.title.span,
  }
}

/** A record outside the condition, or in which one of these fields is empty, is not counted and breaks nothing. */
function unless(entity: Entity, fields: readonly string[], where: Node | undefined, condition: Node): Node {
  const self = recordAtHand(entity)
  const outside = [
    ...(where ? [binary('!=', where, { kind: 'literal', value: true, type: BOOLEAN, span: where.span })] : []),
    ...fields.map((field) => binary('==', fieldOf(entity, self, field), nothing(entity))),
  ]
  return outside.reduceRight((rest, each) => binary('or', each, rest), condition)
}

function endsAfter(entity: Entity, record: Node, to: string, moment: Node): Node {
  const end = fieldOf(entity, record, to)
  return binary('or', binary('==', end, nothing(entity)), binary(includesEnd(end.type) ? '<=' : '<', moment, end))
}

function recordAtHand(entity: Entity): Node {
  return { kind: 'this', type: { kind: 'record', entity: entity.name.identifier }, span: entity.title.span }
}

function variable(entity: Entity): Node {
  return {
    kind: 'variable',
    name: OTHER,
    type: { kind: 'record', entity: entity.name.identifier },
    span: entity.title.span,
  }
}

function nothing(entity: Entity): Node {
  return { kind: 'literal', value: null, type: { kind: 'null' }, span: entity.title.span }
}

function fieldOf(entity: Entity, record: Node, field: string): Node {
  const type = entity.fields.get(field)?.valueType ?? { kind: 'null' }
  return { kind: 'field', record, entity: entity.name.identifier, field, type, span: entity.title.span }
}

function binary(operator: BinaryOperator, left: Node, right: Node): Node {
  return { kind: 'binary', operator, left, right, type: BOOLEAN, span: left.span }
}

function allOf(conditions: readonly Node[]): Node {
  return conjunctionOf(conditions) ?? { kind: 'literal', value: true, type: BOOLEAN, span: { start: 0, end: 0 } }
}
