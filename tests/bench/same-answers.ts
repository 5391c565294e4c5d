// Do all servers give the same answers, to several people? A server that answers less would win for nothing.
import { CUSTOMER_TOKENS } from './data.ts'
import type { LoadRequest, Scenario } from './scenarios.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

export interface Answers {
  readonly server: string
  /** Answers to the chosen requests of each scenario, by the scenario's name. */
  readonly byScenario: ReadonlyMap<string, readonly Json[]>
}

const PEOPLE = 12

/** Asks requests of each scenario, each by another person. Throws when an answer is no 2xx. */
export async function collectAnswers(server: string, port: number, scenarios: readonly Scenario[]): Promise<Answers> {
  const byScenario = new Map<string, readonly Json[]>()
  for (const scenario of scenarios) {
    const answers: Json[] = []
    for (const request of chosenOf(scenario)) answers.push(await ask(server, port, request))
    byScenario.set(scenario.name, answers)
  }
  return { server, byScenario }
}

function chosenOf({ requests }: Scenario): readonly LoadRequest[] {
  return [...new Map(requests.map((request) => [request.token, request])).values()].slice(0, PEOPLE)
}

/** Describes the differences between two servers, a sentence each. */
export function findDifferences(first: Answers, second: Answers, scenarios: readonly Scenario[]): readonly string[] {
  return scenarios.flatMap((scenario) =>
    chosenOf(scenario).flatMap((request, at) => {
      const [one = null, other = null] = [first, second].map(({ byScenario }) => byScenario.get(scenario.name)?.[at])
      const leaks = CUSTOMER_TOKENS.has(request.token) && JSON.stringify([one, other]).includes('internal_note')
      const difference =
        scenario.answer === 'found'
          ? compareFound(request, one, other)
          : compare(forget(scenario, one), forget(scenario, other), '')
      return [
        ...(difference === undefined
          ? []
          : [`${request.method} ${request.path}: ${first.server} and ${second.server} differ at ${difference}`]),
        ...(leaks ? [`${scenario.name}: a customer is told the internal note`] : []),
      ]
    }),
  )
}

async function ask(server: string, port: number, request: LoadRequest): Promise<Json> {
  const answer = await fetch(`http://127.0.0.1:${port}${request.path}`, {
    method: request.method,
    headers: {
      authorization: `Bearer ${request.token}`,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: request.body.replace('{n}', '1') }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${server} answers ${request.method} ${request.path} with ${answer.status}: ${text}`)
  return JSON.parse(text) as Json
}

/** Found tickets may be ranked differently: they have to be as many, and all have to have the word in them. */
function compareFound({ path }: LoadRequest, ...answers: readonly Json[]): string | undefined {
  const word = /search=(\w+)/.exec(path)?.[1] ?? ''
  const found = answers.map((answer) =>
    isObject(answer) && Array.isArray(answer['items']) ? (answer['items'] as readonly Json[]) : [],
  )
  const wrong = found.flat().filter((item) => !JSON.stringify(item).toLowerCase().includes(word))
  const counts = found.map((items) => items.length)
  return new Set(counts).size === 1 && wrong.length === 0
    ? undefined
    : `items (${counts.join(' and ')} are found, ${wrong.length} without the word)`
}

/** Leaves out what each server makes up itself: cursors, and the ids and moments of what was just written. */
function forget(scenario: Scenario, answer: Json): Json {
  if (!isObject(answer)) return answer
  const own = scenario.answer === 'same' ? ['next'] : ['id', 'number', 'created_at', 'updated_at', 'due_at']
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !own.includes(name)))
}

/** The path of the first difference. Empty lists and `null` are both "empty"; the order of a ticket's tags is free. */
function compare(one: Json, other: Json, path: string): string | undefined {
  if (isEmpty(one) && isEmpty(other)) return undefined
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return `${path} (${one.length} and ${other.length} items)`
    const sortable = one.every((item) => typeof item === 'string')
    const [left, right] = sortable ? [sortTexts(one), sortTexts(other)] : [one, other]
    return firstOf(left.map((item: Json, at: number) => compare(item, right[at] ?? null, `${path}[${at}]`)))
  }
  if (isObject(one) && isObject(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
    return firstOf(names.map((name) => compare(one[name] ?? null, other[name] ?? null, `${path}.${name}`)))
  }
  return normalise(one) === normalise(other)
    ? undefined
    : `${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`
}

function sortTexts(list: readonly Json[]): readonly Json[] {
  return list.toSorted((first, second) => (String(first) < String(second) ? -1 : 1))
}

function firstOf(differences: readonly (string | undefined)[]): string | undefined {
  return differences.find((difference) => difference !== undefined)
}

/** Moments may be written with or without milliseconds. */
function normalise(value: Json): Json {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? new Date(value).toISOString() : value
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
