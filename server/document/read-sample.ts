// Reads and validates sample data: people and their actions (see shared/documents/README.md).

export interface Sample {
  /** The one password of all sample people. */
  readonly password: string
  readonly people: readonly SamplePerson[]
  /** Actions in chronological order. */
  readonly actions: readonly SampleAction[]
}

export interface SamplePerson {
  /** Milliseconds relative to the loading: never positive. */
  readonly at: number
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly administrator: boolean
  readonly with: SampleValues
}

export type SampleAction = {
  readonly at: number
  /** Email address of a sample person; null: the system. */
  readonly as: string | null
  readonly with: SampleValues
} & (
  | {
      readonly kind: 'create'
      readonly entity: string
      readonly name: string | undefined
      /** The transition from "new record" by which it is created. */
      readonly by?: string | undefined
    }
  /** `do`: `update`, `delete`, or a transition. `on`: the name of a created record, or a person's email address. */
  | { readonly kind: 'do'; readonly do: string; readonly on: string }
)

/** Field values in JSON form. Special values, which `specialOf` recognizes, are replaced when the sample is loaded. */
export interface SampleValues {
  readonly [field: string]: unknown
}

/** The sample, or every mistake in it as a sentence that begins with its place: `actions[3].at`. */
export function readSample(text: string): { readonly sample: Sample } | { readonly problems: readonly string[] } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { problems: [`This is not JSON: ${(error as Error).message}.`] }
  }
  const problems: string[] = []
  const sample = readAll(json, (place, sentence) => problems.push(place === '' ? sentence : `${place}: ${sentence}`))
  return problems.length > 0 || sample === undefined ? { problems } : { sample }
}

type Report = (place: string, sentence: string) => void

function readAll(json: unknown, report: Report): Sample | undefined {
  if (!isObject(json)) {
    report('', 'Sample data is an object with "password", "people" and "actions".')
    return undefined
  }
  refuseOthers(json, ['about', 'password', 'people', 'actions'], '', report)
  const password = json['password']
  if (typeof password !== 'string' || password.length < 8)
    report('password', 'expected a text of at least 8 characters.')
  const names = new Set<string>()
  const people = readList(json['people'], 'people', report).map((entry, index) =>
    readPerson(entry, `people[${index}]`, names, report),
  )
  let last = -Infinity
  const actions = readList(json['actions'] ?? [], 'actions', report).map((entry, index) => {
    const action = readAction(entry, `actions[${index}]`, names, report)
    if (action.at < last)
      report(`actions[${index}].at`, 'it lies before the action above it; actions stand in order of time.')
    last = Math.max(last, action.at)
    return action
  })
  return { password: String(password), people, actions }
}

function readPerson(entry: unknown, place: string, names: Set<string>, report: Report): SamplePerson {
  const person = objectAt(entry, place, report)
  refuseOthers(person, ['at', 'name', 'email', 'roles', 'administrator', 'with'], place, report)
  const email = textAt(person, 'email', place, report)
  if (names.has(email)) report(`${place}.email`, `"${email}" is there twice.`)
  names.add(email)
  const { roles = [], administrator = false } = person
  const isListOfTexts = Array.isArray(roles) && roles.every((role) => typeof role === 'string')
  if (!isListOfTexts) report(`${place}.roles`, 'expected a list of roles.')
  if (typeof administrator !== 'boolean') report(`${place}.administrator`, 'expected true or false.')
  return {
    at: pastAt(person, place, report),
    name: textAt(person, 'name', place, report),
    email,
    roles: isListOfTexts ? roles : [],
    administrator: administrator === true,
    with: valuesAt(person, place, names, report),
  }
}

function readAction(entry: unknown, place: string, names: Set<string>, report: Report): SampleAction {
  const action = objectAt(entry, place, report)
  const creates = 'create' in action
  refuseOthers(action, ['at', 'as', 'with', ...(creates ? ['create', 'name', 'by'] : ['do', 'on'])], place, report)
  const as = action['as'] ?? null
  if (!('as' in action)) report(`${place}.as`, 'say who does it: an email address, or null for the system.')
  else if (as !== null && (typeof as !== 'string' || !names.has(as)))
    report(`${place}.as`, `${show(as)} is none of the people.`)
  const common = {
    at: pastAt(action, place, report),
    as: as as string | null,
    with: valuesAt(action, place, names, report),
  }
  if (!creates) {
    const on = textAt(action, 'on', place, report)
    if (on !== '' && !names.has(on)) report(`${place}.on`, `nothing is named "${on}" before this action.`)
    return { ...common, kind: 'do', do: textAt(action, 'do', place, report), on }
  }
  const name = 'name' in action ? textAt(action, 'name', place, report) : undefined
  if (name !== undefined && names.has(name)) report(`${place}.name`, `"${name}" is named already.`)
  if (name !== undefined) names.add(name)
  const by = 'by' in action ? textAt(action, 'by', place, report) : undefined
  return { ...common, kind: 'create', entity: textAt(action, 'create', place, report), name, by }
}

