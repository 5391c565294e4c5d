// Names the rules that only warn, each apart from all others, so that a confirmation means one of them.
import type { RuleDeclaration } from '../../points/5-rules/declarations.ts'
import type { Declarations } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { normalizeText } from '../../text/characters/bounded-text.ts'
import { isCode, linkCode } from '../8-errors/link-code.ts'

const KEPT = new WeakMap<Declarations, ReadonlyMap<RuleDeclaration, string>>()

/** Gives each rule that only warns a name: its code where no other warning has that, or else a word made of its own name. */
export function warningNames(declarations: Declarations): ReadonlyMap<RuleDeclaration, string> {
  const kept = KEPT.get(declarations)
  if (kept) return kept
  const names = nameWarnings(declarations)
  KEPT.set(declarations, names)
  return names
}

function nameWarnings(declarations: Declarations): ReadonlyMap<RuleDeclaration, string> {
  const { rules } = declarations
  const warning = isShown(rules) ? rules.rules.filter((rule) => rule.else === 'warn') : []
  const codes = new Map(warning.map((rule) => [rule, codeOf(declarations, rule)]))
  const all = [...codes.values()]
  // What one code of several warnings means stays free for all of them.
  const taken = new Set(all.filter((code) => code !== undefined))
  const names = new Map<RuleDeclaration, string>()
  for (const [rule, code] of codes) {
    const isAlone = code !== undefined && all.filter((each) => each === code).length === 1
    const name = isAlone ? code : freeName(rule, taken)
    taken.add(name)
    names.set(rule, name)
  }
  return names
}

function codeOf(declarations: Declarations, { otherwise }: RuleDeclaration): string | undefined {
  return otherwise && isCode(declarations, otherwise.text) ? linkCode(otherwise.text) : undefined
}

function freeName({ name, target }: RuleDeclaration, taken: ReadonlySet<string>): string {
  const own = wordOf(name)
  const owner = wordOf(target.kind === 'entity' ? target.entity.value : target.call.value)
  const named = [own, `${owner}_${own}`].find((each) => !taken.has(each))
  if (named !== undefined) return named
  let count = 2
  while (taken.has(`${own}_${count}`)) count += 1
  return `${own}_${count}`
}

/** A header takes no more than letters, digits and their like. */
function wordOf(text: string): string {
  const plain = normalizeText(text, 'NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_|_$/g, '') || 'rule'
}
