// Notes fields with yes or no that may stay empty where a condition takes them for no.
import type { Document, Part, Table } from '../document/document.ts'
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { emptyYesNo } from '../diagnostics/warnings.ts'
import type { Node } from '../expressions/node.ts'
import { printExpression } from '../expressions/print-expression.ts'
import { childrenOf } from '../expressions/walk.ts'
import { familyOf } from '../fields/registry.ts'
import type { Field, Model } from '../model/model.ts'
import { spanOf } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import { expressionsIn } from './expressions-in.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkEmptyYesNo: SpecificationCheck = (model, _declarations, document) => {
  const optional = optionalFieldsOf(model)
  if (optional.size === 0) return []
  const rules = rulesOf(model)
  const uses = new Map<Field, Use>()
  const compared = new Set<Field>()
  for (const expression of expressionsIn(model)) {
    const { tree, asked = tree, span } = expression
    visit(asked, rules.has(tree) ? 'not false' : 'true')

    function visit(node: Node, wanted: Requirement): void {
      const field = fieldOf(node)
      if (field && wanted !== 'true') keep(field, node, node, wanted)
      else if (node.kind === 'binary' && (node.operator === 'and' || node.operator === 'or'))
        for (const side of [node.left, node.right]) visit(side, wanted)
      else if (node.kind === 'conditional') {
        visit(node.test, 'either')
        visit(node.then, wanted)
        visit(node.otherwise, wanted)
      } else if (negated(node)) keep(fieldOf(negated(node)), node, negated(node), wanted)
      for (const each of emptyTestsIn(node)) compared.add(each)
      if (node.kind === 'conditional' || (node.kind === 'binary' && ['and', 'or'].includes(node.operator))) return
      for (const child of childrenOf(node)) visit(child, 'true')
    }

    function keep(field: Field | undefined, form: Node, value: Node | undefined, wanted: Requirement): void {
      // A rule is broken only by what is false: "not blocked" lets through what is empty, as it should.
      if (!field || !value || uses.has(field) || (wanted === 'not false' && form !== value)) return
      uses.set(field, { form: printExpression(form), wanted, span })
    }
  }
  return [...uses].flatMap(([field, use]) => (compared.has(field) ? [] : [noteOf(document, field, use)]))

  function fieldOf(node: Node | undefined): Field | undefined {
    return node?.kind === 'field' ? optional.get(`${node.entity}.${node.field}`) : undefined
  }

  /** Returns the operand of a denial. */
  function negated(node: Node): Node | undefined {
    if (node.kind === 'not') return node.operand
    if (node.kind !== 'binary' || node.operator !== '==') return undefined
    const { left, right } = node
    return isLiteral(right, false) ? left : isLiteral(left, false) ? right : undefined
  }

  /** A writer who asks whether it is empty knows that it may be. */
  function emptyTestsIn(node: Node): readonly Field[] {
    if (node.kind !== 'binary' || !['==', '!='].includes(node.operator)) return []
    const { left, right } = node
    if (!isLiteral(left, null) && !isLiteral(right, null)) return []
    return [left, right].flatMap((side) => fieldOf(side) ?? [])
  }
}

/** The result that a condition needs: a rule is broken only by what is false, and `? :` needs either. */
type Requirement = 'true' | 'not false' | 'either'

interface Use {
  readonly form: string
  readonly wanted: Requirement
  readonly span: Span
}

/** Lists them by `Entity.field`. */
function optionalFieldsOf({ entities }: Model): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>()
  for (const [entity, { fields }] of entities)
    for (const [name, field] of fields) {
      const { type, required, computed, standard, default: given } = field
      if (familyOf(type) === 'flag' && required === false && !computed && !standard && !given)
        found.set(`${entity}.${name}`, field)
    }
  return found
}

function rulesOf({ entities, calls }: Model): ReadonlySet<Node> {
  const own = [...entities.values()].flatMap(({ rules }) =>
    rules.flatMap(({ must }) => (must.kind === 'hold' ? [must.condition.tree] : [])),
  )
  return new Set([...own, ...calls.flatMap(({ rules }) => rules.map(({ condition }) => condition.tree))])
}

function isLiteral(node: Node, value: unknown): boolean {
  return node.kind === 'literal' && node.value === value
}

function noteOf(document: Document, { name }: Field, { form, wanted, span }: Use): Diagnostic {
  const fix = defaultNo(document, name.span.start)
  return emptyYesNo(
    name.span,
    { field: name.identifier, form, wanted },
    {
      related: [{ message: 'It is asked for here.', span }],
      fixes: fix ? [fix] : [],
    },
  )
}

/** Writes the default into the row of the field, and a column for it where the table has none. */
function defaultNo({ sections, text }: Document, place: number): Fix | undefined {
  const tables = sections.filter(({ point }) => point === 3).flatMap(({ parts }) => parts.flatMap(tablesOf))
  const table = tables.find(({ rows }) => rows.some(({ span }) => contains(span, place)))
  const row = table?.rows.find(({ span }) => contains(span, place))
  if (!table || !row) return undefined
  const fix = (edits: Fix['edits']): Fix => ({ title: 'Add the default "no"', certain: true, edits })
  const at = table.header.cells.findIndex((cell) => cell.text.value.toLowerCase() === 'default')
  const cell = row.cells[at]
  if (cell) {
    const isWritten = cell.text.value !== ''
    return fix([
      {
        span: isWritten ? spanOf(cell.text) : { start: cell.text.start, end: cell.text.start },
        text: isWritten ? 'no' : 'no ',
      },
    ])
  }
  const first = table.rows[0]
  const lines = [table.header, ...table.rows]
  const pipesIn = ({ start, end }: Span): number => text.slice(start, end).match(/(?<!\\)\|/g)?.length ?? 0
  const isWhole = lines.every(({ span }) => text[span.end - 1] === '|' && pipesIn(span) === pipesIn(table.header.span))
  if (!first || !isWhole) return undefined
  const rule = text.slice(table.header.span.end, first.span.start)
  const end = table.header.span.end + rule.lastIndexOf('|') + 1
  const insert = (offset: number, written: string): Fix['edits'][number] => ({
    span: { start: offset, end: offset },
    text: written,
  })
  return fix([
    insert(table.header.span.end, ' default |'),
    insert(end, '---|'),
    ...table.rows.map((each) => insert(each.span.end, each === row ? ' no |' : ' |')),
  ])
}

function tablesOf({ blocks, parts }: Part): readonly Table[] {
  return [...blocks.filter((block) => block.kind === 'table'), ...parts.flatMap(tablesOf)]
}

function contains({ start, end }: Span, place: number): boolean {
  return start <= place && place < end
}
