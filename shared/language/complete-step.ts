// Offers what may stand in a step of an example: how a step begins, and what its first words ask for.
import { warningNames } from '../model/5-rules/warning-names.ts'
import { wordsOf } from '../fields/choice.ts'
import { familyOf } from '../fields/registry.ts'
import type { EntityOutline } from '../model/outline.ts'
import type { CallDeclaration } from '../points/7-calls/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { REFUSAL_WORDS } from '../refusals/catalogue.ts'
import { identifierOf } from '../text/identifier.ts'
import { newRecordText } from './adding/example.ts'
import { isOwn, readKnownParts, reference } from './adding/known-parts.ts'
import { takeBlanks } from './adding/markdown.ts'
import type { Completion } from './complete.ts'
import { namesAfter, typeAtEnd } from './expression-names.ts'
import type { DocumentOutline } from './outline.ts'
import type { Place } from './place.ts'
import type { StoryBefore } from './story.ts'
import { stepBefore, storyBefore } from './story.ts'

interface Offer extends Pick<Completion, 'label' | 'detail'> {
  readonly kind?: Completion['kind']
  readonly text?: string
}

/** Offers with the text that they take the place of, which ends at the offset. */
interface Offers {
  readonly written: string
  readonly offers: readonly Offer[]
}

interface Around {
  readonly outline: DocumentOutline
  readonly story: StoryBefore
  /** Date. */
  readonly today: string
}

export function offersOfSteps(
  outline: DocumentOutline,
  place: Place,
  offset: number,
  today: string,
): readonly Completion[] {
  const step = stepBefore(outline.document.text, offset)
  const around: Around = { outline, story: storyBefore(outline, step?.start ?? offset), today }
  if (step === undefined) {
    const isFree = place.kind === 'text' && place.before.trim() === ''
    return isFree ? toCompletions({ written: '', offers: beginnings(around).map(numbered) }, offset) : []
  }
  return toCompletions(offersIn(step.text, around), offset)
}

/** Keeps the offers whose words hold what was written. */
function toCompletions({ written, offers }: Offers, offset: number): readonly Completion[] {
  const wanted = written.toLowerCase()
  return offers
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ label, detail, kind = 'word', text = label }) => ({
      label,
      kind,
      detail,
      text,
      span: { start: offset - written.length, end: offset },
    }))
}

/** Markdown counts a list itself. */
function numbered({ text, ...offer }: Offer): Offer {
  return { ...offer, text: `1. ${text ?? offer.label}` }
}

/** Says what each beginning of a step does. */
export const STEP_DETAILS: { readonly [beginning: string]: string } = {
  as: 'who acts from here on',
  given: 'what is there, made by the system',
  create: 'creates a record, which is at hand from here on',
  update: 'changes a record',
  do: 'leads the record at hand through a transition',
  delete: 'deletes a record',
  let: 'names a value, or what is created',
  call: 'makes a call of point 7',
  refused: 'the step before was refused',
  confirm: 'does that step again, and confirms the warning',
  expect: 'a condition that is true now',
  'expect mail to': 'the step before sent them a message',
  'expect no mail to': 'the step before sent them none',
  sees: 'who acts may read it',
  'does not see': 'who acts may not read it',
  later: 'moves the clock',
  at: 'moves the clock to a moment',
}

const CAN_BE_REFUSED: ReadonlySet<string | undefined> = new Set(['create', 'effect', 'call', 'confirm'])

function beginnings(around: Around): readonly Offer[] {
  const { story, today } = around
  const plain = (word: string): Offer => ({ label: word, detail: STEP_DETAILS[word] ?? '', text: `${word} ` })
  return [
    ...actors(around),
    ...(CAN_BE_REFUSED.has(story.lastStep) ? [{ ...plain('refused'), text: 'refused' }] : []),
    ...(story.lastStep === 'refused' ? [plain('confirm')] : []),
    ...['create', 'do', 'expect', 'sees', 'does not see', 'expect mail to', 'expect no mail to'].map(plain),
    ...['given', 'update', 'delete', 'let', 'call'].map(plain),
    { label: '2 days later', detail: STEP_DETAILS['later'] ?? '' },
    { label: `at ${today} 09:00`, detail: STEP_DETAILS['at'] ?? '' },
  ]
}

