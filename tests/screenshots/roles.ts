// Who looks at the pages: nobody, and one person of the sample data for each role.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Role {
  readonly name: string
  readonly email?: string
  readonly password: string
}

interface SampleText {
  readonly password: string
  readonly people: readonly {
    readonly email: string
    readonly roles?: readonly string[]
    readonly administrator?: boolean
  }[]
}

export function readRoles(root: string): readonly Role[] {
  const sample = JSON.parse(
    readFileSync(join(root, 'shared', 'documents', 'helpdesk.sample.json'), 'utf8'),
  ) as SampleText
  const { password } = sample
  const named = ['Customer', 'Agent', 'Manager'].map((role) => ({
    name: role.toLowerCase(),
    password,
    email: sample.people.find(({ roles }) => roles?.includes(role))?.email ?? '',
  }))
  const administrator = {
    name: 'administrator',
    password,
    email: sample.people.find((person) => person.administrator)?.email ?? '',
  }
  return [{ name: 'anonymous', password }, ...named, administrator]
}

/** The session's cookie, `name=value`; null for nobody. */
export async function signIn(url: string, { email, password }: Role): Promise<string | null> {
  if (!email) return null
  const answer = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`${email} can't sign in: ${await answer.text()}`)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? null
}
