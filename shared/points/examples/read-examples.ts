// Reads the examples of a document: `### Example: …` with steps below it.
import type { Item, Part, PointNumber } from '../../document/document.ts'
import { writing } from '../../diagnostics/entry.ts'
import * as say from '../../diagnostics/examples.ts'
import { isDate } from '../../fields/date.ts'
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { bare, isNotShown, readDuration, readQuoted } from '../../text/written-values.ts'
import { nearest } from '../../text/nearest-word.ts'
import { splitAt } from '../../text/split.ts'
import { readEffects } from '../4-states/read-effects.ts'
import { readFieldValues } from '../4-states/effect-readers.ts'
import type { PointContext } from '../reading/point-context.ts'
import { readName } from '../reading/point-context.ts'
import { readSection, reportInnerHeadings } from '../reading/read-section.ts'
import type { ExampleDeclaration, ExampleStepDeclaration } from './declarations.ts'

/** More steps than any story needs. */
const MOST_STEPS = 100

type Step = ExampleStepDeclaration
type WithoutSpan<T> = T extends unknown ? Omit<T, 'span'> : never
type PlainStep = WithoutSpan<Step>

const TITLE = /^example\s*:\s*(.*)$/dis

export function isExample({ heading }: Part): boolean {
  return TITLE.test(heading.text.value)
}

/** `names`: of all transitions, in lower case. */
export function readExamples(
  parts: readonly Part[],
  point: PointNumber,
  names: ReadonlySet<string>,
  context: PointContext,
): readonly ExampleDeclaration[] {
  return parts.map((part) => {
    const title = matchParts(part.heading.text, TITLE)?.[1] ?? part.heading.text
    const steps: Step[] = []
    readSection(
      part.blocks,
      {
        steps: ({ items }) => {
          for (const item of items) steps.push(...readStep(item, names, context))
        },
      },
      context,
    )
    reportInnerHeadings(part.parts, 'steps', context)
    if (steps.length === 0) context.report(say.exampleWithoutSteps(part.heading.span, { title: title.value }))
    if (steps.length > MOST_STEPS) context.report(say.exampleTooLong(part.heading.span, { most: MOST_STEPS }))
    return { title, point, steps: steps.slice(0, MOST_STEPS), span: part.heading.span }
  })
}

function readStep({ text, span }: Item, names: ReadonlySet<string>, context: PointContext): readonly Step[] {
  if (isNotShown(text.value)) {
    context.unknown('A step', span)
    return []
  }
  const whole = bare(text)
  for (const [pattern, read] of READERS) {
    const parts = matchParts(whole, pattern)
    if (!parts) continue
    const step = read(parts, { names, context })
    if (step) return [{ ...step, span: spanOf(whole) }]
    break
  }
  const word = matchParts(whole, /^(\p{L}+)/du)?.[1]
  const meant = word && !BEGINNINGS.includes(word.value.toLowerCase()) ? nearest(word.value, BEGINNINGS) : undefined
  const fixes = word && meant ? [writing(meant, spanOf(word))] : []
  context.report(say.badStep(spanOf(whole), { step: whole.value, nearest: meant }, { fixes }))
  return []
}

/** Words with which steps begin. */
const BEGINNINGS = 'as given create update do delete let call refused confirm expect sees does at'.split(' ')

interface Around {
  readonly names: ReadonlySet<string>
  readonly context: PointContext
}
type Groups = readonly (Fragment | undefined)[]