type Reader = (groups: readonly string[], around: Around) => Offers

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/^call\s+\w+\s+\S*\{([^{}]*)$/is, ([code = ''], around) => expressions(code, around)],
  [/^as\s.*(?:,|\sand)\s+([^{},]*)$/is, ([written = ''], around) => ({ written, offers: rolesWithArticle(around) })],
  [
    /^(?:given\s+(?:\w+\s*=\s*)?|(?:let\s+\w+\s*=\s*)?create\s+)([^{}]*\sby\s+)(\w*)$/is,
    ([entity = '', written = ''], around) => ({
      written,
      offers: transitionsOf(around, entityNamed(around, entity.replace(/\sby\s+$/i, ''))),
    }),
  ],
  [
    /^(?:given\s+(?:\w+\s*=\s*)?|(?:let\s+\w+\s*=\s*)?create\s+)([^{}]*)$/is,
    ([written = ''], around) => ({ written, offers: newRecords(around) }),
  ],
  [/^do\s[^{}]*\son\s+([^\s{}][^{}]*)?$/is, ([code = ''], around) => expressions(code, around)],
  [/^do\s+([^{}]*)$/is, ([written = ''], around) => ({ written, offers: transitionsOf(around, atHand(around)) })],
  [/^refused\s+([\w-]*)$/is, ([written = ''], around) => ({ written, offers: codes(around) })],
  [/^confirm\s+([\w-]*)$/is, ([written = ''], around) => ({ written, offers: warnings(around) })],
  [/^expect\s+(?:no\s+)?mail\s+to\s+(.*)$/is, ([code = ''], around) => withPeople(code, around)],
  [/^call\s+([^{}]*)$/is, ([written = ''], around) => ({ written, offers: callOffers(around) })],
  [
    /^(?:expect|sees|does\s+not\s+see|update|delete|let\s+\w+\s*=)\s+([^{}]*)$/is,
    ([code = ''], around) => expressions(code, around),
  ],
  [/^(\d+\s+\w*)$/is, ([written = '']) => ({ written, offers: durations(/^\d+/.exec(written)?.[0] ?? '2') })],
]

