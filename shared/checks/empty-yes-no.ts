// Notes fields with yes or no that may stay empty where a condition takes them for no.
import type { Document, Part, Table } from '../document/document.ts'
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { emptyYesNo } from '../diagnostics/warnings-of-emptiness.ts'
import type { Node } from '../expressions/node.ts'
import { printExpression } from '../expressions/print-expression.ts'
import { isCollection } from '../expressions/type-rules.ts'
import { childrenOf, someNode } from '../expressions/walk.ts'
import { familyOf } from '../fields/registry.ts'
import { isWrittenByPeople } from '../model/3-entities/written-by-people.ts'
import type { Field, Model } from '../model/model.ts'
import { spanOf } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import { expressionsIn } from './expressions-in.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkEmptyYesNo: SpecificationCheck = (model, _declarations, document) => {
  const optional = optionalFieldsOf(model)
  const computed = computedFieldsOf(model)
  if (optional.size === 0 && computed.size === 0) return []
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
      // What is neither true nor false keeps no `all` from holding.
      for (const child of childrenOf(node))
        visit(child, node.kind === 'each' && node.operation === 'all' && child === node.body ? 'in all' : 'true')
    }

    function keep(field: Field | undefined, form: Node, value: Node | undefined, wanted: Requirement): void {
      // A rule is broken, and `all` fails, only by what is false: "not blocked" lets through what is empty, as it should.
      if (!field || !value || uses.has(field) || (isLetThrough(wanted) && form !== value)) return
      const { identifier } = field.name
      const written = field.computed && value.kind !== 'field' ? formOf(identifier, form, value) : printExpression(form)
      uses.set(field, { form: written, wanted, span })
    }
  }
  return [...uses].flatMap(([field, use]) => (compared.has(field) ? [] : [noteOf(document, field, use)]))

  /** A computed field stands as its name, or as what it is worked out from, with the place of that. */
  function fieldOf(node: Node | undefined): Field | undefined {
    if (node?.kind === 'field') return optional.get(`${node.entity}.${node.field}`)
    return node && computed.get(`${node.span.start} ${node.span.end}`)
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

/** The result that a condition needs: a rule is broken, and `all` fails, only by what is false, and `? :` needs either. */
type Requirement = 'true' | 'not false' | 'in all' | 'either'

function isLetThrough(wanted: Requirement): boolean {
  return wanted === 'not false' || wanted === 'in all'
}

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
      if (familyOf(type) !== 'flag') continue
      const isOptional = required === false && !standard && !given
      if (computed ? mayBeEmpty(computed.expression.tree, entities) : isOptional) found.set(`${entity}.${name}`, field)
    }
  return found
}

/** Lists the computed ones by the place of what they are worked out from, where that can be empty. */
function computedFieldsOf({ entities }: Model): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>()
  for (const { fields } of entities.values())
    for (const field of fields.values()) {
      const tree = field.computed?.expression.tree
      if (tree && familyOf(field.type) === 'flag' && mayBeEmpty(tree, entities))
        found.set(`${tree.span.start} ${tree.span.end}`, field)
    }
  return found
}

/** Is an optional field compared or passed on, so that the whole is empty where that is? Other ways to be empty are not looked at. */
function mayBeEmpty(node: Node, entities: Model['entities']): boolean {
  const isAny = (...parts: readonly Node[]): boolean => parts.some((part) => mayBeEmpty(part, entities))
  switch (node.kind) {
    case 'field': {
      const field = entities.get(node.entity)?.fields.get(node.field)
      if (!field || field.workflow || field.standard || isCollection(node.type)) return false
      if (field.computed) return isAny(field.computed.expression.tree)
      const isOptional = field.required !== true && !field.default && isWrittenByPeople(field)
      return isOptional || (node.record.kind === 'field' && isAny(node.record))
    }
    case 'not':
    case 'negate':
      return isAny(node.operand)
    case 'binary':
      return !['==', '!=', 'in'].includes(node.operator) && !isGuarded(node) && isAny(node.left, node.right)
    case 'conditional':
      return isAny(node.then, node.otherwise)
    default:
      return false
  }
}

/** `due != null and due < today`: who asks has thought of it. */
function isGuarded(node: Node): boolean {
  return someNode(node, (each) => each.kind === 'literal' && each.value === null)
}

/** `not overdue`, `overdue == false`, or only the name. */
function formOf(name: string, form: Node, value: Node): string {
  if (form === value) return name
  return form.kind === 'not' ? `not ${name}` : `${name} == false`
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

function noteOf(document: Document, { name, computed }: Field, { form, wanted, span }: Use): Diagnostic {
  const fix = computed ? undefined : defaultNo(document, name.span.start)
  return emptyYesNo(
    name.span,
    { field: name.identifier, form, wanted, isComputed: computed !== undefined },
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
