// Reads a row of the table of grants.
import * as say from '../../diagnostics/6-roles.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { nearest } from '../../text/nearest-word.ts'
import { splitFragment } from '../../text/split.ts'
import { bare, isNone, isNotShown } from '../../text/written-values.ts'
import type { Reference } from '../declarations.ts'
import { readErrorCode } from '../8-errors/read-error-code.ts'
import type { PointContext } from '../reading/point-context.ts'
import { plainWord, shownCell, type HeadedRow, type TableShape } from '../reading/read-headed-table.ts'
import { readGrantees } from './read-grantee.ts'
import type { GrantDeclaration, Verb } from './declarations.ts'

export const GRANTS: TableShape = {
  of: 'grants',
  key: ['role', 'entity', 'may'],
  columns: ['where', 'fields', 'otherwise'],
  strict: true,
}

const VERBS: readonly (Verb | 'everything')[] = [
  'read',
  'create',
  'update',
  'delete',
  'import',
  'export',
  'see history',
  'restore',
  'everything',
]

/** Undefined where something of it is not shown (listed as unknown) or wrong: half a grant would grant what nobody wrote. */
export function readGrant(row: HeadedRow, context: PointContext): GrantDeclaration | undefined {
  const title = `${row.cell('role').value}, ${row.cell('entity').value}`
  const parts = ['role', 'entity', 'may', 'fields'].filter((column) => isNotShown(row.cell(column).value))
  for (const column of parts) context.unknown(`${title}: ${column}`, spanOf(row.cell(column)))
  const except = matchParts(row.cell('role'), /^except\s+(.+)$/dis)?.[1]
  const who = readGrantees(except ?? row.cell('role'))
  const isCondition = ({ kind }: (typeof who)[number]): boolean => kind === 'condition' || kind === 'provided'
  const nobody = who.find((one) => isCondition(one) || (one.kind === 'word' && one.word === 'nobody'))
  if (nobody) context.report(say.nobodyInGrant(spanOf(row.cell('role')), { isCondition: isCondition(nobody) }))
  const may = readVerbs(row.cell('may'), context)
  const fields = readFields(row.cell('fields'), context)
  const where = shownCell(row, 'where', `${title}: where`, context)
  const otherwise = readErrorCode(shownCell(row, 'otherwise', `${title}: otherwise`, context), context)
  if (parts.length > 0 || isNotShown(row.cell('where').value) || nobody || !may || !fields) return undefined
  return {
    who,
    except: except !== undefined,
    entities: references(row.cell('entity')),
    ...may,
    ...(where.value === '' ? {} : { where: bare(where) }),
    fields,
    ...(otherwise ? { otherwise } : {}),
    span: row.span,
  }
}

function readVerbs(text: Fragment, context: PointContext): Pick<GrantDeclaration, 'may' | 'createBy'> | undefined {
  if (isNotShown(text.value)) return undefined
  let right = true
  const verbs: (Verb | 'everything')[] = []
  const createBy: Reference[] = []
  for (const part of splitFragment(text)) {
    const word = plainWord(part.value)
    const verb = VERBS.find((one) => one === word)
    const step = matchParts(part, /^create\s+by\s+(.+)$/dis)?.[1]
    if (verb) verbs.push(verb)
    else if (step) createBy.push(bare(step))
    else {
      context.report(say.unknownVerb(spanOf(part), { verb: part.value, nearest: nearest(word, VERBS) }))
      right = false
    }
  }
  return right ? { may: verbs, createBy } : undefined
}

function readFields(text: Fragment, context: PointContext): GrantDeclaration['fields'] | undefined {
  const word = plainWord(text.value)
  if (word === '' || word === 'all') return { kind: 'all' }
  if (isNone(text.value)) return { kind: 'only', fields: [] }
  const except = matchParts(text, /^all\s+(?:except|but)\b\s*(.*)$/dis)
  if (!except) return isNotShown(text.value) ? undefined : { kind: 'only', fields: references(text) }
  const fields = except[1] ? references(except[1]) : []
  if (fields.length > 0) return { kind: 'all except', fields }
  context.report(say.emptyAfter(spanOf(text), { word: 'all except', expected: 'the names of fields' }))
  return undefined
}

function references(text: Fragment): Fragment[] {
  return splitFragment(text).map((part) => bare(part))
}