function offersIn(step: string, around: Around): Offers {
  const inBraces = /^([^{}]*(?:\{[^{}]*\}[^{}\s]*)*\s*)\{([^{}]*)$/s.exec(step)
  const [, head = '', inner = ''] = inBraces ?? []
  const isPath = /^call\s+\w+\s+\S*$/is.test(head)
  if (inBraces !== null && !isPath) return inSettings(head.trim(), inner, around)
  for (const [pattern, read] of READERS) {
    const found = pattern.exec(step)
    if (found !== null) return read(found.slice(1), around)
  }
  return { written: step, offers: beginnings(around) }
}

// Names and values in braces ----------------------------------------------------------------------

interface Settable {
  readonly name: string
  readonly detail: string
  readonly words: readonly string[]
}

function inSettings(head: string, inner: string, around: Around): Offers {
  const settable = settableIn(head, around)
  const parts = inner.split(',')
  const last = (parts.at(-1) ?? '').trimStart()
  const colon = last.indexOf(':')
  if (colon < 0) {
    const taken = new Set(parts.map((part) => part.split(':')[0]?.trim()))
    const offers = settable
      .filter(({ name }) => !taken.has(name))
      .map(({ name, detail }): Offer => ({ label: name, kind: 'field', detail, text: `${name}: ` }))
    return { written: last, offers }
  }
  const value = last.slice(colon + 1).trimStart()
  const words = settable.find(({ name }) => name === last.slice(0, colon).trim())?.words ?? []
  if (words.length > 0) return { written: value, offers: words.map((word) => ({ label: `"${word}"`, detail: 'word' })) }
  return expressions(value, around)
}

/** Lists what the words before the braces take. */
function settableIn(head: string, around: Around): readonly Settable[] {
  const { outline, story } = around
  if (/^as\s/i.test(head)) return fieldsOf(outline.outline.entities.get('Person'))
  const [, made] = /^(?:given|create|let\s+\w+\s*=\s*create)\s+(?:\w+\s*=\s*)?(.*?)(?:\s+by\s+.*)?$/is.exec(head) ?? []
  if (made !== undefined) return fieldsOf(entityNamed(around, made))
  const [, changed] = /^update\s+(.*)$/is.exec(head) ?? []
  if (changed !== undefined) {
    const type = typeAtEnd(outline, story, changed)
    const of = type?.kind === 'set' ? type.of : type
    return of?.kind === 'record' ? fieldsOf(outline.outline.entities.get(of.entity)) : []
  }
  const [, transition] = /^do\s+(.*?)(?:\s+on\s+.*)?$/is.exec(head) ?? []
  if (transition !== undefined) return inputsOf(around, identifierOf(transition, 'field'))
  const [, method, path] = /^call\s+(\w+)\s+(\S+)$/is.exec(head) ?? []
  const called = callsOf(around).find((call) => call.method === method?.toUpperCase() && fits(call, path ?? ''))
  return (called?.takes ?? [])
    .filter((input) => input.in !== 'path')
    .map(({ name }) => ({ name, detail: 'input of the call', words: [] }))
}

function fieldsOf(entity: EntityOutline | undefined): readonly Settable[] {
  return [...(entity?.fields.values() ?? [])]
    .filter((field) => isOwn(field) && !field.computed)
    .map(({ name, type }) => ({
      name: name.identifier,
      detail: `field of ${entity?.name.label ?? ''}`,
      words: familyOf(type) === 'word' ? wordsOf(type).map(({ word }) => word) : [],
    }))
}

function inputsOf(around: Around, transition: string): readonly Settable[] {
  const rows = entitiesOf(around).flatMap(({ transitions }) => transitions.get(transition) ?? [])
  const asks = rows.flatMap((row) => row.asks.map(({ name, meaning }) => [name.identifier, meaning] as const))
  return [...new Map(asks)].map(([name, meaning]) => ({ name, detail: meaning ?? 'asked', words: [] }))
}

// What may stand where ----------------------------------------------------------------------------

function expressions(code: string, { outline, story }: Around): Offers {
  return { written: /\w*$/.exec(code)?.[0] ?? '', offers: named(outline, story, code) }
}

function named(outline: DocumentOutline, story: StoryBefore, code: string): readonly Offer[] {
  return namesAfter(outline, story, code).map(({ name, kind, detail }) => ({ label: name, kind, detail }))
}

function withPeople(code: string, around: Around): Offers {
  const { written, offers } = expressions(code, around)
  const people = new Set(around.story.people.values())
  return { written, offers: offers.toSorted((a, b) => Number(people.has(b.label)) - Number(people.has(a.label))) }
}

function actors(around: Around): readonly Offer[] {
  const detail = STEP_DETAILS['as'] ?? ''
  const roles = rolesWithArticle(around).map(({ label }) => `as ${label}`)
  const people = [...around.story.people.keys()].map((label) => `as ${label}`)
  return [...new Set([...people, ...roles, 'as nobody'])].map((label) => ({ label, detail }))
}

function rolesWithArticle({ outline }: Around): readonly Offer[] {
  return [...readKnownParts(outline).roles, 'Administrator'].map((role) => ({
    label: `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`,
    detail: 'role',
  }))
}

function newRecords(around: Around): readonly Offer[] {
  return entitiesOf(around).map((entity) => ({
    label: reference(entity.name),
    kind: 'entity',
    detail: 'entity',
    text: takeBlanks(newRecordText(entity, around.outline)).text,
  }))
}

function transitionsOf(around: Around, entity: EntityOutline | undefined): readonly Offer[] {
  const of = entity === undefined ? entitiesOf(around) : [entity]
  return of.flatMap(({ name, transitions }) =>
    [...transitions.values()].flatMap(([row]) =>
      row === undefined ? [] : [{ label: row.name.label, detail: `transition of ${name.label}` }],
    ),
  )
}

function codes({ outline: { declarations } }: Around): readonly Offer[] {
  const { errors } = declarations
  const own = isShown(errors) ? errors.errors.map(({ code, meaning }) => ({ label: code, detail: meaning })) : []
  return [...own, ...REFUSAL_WORDS.map((label) => ({ label, detail: 'of the system' }))]
}

function warnings({ outline: { declarations } }: Around): readonly Offer[] {
  return [...warningNames(declarations)].map(([{ name }, label]) => ({ label, detail: name }))
}

function callOffers(around: Around): readonly Offer[] {
  return callsOf(around).map(({ method, path, does }) => ({
    label: `${method} ${path.value}`,
    detail: does,
    text: `${method} ${path.value.replaceAll(/:(\w+)/g, '{$1}')}`,
  }))
}

function durations(count: string): readonly Offer[] {
  return ['minutes', 'hours', 'days', 'weeks'].map((unit) => ({
    label: `${count} ${unit} later`,
    detail: STEP_DETAILS['later'] ?? '',
  }))
}

function atHand({ outline, story }: Around): EntityOutline | undefined {
  return story.entity === undefined ? undefined : outline.outline.entities.get(story.entity)
}

function entityNamed({ outline }: Around, written: string): EntityOutline | undefined {
  return outline.outline.entities.get(identifierOf(written.replaceAll('`', '').trim(), 'entity'))
}

function entitiesOf({ outline }: Around): readonly EntityOutline[] {
  return [...outline.outline.entities.values()].filter(({ declaration }) => declaration !== undefined)
}

function callsOf({ outline: { declarations } }: Around): readonly CallDeclaration[] {
  return isShown(declarations.calls) ? declarations.calls.calls : []
}

function fits({ path }: CallDeclaration, written: string): boolean {
  const form = (text: string): string => text.replaceAll(/\{[^{}]*\}|:\w+/g, ':')
  return form(path.value) === form(written)
}
