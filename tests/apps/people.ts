// People at the API: each speaks for one session, or for nobody, and gets status and body of each answer.

export interface Answer {
  readonly status: number
  /** The JSON of the body; undefined when there is none. */
  // oxlint-disable-next-line no-explicit-any -- its shape is what a test is about
  readonly body: any
  readonly headers: Headers
}

export interface Caller {
  /** Id of the person; undefined for nobody. */
  readonly id: string | undefined
  readonly url: string
  get(path: string, headers?: { readonly [name: string]: string }): Promise<Answer>
  post(path: string, body?: object, headers?: { readonly [name: string]: string }): Promise<Answer>
  put(path: string, body: object, headers?: { readonly [name: string]: string }): Promise<Answer>
  patch(path: string, body: object, headers?: { readonly [name: string]: string }): Promise<Answer>
  remove(path: string): Promise<Answer>
}

/** The password of all sample people of the helpdesk. */
export const samplePassword = 'helpdesk-sample'

export const sample = {
  administrator: 'ingrid.halvorsen@example.com',
  manager: 'miriam.adeyemi@example.com',
  agent: 'amara.okafor@example.com',
  otherAgent: 'priya.raman@example.com',
  customer: 'hannah.brandt@example.com',
  otherCustomer: 'olivier.lefevre@example.com',
} as const

/** The person who has this token; without one: nobody. */
export function callerAt(url: string, token?: string, id?: string): Caller {
  const call = async (
    method: string,
    path: string,
    body?: object,
    more?: { readonly [name: string]: string },
  ): Promise<Answer> => {
    const isForm = body instanceof FormData
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...more,
    }
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = /json/.test(answer.headers.get('content-type') ?? '')
    return {
      status: answer.status,
      body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
      headers: answer.headers,
    }
  }
  return {
    id,
    url,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body = {}, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    remove: (path) => call('DELETE', path),
  }
}

export async function signIn(url: string, email: string, password: string = samplePassword): Promise<Caller> {
  return startSession(url, '/api/auth/sign-in', { email, password })
}

/** Signs up where no mail is sent, which signs in at once. */
export function signUp(
  url: string,
  {
    password = samplePassword,
    ...person
  }: { readonly name: string; readonly email: string; readonly password?: string },
): Promise<Caller> {
  return startSession(url, '/api/auth/sign-up', { ...person, password })
}

async function startSession(url: string, path: string, body: object): Promise<Caller> {
  const answer = await callerAt(url).post(path, body)
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return callerAt(url, answer.body.token, answer.body.person)
}
