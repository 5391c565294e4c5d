// Lists which changes of other records the rules of a document are not checked at.
import { prepareRules } from '#shared/decisions/5-rules.ts'
import { readsOf } from '#shared/expressions/reads.ts'
import type { Model } from '#shared/model/model.ts'

export interface UncheckedChange {
  readonly line: number
  readonly rule: string
  readonly entity: string
  /** "Hall.seats"; "Hall": that there is one more or one less. */
  readonly changed: string
}

/** A rule is checked when a record of its own changes, unless it says "from both sides". */
export function listUncheckedChanges({ entities }: Model): readonly UncheckedChange[] {
  return [...entities.values()].flatMap((entity) =>
    prepareRules(entity).flatMap(({ rule, node }) => {
      if (rule.checked === 'from both sides') return []
      const own = entity.name.identifier
      const others = readsOf(node).others.filter((other) => other.entity !== own)
      const found = others.map((other) => (other.field === undefined ? other.entity : `${other.entity}.${other.field}`))
      return [...new Set(found)].map((changed) => ({ line: rule.cite.line, rule: rule.name, entity: own, changed }))
    }),
  )
}

export function describeUncheckedChanges(changes: readonly UncheckedChange[]): string {
  if (changes.length === 0) return 'Every rule is checked at every change that it reads.'
  const lines = changes.map(({ line, rule, entity, changed }) => {
    const change = changed.includes('.') ? `${changed} changes` : `a record of ${changed} is created or deleted`
    return `  line ${line}: "${rule}" of ${entity} is not checked when ${change}`
  })
  return [
    'A rule is checked when a record of its own entity changes; "from both sides" in the column checked adds these:',
    ...lines,
  ].join('\n')
}
