// Reads point 5: a table of rules and a table of named conditions.
import type { Section } from '../../document/document.ts'
import * as say from '../../diagnostics/5-rules.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { identifierOf } from '../../text/identifier.ts'
import { nearest } from '../../text/nearest-word.ts'
import { splitFragment } from '../../text/split.ts'
import { bare, isNone } from '../../text/written-values.ts'
import { readMust } from './read-must.ts'
import { keepFirst, type PointContext, readName } from '../reading/point-context.ts'
import { readSection, reportInnerHeadings } from '../reading/read-section.ts'
import { readOtherwise } from '../reading/read-otherwise.ts'
import {
  plainWord,
  type HeadedTable,
  shownCell,
  type HeadedRow,
  type TableShape,
} from '../reading/read-headed-table.ts'
import type { RuleDeclaration, RulesPoint } from './declarations.ts'

export const WORDS: TableShape = { of: 'words', key: ['word', 'entity', 'means'], columns: [] }
export const RULES: TableShape = {
  of: 'rules',
  key: ['rule', 'entity', 'must hold'],
  columns: ['otherwise', 'on', 'else', 'checked'],
}

export function readRules(section: Section, context: PointContext): RulesPoint {
  const rules: RuleDeclaration[] = []
  const words: RulesPoint['words'][number][] = []
  const tables = [
    [WORDS, (table: HeadedTable) => void words.push(...table.rows.flatMap((row) => readWordRow(row, context) ?? []))],
    [RULES, (table: HeadedTable) => void rules.push(...table.rows.flatMap((row) => readRule(row, context) ?? []))],
  ] as const
  readSection(section.blocks, { tables, unknown: 'Rules' }, context)
  // Headings only divide the rules: by entity, say.
  for (const part of section.parts) {
    readSection(part.blocks, { tables, unknown: part.heading.text.value }, context)
    reportInnerHeadings(part.parts, 'tables of rules', context)
  }
  reportDoubled(rules, context)
  return {
    rules,
    words: keepFirst(
      words.map((word) => ({ ...word, name: word.word })),
      'words',
      context,
    ).map(({ name: _, ...word }) => word),
    span: section.span,
  }
}

function readWordRow(row: HeadedRow, context: PointContext): RulesPoint['words'][number] | undefined {
  const word = readName(row.cell('word'), 'field', 'word', context)
  const means = shownCell(row, 'means', word?.label ?? row.cell('word').value, context)
  const entity = row.cell('entity')
  return word && means.value !== '' ? { word, entity: bare(entity), means: bare(means), span: row.span } : undefined
}

function readRule(row: HeadedRow, context: PointContext): RuleDeclaration | undefined {
  const name = row.cell('rule').value
  const target = readTarget(row.cell('entity'), context)
  const must = readMust(row.cell('must hold'), name, context)
  const otherwise = shownCell(row, 'otherwise', `${name}: otherwise`, context)
  const on = shownCell(row, 'on', `${name}: on`, context)
  if (!target || !must) return undefined
  const done = target.kind === 'call' ? target.call : target.transition
  const checked = shownCell(row, 'checked', `${name}: checked`, context)
  if (done && checked.value !== '') context.report(say.checkedElsewhere(spanOf(checked), { target: done.value }))
  return {
    name,
    target,
    must,
    ...readOtherwise(otherwise, context),
    on: isNone(on.value) ? [] : splitFragment(on).map((field) => bare(field)),
    else: readElse(row.cell('else'), context),
    checked: done ? 'always' : readChecked(checked, context),
    span: row.span,
  }
}

function readTarget(text: Fragment, context: PointContext): RuleDeclaration['target'] | undefined {
  const plain = bare(text)
  if (/^(?:GET|POST|PUT|PATCH|DELETE)\s+\/\S*$/i.test(plain.value)) return { kind: 'call', call: plain }
  const parts = matchParts(plain, /^([^.,/]+?)\s*(?:\.\s*([^.,/]+))?$/ds)
  if (parts?.[1]) return { kind: 'entity', entity: parts[1], ...(parts[2] ? { transition: parts[2] } : {}) }
  context.report(say.badTarget(spanOf(text), { target: text.value }))
  return undefined
}

function readElse(text: Fragment, context: PointContext): RuleDeclaration['else'] {
  const word = plainWord(text.value)
  if (word === '' || word === 'refuse') return 'refuse'
  if (word === 'warn') return 'warn'
  context.report(say.badElse(spanOf(text), { word: text.value, nearest: nearest(word, ['refuse', 'warn']) }))
  return 'refuse'
}

function readChecked(text: Fragment, context: PointContext): RuleDeclaration['checked'] {
  const word = plainWord(text.value)
  if (word === '' || word === 'always') return 'always'
  if (word === 'when created' || word === 'before effects' || word === 'from both sides') return word
  const changes = matchParts(text, /^when\s+(.+?)\s+changes?$/dis)
  if (changes?.[1]) return { whenChanged: splitFragment(changes[1]).map((field) => bare(field)) }
  context.report(
    say.badChecked(spanOf(text), {
      when: text.value,
      nearest: nearest(word, ['always', 'when created', 'before effects', 'from both sides']),
    }),
  )
  return 'always'
}

/** Two entities may each have a rule of one name. */
function ownerOf(target: RuleDeclaration['target']): string {
  return target.kind === 'call' ? target.call.value : identifierOf(target.entity.value, 'entity')
}

function reportDoubled(rules: readonly RuleDeclaration[], context: PointContext): void {
  const first = new Map<string, RuleDeclaration>()
  for (const rule of rules) {
    const key = `${ownerOf(rule.target)} ${plainWord(rule.name)}`
    const other = first.get(key)
    if (!other) first.set(key, rule)
    else
      context.report(
        say.doubledRule(
          rule.span,
          { name: rule.name, of: ownerOf(rule.target) },
          { related: [{ message: 'The first one stands here.', span: other.span }] },
        ),
      )
  }
}
