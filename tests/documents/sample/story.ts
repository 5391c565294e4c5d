// Tells sample data: people and what they did, in any order, written down in order of time.
import { writeFileSync } from 'node:fs'
import { readSampleDuration } from '../../../server/document/read-sample.ts'

type Values = { readonly [field: string]: unknown }

export interface Story {
  /** `at` is a duration before the loading: `-P10DT3H`. */
  person(at: string, name: string, email: string, roles: readonly string[], values?: Values): void
  administrator(at: string, name: string, email: string, roles: readonly string[], values?: Values): void
  /** Gives the name by which later actions refer to the record. */
  create(at: string, as: string, entity: string, name: string, values: Values): string
  /** `as`: null for the system. */
  act(at: string, as: string | null, does: string, on: string, values?: Values): void
  /** The text of the sample file. */
  write(): string
}

export function tellStory(about: string, password: string): Story {
  const people: object[] = []
  const actions: { readonly at: string }[] = []
  const given = (values: Values | undefined): object => (values ? { with: values } : {})
  return {
    person: (at, name, email, roles, values) => void people.push({ at, name, email, roles, ...given(values) }),
    administrator: (at, name, email, roles, values) =>
      void people.push({ at, name, email, roles, administrator: true, ...given(values) }),
    create(at, as, entity, name, values) {
      actions.push({ at, as, create: entity, name, with: values } as { at: string })
      return name
    },
    act: (at, as, does, on, values) => void actions.push({ at, as, do: does, on, ...given(values) } as { at: string }),
    write() {
      const inOrder = actions.toSorted((a, b) => (readSampleDuration(a.at) ?? 0) - (readSampleDuration(b.at) ?? 0))
      const lines = (entries: readonly object[]): string =>
        entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')
      return `{
  "about": ${JSON.stringify(about)},
  "password": ${JSON.stringify(password)},
  "people": [
${lines(people)}
  ],
  "actions": [
${lines(inOrder)}
  ]
}
`
    },
  }
}

export function at(name: string): string {
  return `${name}@example.com`
}

/** Into the shipped documents, as the sample of the one of that name. */
export function writeSample(document: string, text: string): void {
  writeFileSync(new URL(`../../../shared/documents/${document}.sample.json`, import.meta.url), text)
}

/** A record or person named before. */
export function ref(name: string): object {
  return { ref: name }
}

/** A working day so many days from the loading. */
export function workday(days: number): object {
  return { workday: duration(days) }
}

/** The date so many days from the loading. */
export function date(days: number): object {
  return { date: duration(days) }
}

function duration(days: number): string {
  return `${days < 0 ? '-' : ''}P${Math.abs(days)}D`
}
