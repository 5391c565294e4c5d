// As much of a browser as redirects need: cookies kept by host and port, links followed, `text/html` asked for.

export interface Landing {
  readonly status: number
  /** The address at which the browser ended. */
  readonly url: URL
  readonly text: string
  readonly headers: Headers
  /** Every address on the way. */
  readonly hops: readonly URL[]
}

export interface CookieJar {
  /** `until`: stops before an address is asked that this is true of. */
  go(url: string, until?: (url: URL) => boolean): Promise<Landing>
  /** The cookies that an origin gets: a `Cookie` header. */
  cookiesFor(origin: string): string
  send(url: string, method: string, body?: object): Promise<Response>
  setCookie(origin: string, name: string, value: string): void
}

const MOST_HOPS = 12

export function createCookieJar(): CookieJar {
  const jars = new Map<string, Map<string, string>>()

  function jarOf(origin: string): Map<string, string> {
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }

  function keep(origin: string, answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      const isOver = attributes.some((attribute) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute))
      if (isOver) jarOf(origin).delete(pair.slice(0, at))
      else jarOf(origin).set(pair.slice(0, at), pair.slice(at + 1))
    }
  }

  function cookiesFor(origin: string): string {
    return [...jarOf(origin)].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  return {
    cookiesFor,
    setCookie: (origin, name, value) => void jarOf(origin).set(name, value),
    async go(from, until = () => false) {
      const hops: URL[] = []
      let url = new URL(from)
      for (;;) {
        hops.push(url)
        if (hops.length > MOST_HOPS) throw new Error(`Redirected in circles: ${hops.map(String).join(' → ')}`)
        const headers = { accept: 'text/html,application/xhtml+xml', cookie: cookiesFor(url.origin) }
        const answer = await fetch(url, { redirect: 'manual', headers })
        keep(url.origin, answer)
        const location = answer.headers.get('location')
        const next = location === null ? undefined : new URL(location, url)
        if (next === undefined || until(next)) {
          if (next !== undefined) hops.push(next)
          return { status: answer.status, url: next ?? url, text: await answer.text(), headers: answer.headers, hops }
        }
        url = next
      }
    },
    async send(at, method, body) {
      const { origin } = new URL(at)
      const headers = {
        cookie: cookiesFor(origin),
        origin,
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      }
      const answer = await fetch(at, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      keep(origin, answer)
      return answer
    },
  }
}
