// Who looks at the pages: nobody, one person of the sample data for each role, and an administrator who views as the last of them.
import { readFileSync } from 'node:fs'

export interface Role {
  readonly name: string
  readonly email?: string
  readonly password: string
  /** Signs in, and then views as these roles. */
  readonly viewsAs?: readonly string[]
}

interface SampleText {
  readonly password: string
  readonly people: readonly {
    readonly email: string
    readonly roles?: readonly string[]
    readonly administrator?: boolean
  }[]
}

/** `sample`: the path of the sample data. */
export function readRoles(sample: string): readonly Role[] {
  return rolesOf(JSON.parse(readFileSync(sample, 'utf8')) as SampleText)
}

export function rolesOf({ password, people }: SampleText): readonly Role[] {
  const names = [...new Set(people.flatMap(({ roles = [] }) => roles))]
  const named = names.map((role) => {
    const having = people.filter(({ roles }) => roles?.includes(role))
    const { email = '' } = having.find((person) => !person.administrator) ?? having[0] ?? {}
    return { name: role.toLowerCase(), password, email }
  })
  const administrator = { password, email: people.find((person) => person.administrator)?.email ?? '' }
  return [
    { name: 'anonymous', password },
    ...named,
    { name: 'administrator', ...administrator },
    ...(names.length > 0 ? [{ name: 'viewing', ...administrator, viewsAs: names.slice(-1) }] : []),
  ]
}

/** The session's cookie, `name=value`; null for nobody. */
export async function signIn(url: string, { email, password, viewsAs }: Role): Promise<string | null> {
  if (!email) return null
  const send = async (path: string, body: object, cookie?: string): Promise<Response> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url, ...(cookie ? { Cookie: cookie } : {}) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${email} can't ask for ${path}: ${await answer.text()}`)
    return answer
  }
  const answer = await send('/api/auth/sign-in', { email, password })
  const session = answer.headers.getSetCookie()[0]?.split(';')[0] ?? null
  if (session && viewsAs) await send('/api/auth/view-as', { roles: viewsAs }, session)
  return session
}
