// Lists which changes of other records the rules of a document are not checked at.
import { type PreparedRule, prepareRules } from '#shared/decisions/5-rules.ts'
import { readsFromOutside } from '#shared/decisions/rules-from-both-sides.ts'
import { readsOf } from '#shared/expressions/reads.ts'
import type { RelationStep, RuleSource } from '#shared/model/5-rules/rule-paths.ts'
import { rulePathsOf } from '#shared/model/5-rules/rule-paths.ts'
import { expandComputed } from '#shared/model/7-calls/expand-computed.ts'
import type { Entity, Model } from '#shared/model/model.ts'

export interface UncheckedChange {
  readonly line: number
  readonly rule: string
  readonly entity: string
  /** "Hall.seats"; "Hall": that there is one more or one less. */
  readonly changed: string
  /** The head whose own lines are not meant: at these it is checked. */
  readonly ofOther?: string
}

/**
 * Lists what a rule reads of other records, unless it says "from both sides". Records of its own entity that are alike (no
 * two of a room overlap) are each checked with their own change; those above or below it (`parent.budget`) are not alike.
 */
export function listUncheckedChanges(model: Model): readonly UncheckedChange[] {
  return [...model.entities.values()].flatMap((entity) =>
    prepareRules(entity).flatMap((prepared) => {
      const { rule, node } = prepared
      // One of a transition is meant to be checked at that.
      if (rule.checked === 'from both sides' || rule.transition !== undefined) return []
      const own = entity.name.identifier
      const related = rulePathsOf(node).reads.filter(({ path }) => leadsUpOrDown(own, path))
      const others = [...readsOf(node).others.filter((other) => other.entity !== own), ...related]
      const found = others.map(nameOf)
      const asked = [...readsFromOutside(model, entity, prepared), ...readsOfLines(model, entity, prepared)]
      const checked = new Set(asked.map(nameOf))
      const missed = [...new Set(found)].filter((changed) => !checked.has(changed))
      const lines = isAskedAtLines(prepared) ? [...entity.parts.values()].map((part) => part.entity) : []
      return missed.map((changed) => {
        const ofOther = lines.includes(changed.split('.')[0] ?? '') ? { ofOther: entity.name.label } : {}
        return { line: rule.cite.line, rule: rule.name, entity: own, changed, ...ofOther }
      })
    }),
  )
}

function nameOf({ entity, field }: { readonly entity: string; readonly field?: string | undefined }): string {
  return field === undefined ? entity : `${entity}.${field}`
}

/** Lists what a rule of a head reads of its lines, and of theirs: it is asked when these change. */
function readsOfLines(model: Model, { parts }: Entity, prepared: PreparedRule): readonly RuleSource[] {
  if (!isAskedAtLines(prepared)) return []
  return rulePathsOf(expandComputed(model, prepared.node)).reads.filter(({ path }) => leadsToLines(model, parts, path))
}

function isAskedAtLines({ rule: { checked, transition }, readsLines }: PreparedRule): boolean {
  return readsLines && transition === undefined && (checked === 'always' || typeof checked === 'object')
}

/** Does a path lead to lines, or on to their lines? */
function leadsToLines(model: Model, parts: Entity['parts'], [step, ...further]: readonly RelationStep[]): boolean {
  if (step?.kind !== 'reverse') return false
  const isPart = [...parts.values()].some((part) => part.entity === step.entity && part.field === step.field)
  const own = model.entities.get(step.entity)?.parts
  return isPart && (further.length === 0 || (own !== undefined && leadsToLines(model, own, further)))
}

function leadsUpOrDown(entity: string, path: readonly RelationStep[]): boolean {
  return path.every((step) => step.entity === entity && step.kind === path[0]?.kind)
}

export function describeUncheckedChanges(changes: readonly UncheckedChange[]): string {
  if (changes.length === 0) return 'Every rule is checked at every change that it reads.'
  const lines = changes.map(({ line, rule, entity, changed, ofOther }) => {
    const [of, field] = changed.split('.')
    const owner = ofOther === undefined ? '' : ` of another ${ofOther}`
    const record = of === entity ? `a related record of ${of}` : `a record of ${of}${owner}`
    const change =
      field === undefined
        ? `${record} is created or deleted`
        : `${changed}${of === entity ? ' of a related record' : owner} changes`
    return `  line ${line}: "${rule}" of ${entity} is not checked when ${change}`
  })
  return [
    'A rule is checked when a record of its own entity changes; "from both sides" in the column checked adds these:',
    ...lines,
  ].join('\n')
}
