// Starts expense claims, heads with lines, with a caller for each role.
import { EXPENSES } from '../../../apps/expenses.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

export interface Line {
  readonly id: string
  readonly description: string
  readonly [field: string]: unknown
}

export interface Claim {
  readonly path: string
  readonly id: string
  readonly version: number
  readonly lines: Line[]
}

export interface Claims {
  readonly app: TestApp
  readonly employee: Caller
  readonly manager: Caller
  readonly auditor: Caller
  readonly reader: Caller
  /** A claim with these lines: the employee's, unless another makes it. */
  claim(lines: readonly object[], who?: Caller): Promise<Claim>
  /** The descriptions of a claim's lines, as the manager reads them unless another does. */
  linesOf(path: string, who?: Caller): Promise<readonly string[]>
}

export async function startClaims(): Promise<Claims> {
  const app = await startApp(EXPENSES)
  const employee = await app.as('Employee')
  const manager = await app.as('Manager')
  return {
    app,
    employee,
    manager,
    auditor: await app.as('Auditor'),
    reader: await app.as('Reader'),
    async claim(lines, who = employee) {
      const { status, body } = await who.post('/api/claims', { title: 'Berlin', lines })
      if (status !== 201) throw new Error(`no claim was made: ${status} ${JSON.stringify(body)}`)
      return { path: `/api/claims/${body.id}`, id: body.id, version: body._version, lines: body.lines }
    },
    async linesOf(path, who = manager) {
      const { body } = await who.get(`${path}?expand=lines`)
      return (body.lines as readonly Line[]).map(({ description }) => description)
    },
  }
}

/** Makes the body that a caller sends for a new line. */
export const line = (description: string, more: object = {}) => ({
  what: 'train',
  description,
  price: '10.00',
  ...more,
})

export const patch = (who: Caller, path: string, version: number, body: object) =>
  who.patch(path, body).set('If-Match', `"${version}"`)
