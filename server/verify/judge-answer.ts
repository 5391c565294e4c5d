// Compares an answer with what a check expects of it.
import type { InLanguages } from '#shared/text/language.ts'
import type { HoleValues, Phrase } from '#shared/text/phrase.ts'
import { joinByOr } from '#shared/text/phrase.ts'
import type { Check, Expectation } from './check.ts'
import {
  EXPECTED,
  EXPECTED_AND_GOT,
  ANSWERED,
  ANSWERED_BY_LINE,
  OTHER_LINE,
  AN_ANSWER,
  DONE,
  REFUSED,
  REFUSED_BY,
  A_REFUSAL,
  THE_CODE,
  THE_STATUS,
  NO_STATE,
  RULE_HOLDS,
  CODE_FOR,
  FIELD_REFUSED,
  FIELD_TAKEN,
  THE_RECORD,
  FIELDS_TOO_MANY,
  FIELDS_MISSING,
  OTHER_FIELDS,
  ANOTHER_VALUE,
  NOT_THIS_VALUE,
  A_RELATED_RECORD,
  AN_ID,
  TOLD,
  NOT_TOLD,
  A_LIST,
  RECORDS_TOO_MANY,
  RECORDS_MISSING,
  WRONG_COUNT,
  IN_LIST,
  NOT_IN_LIST,
  ANOTHER_ORDER,
  ANOTHER_COUNT,
} from './expectation-words.ts'

