// Compares an answer with what a check expects of it.
import type { Check, Expectation } from './check.ts'

export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly problem: string }
  /** Another line decides first: this one says nothing. */
  | { readonly kind: 'not_testable'; readonly why: string }

export interface Answer {
  readonly status: number
  readonly text: string
}

interface Problem {
  readonly state?: unknown
  readonly code?: string
  readonly detail?: string
  readonly source?: { readonly line?: number }
  readonly errors?: readonly { readonly field: string; readonly code: string; readonly message?: string }[]
}

const PASSED: Verdict = { kind: 'passed' }

export function judge(expects: Expectation, answer: Answer, check: Check): Verdict {
  const { status } = answer
  if (status >= 500 || status === 429) return failed(answer, 'an answer')
  switch (expects.kind) {
    case 'done':
      return judgeDone(expects, answer, check)
    case 'refused': {
      const { code, state } = problemOf(answer)
      if (expects.hides === 'state' && state !== undefined) return differs('the state not to be named')
      if (!expects.statuses.includes(status)) {
        // A wrong input, or a rule, is refused before the state and the condition are looked at.
        const isOther = status === 422 && code?.toLowerCase() === 'invalid'
        return isOther ? otherLine(answer) : failed(answer, `to be refused (${expects.statuses.join(' or ')})`)
      }
      if (expects.codes !== undefined && !expects.codes.includes(code ?? ''))
        return failed(answer, `the code ${expects.codes.join(' or ')}`)
      return PASSED
    }
    case 'status':
      return expects.is.includes(status) ? PASSED : failed(answer, `the status ${expects.is.join(' or ')}`)
    case 'record':
      return judgeRecord(expects.fields, answer)
    case 'list':
      return judgeList(expects.ids, answer)
    case 'listed':
    case 'order':
    case 'summary':
    case 'related':
    case 'history':
      return judgeRead(expects, answer)
    case 'field':
      return judgeField(expects, answer)
    case 'rule':
      return judgeRule(expects, answer)
    case 'value': {
      if (status !== 200) return failed(answer, 'the record')
      const value = JSON.stringify((JSON.parse(answer.text) as Fields)[expects.field] ?? null)
      const isAmong = expects.is.some((each) => JSON.stringify(each) === value)
      const is = expects.is.map((each) => JSON.stringify(each)).join(' or ')
      return isAmong !== (expects.isNot === true)
        ? PASSED
        : {
            kind: 'failed',
            problem: `expected ${expects.field} ${expects.isNot ? 'not ' : ''}to be ${is}, and it is ${value}`,
          }
    }
  }
}

interface Fields {
  readonly [field: string]: unknown
}

/** Codes by which the policy itself refuses. */
const BY_POLICY = new Set([
  'not_allowed',
  'not_found',
  'unauthenticated',
  'not_signed_in',
  'conflict',
  'condition_unmet',
])
const FIELD_NOT_GRANTED = new Set(['not_writable', 'not_writable_here', 'not_writable_in_state', 'unknown_field'])

function judgeDone(expects: Expectation & { readonly kind: 'done' }, answer: Answer, { line }: Check): Verdict {
  if (answer.status >= 300) {
    const { code = '', source, errors = [] } = problemOf(answer)
    const isOtherLine = source?.line !== undefined && source.line !== line.line
    const isByPolicy = BY_POLICY.has(code.toLowerCase()) || errors.some((each) => FIELD_NOT_GRANTED.has(each.code))
    return isByPolicy && !isOtherLine ? failed(answer, 'it to be done') : otherLine(answer)
  }
  if (expects.to === undefined || answer.text === '') return PASSED
  const { field, is } = expects.to
  const value = (JSON.parse(answer.text) as Fields)[field]
  return is.includes(value) || value === undefined
    ? PASSED
    : { kind: 'failed', problem: `expected ${field} to be ${is.join(' or ')}, and it is ${JSON.stringify(value)}` }
}

function judgeRecord(fields: readonly string[], answer: Answer): Verdict {
  if (answer.status !== 200) return failed(answer, 'the record')
  const shown = Object.keys(JSON.parse(answer.text) as Fields).filter((name) => name !== 'id' && !name.startsWith('_'))
  const surplus = shown.filter((name) => !fields.includes(name))
  const missing = fields.filter((name) => !shown.includes(name))
  if (surplus.length === 0 && missing.length === 0) return PASSED
  const parts = [
    ...(surplus.length === 0 ? [] : [`it shows ${surplus.join(', ')}`]),
    ...(missing.length === 0 ? [] : [`it lacks ${missing.join(', ')}`]),
  ]
  return { kind: 'failed', problem: `expected other fields: ${parts.join('; ')}` }
}

function judgeList(ids: readonly string[], answer: Answer): Verdict {
  if (answer.status !== 200)
    return ids.length === 0 && [401, 403, 404].includes(answer.status) ? PASSED : failed(answer, 'a list')
  const isLines = !answer.text.startsWith('{"items"')
  const body = isLines
    ? {
        items: answer.text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Fields),
        count: undefined,
      }
    : (JSON.parse(answer.text) as { readonly items: readonly Fields[]; readonly count?: number })
  const shown = body.items.map(({ id }) => String(id))
  const surplus = shown.filter((id) => !ids.includes(id))
  const missing = ids.filter((id) => !shown.includes(id))
  if (surplus.length > 0)
    return { kind: 'failed', problem: `the list shows ${surplus.length} records too many, first ${surplus[0]}` }
  if (missing.length > 0)
    return { kind: 'failed', problem: `the list lacks ${missing.length} records, first ${missing[0]}` }
  if (body.count !== undefined && body.count !== ids.length)
    return { kind: 'failed', problem: `the list counts ${body.count} records, and shows ${ids.length}` }
  return PASSED
}