const READERS: readonly (readonly [RegExp, (parts: Groups, around: Around) => PlainStep | undefined])[] = [
  [/^as\s+(?:nobody|anyone)$/dis, () => ({ kind: 'nobody' })],
  [/^as\s+(another|an?)\s+(.+)$/dis, ([, article, rest], { context }) => readActor(article, undefined, rest, context)],
  [
    /^as\s+([^\s,{]+(?:\s+[^\s,{]+)*)\s*,\s*(an?)\s+(\S.*)$/dis,
    ([, name, article, rest], { context }) => readActor(article, name, rest, context),
  ],
  [/^as\s+([^,{]+)$/dis, ([, name], { context }) => readActor(undefined, name, undefined, context)],
  [
    /^given\s+(?:([A-Za-z_]\w*)\s*=(?!=)\s*)?(.+)$/dis,
    ([, name, made], around) => readCreate(made, name?.value, true, around),
  ],
  [
    /^let\s+([A-Za-z_]\w*)\s*=(?!=)\s*create\s+(.+)$/dis,
    ([, name, made], around) => readCreate(made, name?.value, false, around),
  ],
  [/^create\s+(.+)$/dis, ([, made], around) => readCreate(made, undefined, false, around)],
  [/^((?:update|delete|do|let)\s.+)$/dis, ([, effect], around) => readEffectStep(effect, around)],
  [
    /^call\s+(GET|POST|PUT|PATCH|DELETE)\s+((?:\/(?:\{[^{}]*\}|[^\s/{}]*))+)(?:\s*(\{.*\}))?$/dis,
    ([, method, path, braces], { context }) => method && path && readCall(method, path, braces, context),
  ],
  [/^refused(?:\s+`?([\w-]+)`?)?$/dis, ([, code]) => ({ kind: 'refused', ...(code ? { code } : {}) })],
  [/^confirm\s+`?([\w-]+)`?$/dis, ([, code]) => code && { kind: 'confirm', code }],
  [/^expect\s+(no\s+)?mail\s+to\s+(.+)$/dis, ([, no, rest]) => rest && readMail(rest, no === undefined)],
  [/^expect\s+(.+)$/dis, ([, condition]) => condition && { kind: 'expect', condition: bare(condition) }],
  [/^sees\s+(.+)$/dis, ([, value]) => value && { kind: 'sees', value: bare(value), isSeen: true }],
  [
    /^(?:does not|doesn['’]t)\s+see\s+(.+)$/dis,
    ([, value]) => value && { kind: 'sees', value: bare(value), isSeen: false },
  ],
  [/^(.+?)\s+later$/dis, ([, written]) => readLater(written)],
  [/^at\s+(.+)$/dis, ([, moment]) => readMomentStep(moment)],
]

function readActor(
  article: Fragment | undefined,
  name: Fragment | undefined,
  rest: Fragment | undefined,
  context: PointContext,
): PlainStep | undefined {
  const given = name && readName(name, 'field', 'name', context)
  if (name && !given) return undefined
  const brace = rest?.value.indexOf('{') ?? -1
  const head = rest && brace >= 0 ? trimFragment(sliceFragment(rest, 0, brace)) : rest
  const braces = rest && brace >= 0 ? trimFragment(sliceFragment(rest, brace)) : undefined
  if (braces && !braces.value.endsWith('}')) return undefined
  return {
    kind: 'as',
    ...(name && given ? { name: given, written: name } : {}),
    roles: head ? rolesIn(head) : [],
    isAnother: /^another$/i.test(article?.value ?? ''),
    fields: readFieldValues(braces, context),
  }
}

/** `Customer`, `Customer and Agent`, `Customer and an Agent`. */
function rolesIn(text: Fragment): readonly Fragment[] {
  const parts = splitAt(text, /\s+and\s+/i)
  if (!parts) return [bare(text)]
  const second = matchParts(parts.after, /^an?\s+(.+)$/dis)?.[1] ?? parts.after
  return [bare(parts.before), ...rolesIn(second)]
}

function readCreate(
  made: Fragment | undefined,
  name: string | undefined,
  isGiven: boolean,
  { names, context }: Around,
): PlainStep | undefined {
  if (!made) return undefined
  const brace = made.value.indexOf('{')
  const head = trimFragment(brace < 0 ? made : sliceFragment(made, 0, brace))
  const by = splitAt(head, /\s+by\s+/i)
  const braces = brace < 0 ? undefined : trimFragment(sliceFragment(made, brace))
  if (braces && !braces.value.endsWith('}')) return undefined
  const transition = by && names.has(bare(by.after).value.toLowerCase()) ? bare(by.after) : undefined
  const effect = {
    kind: 'create',
    entity: bare(by && transition ? by.before : head),
    fields: readFieldValues(braces, context),
    unlessExists: false,
    ...(name === undefined ? {} : { name }),
    span: spanOf(made),
  } as const
  return { kind: 'create', effect, isGiven, ...(transition ? { by: transition } : {}) }
}

function readEffectStep(text: Fragment | undefined, { names, context }: Around): PlainStep | undefined {
  if (!text) return undefined
  const [effect, ...others] = readEffects(text, names, context)
  if (effect === undefined || others.length > 0 || effect.if !== undefined) return undefined
  switch (effect.kind) {
    case 'update':
    case 'delete':
    case 'do':
    case 'let':
      return { kind: 'effect', effect }
    default:
      return undefined
  }
}

function readCall(method: Fragment, path: Fragment, braces: Fragment | undefined, context: PointContext): PlainStep {
  const segments = [...path.value.matchAll(/\/(?:\{([^{}]*)\}|([^/{}]*))/g)].map(({ index, 0: whole, 1: value }) => {
    const text = sliceFragment(path, index + 1, index + whole.length)
    const isValue = value !== undefined
    return { text: isValue ? trimFragment(sliceFragment(text, 1, text.value.length - 1)) : text, isValue }
  })
  return {
    kind: 'call',
    method: method.value.toUpperCase(),
    path,
    segments,
    inputs: readFieldValues(braces, context),
  }
}

function readMail(rest: Fragment, isSent: boolean): PlainStep | undefined {
  const quote = rest.value.search(/["“„]/)
  if (quote < 0) return { kind: 'mail', to: bare(rest), isSent }
  const to = bare(trimFragment(sliceFragment(rest, 0, quote)))
  const text = readQuoted(sliceFragment(rest, quote))
  return text && to.value !== '' ? { kind: 'mail', to, isSent, text } : undefined
}

function readLater(written: Fragment | undefined): PlainStep | undefined {
  const milliseconds = readDuration(written?.value ?? '')?.milliseconds ?? 0
  return milliseconds > 0 ? { kind: 'later', milliseconds } : undefined
}

function readMomentStep(moment: Fragment | undefined): PlainStep | undefined {
  const [, date = '', time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T]+(\d\d:\d\d))?$/.exec(moment?.value ?? '') ?? []
  return isDate(date) && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) ? { kind: 'at', date, time } : undefined
}
