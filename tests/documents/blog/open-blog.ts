// The shipped blog for a test over HTTP: writers who signed up by its own calls, and a clock that moves on with each text.
import request from 'supertest'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { readShippedFile } from '../shipped.ts'

type Sent = request.Test

/** Somebody who calls the blog, with a token or without. */
export interface Client {
  readonly name: string
  readonly token: string
  get(path: string): Sent
  post(path: string, body?: object): Sent
  put(path: string, body?: object): Sent
  delete(path: string): Sent
}

export interface Blog {
  readonly app: TestApp
  readonly visitor: Client
  /** A new account. */
  writer(name: string): Promise<Client>
  /** A caller whose header `Authorization` is this. */
  authorized(header: string, name?: string): Client
  /** Publishes a second later than the one before, and returns the slug. */
  publish(writer: Client, title: string, tagList?: readonly string[]): Promise<string>
  /** Comments a second later than the one before, and returns the id. */
  comment(writer: Client, slug: string, body: string): Promise<number>
  stop(): Promise<void>
}

export const PASSWORD = 'a quiet sentence'
export const emailOf = (name: string): string => `${name.replaceAll(/[^\w.]/g, '')}@example.com`

export async function openBlog(): Promise<Blog> {
  const app = await startApp(readShippedFile('blog.md'))
  const later = (): void => void (app.clock.now += 1000)

  function authorized(header: string, name = ''): Client {
    const send = (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object): Sent => {
      const call = request(app.server)[method](path)
      if (header !== '') void call.set('Authorization', header)
      return body === undefined ? call : call.send(body)
    }
    return {
      name,
      token: header.replace(/^\w+ /, ''),
      get: (path) => send('get', path),
      post: (path, body) => send('post', path, body),
      put: (path, body) => send('put', path, body),
      delete: (path) => send('delete', path),
    }
  }

  const visitor = authorized('')
  return {
    app,
    visitor,
    authorized,
    async writer(name) {
      const user = { username: name, email: emailOf(name), password: PASSWORD }
      const { status, body } = await visitor.post('/api/users', { user })
      if (status !== 201) throw new Error(`${name} could not sign up: ${status} ${JSON.stringify(body)}`)
      return authorized(`Token ${body.user.token}`, name)
    },
    async publish(writer, title, tagList) {
      later()
      const article = { title, description: `About ${title}`, body: `All of ${title}.`, ...(tagList && { tagList }) }
      const { status, body } = await writer.post('/api/articles', { article })
      if (status !== 201) throw new Error(`${title} could not be published: ${status} ${JSON.stringify(body)}`)
      return body.article.slug
    },
    async comment(writer, slug, text) {
      later()
      const { status, body } = await writer.post(`/api/articles/${slug}/comments`, { comment: { body: text } })
      if (status !== 201) throw new Error(`no comment on ${slug}: ${status} ${JSON.stringify(body)}`)
      return body.comment.id
    },
    stop: () => app.stop(),
  }
}

/** The titles of a list of articles, as they stand in an answer. */
export const titlesOf = ({ body }: { readonly body: { readonly articles: readonly { readonly title: string }[] } }) =>
  body.articles.map(({ title }) => title)
/** The names in the error form of the blog, sorted. */
export const namesOf = ({ body }: { readonly body: { readonly errors?: object } }) =>
  Object.keys(body.errors ?? {}).sort()