export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly problem: Phrase }
  /** Another line decides first: this one says nothing. */
  | { readonly kind: 'not_testable'; readonly why: Phrase }

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
  if (status >= 500 || status === 429) return failed(answer, AN_ANSWER)
  switch (expects.kind) {
    case 'done':
      return judgeDone(expects, answer, check)
    case 'refused': {
      const { code, state } = problemOf(answer)
      if (expects.hides === 'state' && state !== undefined) return differs(NO_STATE)
      if (!expects.statuses.includes(status)) {
        // A wrong input, or a rule, is refused before the state and the condition are looked at.
        const isOther = status === 422 && code?.toLowerCase() === 'invalid'
        return isOther ? otherLine(answer) : failed(answer, A_REFUSAL, { statuses: joinByOr(expects.statuses) })
      }
      if (expects.codes !== undefined && !expects.codes.includes(code ?? ''))
        return failed(answer, THE_CODE, { codes: joinByOr(expects.codes) })
      return PASSED
    }
    case 'status':
      return expects.is.includes(status) ? PASSED : failed(answer, THE_STATUS, { statuses: joinByOr(expects.is) })
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
      if (status !== 200) return failed(answer, THE_RECORD)
      const value = JSON.stringify((JSON.parse(answer.text) as Fields)[expects.field] ?? null)
      const isAmong = expects.is.some((each) => JSON.stringify(each) === value)
      const is = joinByOr(expects.is.map((each) => JSON.stringify(each)))
      if (isAmong !== (expects.isNot === true)) return PASSED
      return says(expects.isNot ? NOT_THIS_VALUE : ANOTHER_VALUE, { field: expects.field, is, value })
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
const FIELD_NOT_GRANTED = new Set([
  'not_writable',
  'not_writable_new',
  'not_writable_here',
  'not_writable_in_state',
  'unknown_field',
])

function judgeDone(expects: Expectation & { readonly kind: 'done' }, answer: Answer, { line }: Check): Verdict {
  if (answer.status >= 300) {
    const { code = '', source, errors = [] } = problemOf(answer)
    const isOtherLine = source?.line !== undefined && source.line !== line.line
    const isByPolicy = BY_POLICY.has(code.toLowerCase()) || errors.some((each) => FIELD_NOT_GRANTED.has(each.code))
    return isByPolicy && !isOtherLine ? failed(answer, DONE) : otherLine(answer)
  }
  if (expects.to === undefined || answer.text === '') return PASSED
  const { field, is } = expects.to
  const value = (JSON.parse(answer.text) as Fields)[field]
  return is.includes(value) || value === undefined
    ? PASSED
    : says(ANOTHER_VALUE, { field, is: joinByOr(is.map(String)), value: JSON.stringify(value) })
}

function judgeRecord(fields: readonly string[], answer: Answer): Verdict {
  if (answer.status !== 200) return failed(answer, THE_RECORD)
  const shown = Object.keys(JSON.parse(answer.text) as Fields).filter((name) => name !== 'id' && !name.startsWith('_'))
  const surplus = shown.filter((name) => !fields.includes(name))
  const missing = fields.filter((name) => !shown.includes(name))
  if (surplus.length === 0 && missing.length === 0) return PASSED
  const [more, less] = [surplus.join(', '), missing.join(', ')]
  if (less === '') return says(FIELDS_TOO_MANY, { more })
  return more === '' ? says(FIELDS_MISSING, { less }) : says(OTHER_FIELDS, { more, less })
}

function judgeList(ids: readonly string[], answer: Answer): Verdict {
  if (answer.status !== 200)
    return ids.length === 0 && [401, 403, 404].includes(answer.status) ? PASSED : failed(answer, A_LIST)
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
  if (surplus.length > 0) return says(RECORDS_TOO_MANY, { count: surplus.length, first: surplus[0] ?? '' })
  if (missing.length > 0) return says(RECORDS_MISSING, { count: missing.length, first: missing[0] ?? '' })
  if (body.count !== undefined && body.count !== ids.length)
    return says(WRONG_COUNT, { count: body.count, shown: ids.length })
  return PASSED
}

type ReadExpectation = Expectation & { readonly kind: 'listed' | 'order' | 'summary' | 'related' | 'history' }

function judgeRead(expects: ReadExpectation, answer: Answer): Verdict {
  // Who may read no list reads nothing in it.
  if (expects.kind === 'listed' && !expects.isThere && [401, 403, 404].includes(answer.status)) return PASSED
  if (answer.status !== 200) return failed(answer, AN_ANSWER)
  const body = JSON.parse(answer.text) as Fields & {
    readonly items?: readonly Fields[]
    readonly groups?: readonly { readonly key: unknown; readonly measures: { readonly count?: number } }[]
  }
  const shown = (body.items ?? []).map(({ id }) => String(id))
  switch (expects.kind) {
    case 'listed': {
      const wrong = expects.ids.filter((id) => shown.includes(id) !== expects.isThere)
      return wrong.length === 0 ? PASSED : differs(expects.isThere ? IN_LIST : NOT_IN_LIST, { id: wrong[0] ?? '' })
    }
    case 'order': {
      const rest = [...shown]
      const isInOrder = expects.groups.every((group) => {
        const next = rest.splice(0, group.length)
        return group.every((id) => next.includes(id))
      })
      return isInOrder ? PASSED : differs(ANOTHER_ORDER)
    }
    case 'summary': {
      const counts = new Map((body.groups ?? []).map(({ key, measures }) => [keyOf(key), measures.count]))
      const keys = new Set([...counts.keys(), ...Object.keys(expects.counts)])
      const wrong = [...keys].find((key) => counts.get(key) !== expects.counts[key])
      return wrong === undefined
        ? PASSED
        : differs(ANOTHER_COUNT, { count: expects.counts[wrong] ?? 0, group: wrong, counted: counts.get(wrong) ?? 0 })
    }
    case 'related': {
      const isShown = typeof body[expects.field] === 'object' && body[expects.field] !== null
      return isShown === expects.isShown
        ? PASSED
        : differs(expects.isShown ? A_RELATED_RECORD : AN_ID, { field: expects.field })
    }
    case 'history': {
      const { changes } = (body.items?.[0] ?? {}) as { readonly changes?: Fields }
      const isTold = Object.hasOwn(changes ?? {}, expects.field)
      return isTold === expects.isTold ? PASSED : differs(expects.isTold ? TOLD : NOT_TOLD, { field: expects.field })
    }
  }
}

/** Related records are groups by their id. */
function keyOf(key: unknown): string {
  return JSON.stringify(typeof key === 'object' && key !== null && 'id' in key ? key.id : key)
}

function differs(expected: InLanguages, values: HoleValues = {}): Verdict {
  return says(EXPECTED, { expected: { says: expected, values } })
}

function says(text: InLanguages, values: HoleValues): Verdict {
  return { kind: 'failed', problem: { says: text, values } }
}

function judgeField({ field, isWrong, code }: Expectation & { readonly kind: 'field' }, answer: Answer): Verdict {
  const { errors = [], code: whole } = problemOf(answer)
  const named = errors.filter((each) => each.field === field)
  if (isWrong) {
    if (answer.status < 300) return failed(answer, FIELD_REFUSED, { field })
    if (named.length === 0) return whole === code ? PASSED : otherLine(answer)
    if (code !== undefined && !named.some((each) => each.code === code))
      return failed(answer, CODE_FOR, { code, field })
    return PASSED
  }
  if (named.length > 0) return failed(answer, FIELD_TAKEN, { field })
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
      ? failed(answer, code === undefined ? REFUSED : REFUSED_BY, { code: code ?? '' })
      : otherLine(answer)
  }
  if (isNamed) return failed(answer, RULE_HOLDS)
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

function failed(answer: Answer, expected: InLanguages, values: HoleValues = {}): Verdict {
  return says(EXPECTED_AND_GOT, { expected: { says: expected, values }, got: sayAnswer(answer) })
}

function otherLine(answer: Answer): Verdict {
  return { kind: 'not_testable', why: { says: OTHER_LINE, values: { got: sayAnswer(answer) } } }
}

function sayAnswer(answer: Answer): Phrase {
  const { code, detail, errors = [], source } = problemOf(answer)
  const fields = errors.map((each) => `${each.field}: ${each.message ?? each.code}`)
  const answered = [answer.status, code, detail, ...fields]
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
  if (source?.line === undefined) return { says: ANSWERED, values: { answered } }
  return { says: ANSWERED_BY_LINE, values: { answered, line: String(source.line) } }
}
