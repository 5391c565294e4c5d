// Every shipped document, listening with the beginning of its sample data, and somebody of each of its roles.
import { existsSync, readdirSync } from 'node:fs'
import { compileDocument } from '../helpers/compile-document.ts'
import { startDesk } from '../apps/people-app.ts'
import { sampleOf } from '../apps/people-sample.ts'
import { startApp, urlOf } from '../apps/start-app.ts'
import { readShippedFile, withoutRates } from '../documents/shipped.ts'

const FOLDER = new URL('../../shared/documents/', import.meta.url)

/** Names of the shipped documents: "helpdesk". */
export const SHIPPED: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => file.slice(0, -'.md'.length))

export interface Somebody {
  /** "Agent", "Administrator", "nobody": not signed in. */
  readonly name: string
  /** A new session each time; undefined for nobody. */
  readonly signIn: () => Promise<string | undefined>
}

export interface ShippedApi {
  readonly url: string
  readonly people: readonly Somebody[]
  close(): Promise<void>
}

/** Number of a sample's actions that make records of each entity; the long run loads all. */
const SAMPLE_ACTIONS = 200

export async function startShippedApi(name: string, isWhole: boolean): Promise<ShippedApi> {
  const document = withoutRates(readShippedFile(`${name}.md`))
  const roles = [...compileDocument(document).roles.values()]
    .filter(({ onRecords }) => onRecords.length === 0)
    .map(({ name: { identifier } }) => identifier)
  const nobody: Somebody = { name: 'nobody', signIn: async () => undefined }
  if (!existsSync(new URL(`${name}.sample.json`, FOLDER))) {
    const app = await startApp(document)
    const names = [...roles, 'Administrator']
    const people = names.map((role) => ({ name: role, signIn: async () => (await app.as(role)).token }))
    return { url: urlOf(app), people: [nobody, ...people], close: () => app.stop() }
  }
  const whole = sampleOf(readShippedFile(`${name}.sample.json`))
  const sample = isWhole ? whole : { ...whole, actions: whole.actions.slice(0, SAMPLE_ACTIONS) }
  const desk = await startDesk({ document, sample })
  const { url } = desk
  const personWith = (is: string, fits: (person: (typeof sample.people)[number]) => boolean): Somebody => {
    const person = sample.people.find(fits)
    if (person === undefined) throw new Error(`Nobody in the sample of ${name} is ${is}.`)
    return { name: is, signIn: () => tokenOf(url, person.email, sample.password) }
  }
  const people = roles.map((role) => personWith(role, (person) => person.roles.includes(role)))
  const administrator = personWith('Administrator', (person) => person.administrator)
  return { url, people: [nobody, ...people, administrator], close: () => desk.close() }
}

async function tokenOf(url: string, email: string, password: string | undefined): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const body = (await response.json()) as { readonly token: string }
  if (!response.ok) throw new Error(`${email} could not sign in: ${JSON.stringify(body)}`)
  return body.token
}