type ReadExpectation = Expectation & { readonly kind: 'listed' | 'order' | 'summary' | 'related' | 'history' }

function judgeRead(expects: ReadExpectation, answer: Answer): Verdict {
  // Who may read no list reads nothing in it.
  if (expects.kind === 'listed' && !expects.isThere && [401, 403, 404].includes(answer.status)) return PASSED
  if (answer.status !== 200) return failed(answer, 'an answer to it')
  const body = JSON.parse(answer.text) as Fields & {
    readonly items?: readonly Fields[]
    readonly groups?: readonly { readonly key: unknown; readonly measures: { readonly count?: number } }[]
  }
  const shown = (body.items ?? []).map(({ id }) => String(id))
  switch (expects.kind) {
    case 'listed': {
      const wrong = expects.ids.filter((id) => shown.includes(id) !== expects.isThere)
      return wrong.length === 0 ? PASSED : differs(`${wrong[0]} ${expects.isThere ? '' : 'not '}to be in the list`)
    }
    case 'order': {
      const rest = [...shown]
      const isInOrder = expects.groups.every((group) => {
        const next = rest.splice(0, group.length)
        return group.every((id) => next.includes(id))
      })
      return isInOrder ? PASSED : differs('another order')
    }
    case 'summary': {
      const counts = new Map((body.groups ?? []).map(({ key, measures }) => [keyOf(key), measures.count]))
      const keys = new Set([...counts.keys(), ...Object.keys(expects.counts)])
      const wrong = [...keys].find((key) => counts.get(key) !== expects.counts[key])
      return wrong === undefined
        ? PASSED
        : differs(`${expects.counts[wrong] ?? 0} records of ${wrong}, and got ${counts.get(wrong) ?? 0}`)
    }
    case 'related': {
      const isShown = typeof body[expects.field] === 'object' && body[expects.field] !== null
      return isShown === expects.isShown
        ? PASSED
        : differs(`${expects.field} to be ${expects.isShown ? 'the record' : 'no more than an id'}`)
    }
    case 'history': {
      const { changes } = (body.items?.[0] ?? {}) as { readonly changes?: Fields }
      const isTold = Object.hasOwn(changes ?? {}, expects.field)
      return isTold === expects.isTold
        ? PASSED
        : differs(`the history ${expects.isTold ? 'to tell' : 'not to tell'} of ${expects.field}`)
    }
  }
}

/** Related records are groups by their id. */
function keyOf(key: unknown): string {
  return JSON.stringify(typeof key === 'object' && key !== null && 'id' in key ? key.id : key)
}

function differs(expected: string): Verdict {
  return { kind: 'failed', problem: `expected ${expected}` }
}

function judgeField({ field, isWrong, code }: Expectation & { readonly kind: 'field' }, answer: Answer): Verdict {
  const { errors = [], code: whole } = problemOf(answer)
  const named = errors.filter((each) => each.field === field)
  if (isWrong) {
    if (answer.status < 300) return failed(answer, `${field} to be refused`)
    if (named.length === 0) return whole === code ? PASSED : otherLine(answer)
    if (code !== undefined && !named.some((each) => each.code === code))
      return failed(answer, `the code ${code} for ${field}`)
    return PASSED
  }
  if (named.length > 0) return failed(answer, `${field} to be taken`)
  return answer.status < 300 ? PASSED : otherLine(answer)
}

function judgeRule({ code, on, isBroken }: Expectation & { readonly kind: 'rule' }, answer: Answer): Verdict {
  const { code: whole, errors = [] } = problemOf(answer)
  const isNamed =
    code === undefined
      ? answer.status === 422 && (on.length === 0 || errors.some(({ field }) => on.includes(field)))
      : whole === code || errors.some((each) => each.code === code)
  if (isBroken) {
    if (isNamed) return PASSED
    return answer.status < 300
      ? failed(answer, `to be refused${code === undefined ? '' : ` (${code})`}`)
      : otherLine(answer)
  }
  if (isNamed) return failed(answer, 'the rule to hold')
  return answer.status < 300 ? PASSED : otherLine(answer)
}

function problemOf({ status, text }: Answer): Problem {
  if (status < 300) return {}
  try {
    return JSON.parse(text) as Problem
  } catch {
    return {}
  }
}

function failed(answer: Answer, expected: string): Verdict {
  return { kind: 'failed', problem: `expected ${expected}, and got ${sayAnswer(answer)}` }
}

function otherLine(answer: Answer): Verdict {
  return { kind: 'not_testable', why: `something else decides first: ${sayAnswer(answer)}` }
}

function sayAnswer(answer: Answer): string {
  const { code, detail, errors = [], source } = problemOf(answer)
  const fields = errors.map((each) => `${each.field}: ${each.message ?? each.code}`)
  const from = source?.line === undefined ? '' : ` (line ${source.line})`
  return [answer.status, code, detail, ...fields].filter((part) => part !== undefined && part !== '').join(' ') + from
}
