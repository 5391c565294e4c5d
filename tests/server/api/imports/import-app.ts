// Starts an application of one entity with a field of each kind, and imports files into it.
import { readFileSync } from 'node:fs'
import type { ImportBody, ImportColumn } from '#shared/protocol/import.ts'
import type { TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

export function thingsDocument(language: string): string {
  return documentOf({
    3: `### Thing

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | searchable |
| code | text | no | unique |
| number | integer | no | unique |
| mail | email | no | unique |
| story | long text | no | |
| count | integer | no | |
| ratio | number | no | |
| fine | decimal(3) | no | |
| amount | money | no | |
| share | percent | no | |
| sharp | yes/no | no | |
| day | date | no | |
| opens at | time | no | |
| starts at | date and time | no | |
| lasts | duration | no | |
| tags | list of text | no | |
| parent | Thing (as children) | no | |
| friends | several Thing (as befriended) | no | |
`,
    6: `| role | entity | may |
|---|---|---|
| everyone | Thing | everything, import, export |
`,
    9: `| name | value |
|---|---|
| language | ${language} |
| time zone | Europe/Berlin |
| currency | EUR |
`,
  })
}

export interface ImportAnswer {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: ImportBody & { readonly code?: string; readonly detail?: string }
}

export interface ImportApp {
  readonly app: TestApp
  /** `query`: without the question mark. */
  send(file: Buffer | string, query?: string, headers?: { readonly [name: string]: string }): Promise<ImportAnswer>
  /** Imports a file with `mode=run`, and lists the records afterwards, by their names. */
  keep(file: Buffer | string, query?: string, headers?: { readonly [name: string]: string }): Promise<readonly Thing[]>
  things(): Promise<readonly Thing[]>
  deleteAll(): Promise<void>
}

export interface Thing {
  readonly [field: string]: unknown
}

export async function startImportApp(language = 'en'): Promise<ImportApp> {
  const app = await startApp(thingsDocument(language))
  const administrator = await app.as('Administrator')
  const send: ImportApp['send'] = async (file, query = '', headers = {}) => {
    const request = administrator.post(`/api/things/import?${query}`).type('application/octet-stream')
    for (const [name, value] of Object.entries(headers)) request.set(name, value)
    const { status, body, headers: answered } = await request.send(typeof file === 'string' ? Buffer.from(file) : file)
    return { status, body, headers: answered }
  }
  const things = async () =>
    (await administrator.get('/api/things?limit=1000&sort=name')).body.items as readonly Thing[]
  return {
    app,
    send,
    things,
    async keep(file, query = '', headers = {}) {
      const { body } = await send(file, `mode=run&${query}`, headers)
      if (!body.kept) throw new Error(JSON.stringify(body.errors ?? body))
      return things()
    },
    async deleteAll() {
      const all = await things()
      // What others point to can't be deleted.
      for (const { id, parent, friends } of all)
        if (parent !== null || (friends as readonly string[]).length > 0)
          await administrator.patch(`/api/things/${String(id)}`, { parent: null, friends: [] })
      for (const { id } of all) {
        const { status } = await administrator.delete(`/api/things/${String(id)}`)
        if (status !== 204) throw new Error(`A thing could not be deleted: ${status}`)
      }
    },
  }
}

export function readInput(name: string): Buffer {
  return readFileSync(new URL(`files/${name}`, import.meta.url))
}

export function columnNamed({ columns }: ImportBody, heading: string): ImportColumn | undefined {
  return columns.find((column) => column.heading === heading)
}

export function mapped(columns: object): string {
  return `columns=${encodeURIComponent(JSON.stringify(columns))}`
}