/** `-P120DT3H15M` in milliseconds; weeks, days, hours, minutes and seconds only, so that it does not depend on the calendar. */
export function readSampleDuration(text: unknown): number | undefined {
  const found = typeof text === 'string' ? DURATION.exec(text) : null
  if (!found || /[PT]$/.test(found[0])) return undefined
  const [weeks, days, hours, minutes, seconds] = found.slice(2).map((part) => Number(part ?? 0))
  const sum = ((((weeks ?? 0) * 7 + (days ?? 0)) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)
  return (found[1] === '-' && sum > 0 ? -1 : 1) * sum * 1000
}

const DURATION = /^(-?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

function pastAt(object: SampleValues, place: string, report: Report): number {
  const at = readSampleDuration(object['at'])
  if (at === undefined)
    report(`${place}.at`, `expected a duration before the loading such as "-P3DT4H", not ${show(object['at'])}.`)
  else if (at > 0) report(`${place}.at`, 'it lies in the future.')
  return at ?? 0
}

function valuesAt(object: SampleValues, place: string, names: ReadonlySet<string>, report: Report): SampleValues {
  const values = object['with'] ?? {}
  if (!isObject(values)) {
    report(`${place}.with`, 'expected an object of fields.')
    return {}
  }
  for (const [field, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value]) checkValue(each, `${place}.with.${field}`, names, report)
  }
  return values
}

function checkValue(value: unknown, place: string, names: ReadonlySet<string>, report: Report): void {
  const special = specialOf(value)
  if (special?.kind === 'ref' && !names.has(String(special.of)))
    report(place, `nothing is named ${show(special.of)} before this action.`)
  if (special?.kind === 'year' && !Number.isInteger(special.of))
    report(place, `expected a number of years such as -1, not ${show(special.of)}.`)
  if (special?.kind === 'upload' && !isFileName(special.of))
    report(place, `expected a file beside the sample, such as "covers/dune.webp", not ${show(special.of)}.`)
  if (special && isDurationKind(special.kind) && readSampleDuration(special.of) === undefined)
    report(place, `expected a duration such as "P2D", not ${show(special.of)}.`)
  if (special?.time !== undefined && special.kind !== 'date' && special.kind !== 'workday')
    report(`${place}.time`, `only a date or a workday takes a time, not a ${special.kind}.`)
  else if (special?.time !== undefined && !TIME.test(String(special.time)))
    report(`${place}.time`, `expected a time such as "09:30", not ${show(special.time)}.`)
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Below the folder of the sample. */
function isFileName(value: unknown): boolean {
  return typeof value === 'string' && /^[\w-]+(?:[/.][\w-]+)*$/.test(value)
}

const SPECIAL = ['ref', 'moment', 'date', 'workday', 'year', 'upload'] as const
type SpecialKind = (typeof SPECIAL)[number]

function isDurationKind(kind: SpecialKind): boolean {
  return kind === 'moment' || kind === 'date' || kind === 'workday'
}

interface SpecialValue {
  readonly kind: SpecialKind
  readonly of: unknown
  /** Time of day for a date, in the time zone of the document. */
  readonly time?: unknown
}

/** `{ "ref": … }`, `{ "date": … }` and their like (SPECIAL), and nothing beside it but a time. */
export function specialOf(value: unknown): SpecialValue | undefined {
  if (!isObject(value)) return undefined
  const { time, ...rest } = value
  const [first, ...others] = Object.entries(rest)
  if (first === undefined || others.length > 0) return undefined
  const kind = SPECIAL.find((one) => one === first[0])
  // Else it may be a line with two fields of these names.
  if (kind === undefined || (time !== undefined && !/^-?P/.test(String(first[1])))) return undefined
  return { kind, of: first[1], ...(time === undefined ? {} : { time }) }
}

function readList(json: unknown, place: string, report: Report): readonly unknown[] {
  if (Array.isArray(json)) return json
  report(place, 'expected a list.')
  return []
}

function objectAt(json: unknown, place: string, report: Report): SampleValues {
  if (isObject(json)) return json
  report(place, 'expected an object.')
  return {}
}

function textAt(object: SampleValues, key: string, place: string, report: Report): string {
  const text = object[key]
  if (typeof text === 'string' && text.trim() !== '') return text
  report(`${place}.${key}`, 'expected a text.')
  return ''
}

function refuseOthers(object: SampleValues, known: readonly string[], place: string, report: Report): void {
  for (const key of Object.keys(object)) {
    if (!known.includes(key))
      report(place === '' ? key : `${place}.${key}`, `there is no such key here; known are ${known.join(', ')}.`)
  }
}

function isObject(json: unknown): json is SampleValues {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}
