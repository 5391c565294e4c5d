// What holds for all calls of the shipped blog: errors, bad bodies, unknown calls, other origins, limits.
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Blog, Client } from './open-blog.ts'
import { PASSWORD, emailOf, namesOf, openBlog } from './open-blog.ts'

let blog: Blog
let ada: Client
let grace: Client
let slug: string
beforeAll(async () => {
  blog = await openBlog()
  ada = await blog.writer('ada')
  grace = await blog.writer('grace')
  slug = await blog.publish(ada, 'The article')
})
afterAll(() => blog.stop())

const PAGE = { Origin: 'https://reader.example.org', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' }
const bearer = (caller: Client) => blog.authorized(`Bearer ${caller.token}`)
const sendText = (path: string, body: string, type = 'application/json') =>
  ada.post(path).set('Content-Type', type).send(body)

describe('an error', () => {
  test('has the form of the document, whatever its status', async () => {
    const answers = [
      await blog.visitor.get('/api/user'),
      await grace.put(`/api/articles/${slug}`, { article: { title: 'x' } }),
      await ada.get('/api/articles/nothing'),
      await ada.post('/api/articles', { article: {} }),
      await sendText('/api/articles', '{'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 404, 422, 400])
    for (const { body, headers } of answers) {
      expect(Object.keys(body)).toEqual(['errors'])
      for (const sentences of Object.values(body.errors as object))
        expect(sentences).toEqual([expect.stringMatching(/\S/)])
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(headers['x-request-id']).toBeTruthy()
    }
    expect(answers.map((each) => namesOf(each))).toEqual([
      ['token'],
      ['article'],
      ['article'],
      ['body', 'description', 'title'],
      ['malformed'],
    ])
  })

  test('tells nothing of how the server is made', async () => {
    const { text } = await grace.delete(`/api/articles/${slug}`)
    expect(text).not.toMatch(/\.ts|node_modules|SELECT|stack/)
  })
})

describe('without a token', () => {
  test.each([
    ['get', '/user'],
    ['put', '/user'],
    ['post', '/profiles/ada/follow'],
    ['delete', '/profiles/ada/follow'],
    ['get', '/articles/feed'],
    ['post', '/articles'],
    ['put', '/articles/the-article'],
    ['delete', '/articles/the-article'],
    ['post', '/articles/the-article/favorite'],
    ['delete', '/articles/the-article/favorite'],
    ['post', '/articles/the-article/comments'],
    ['delete', '/articles/the-article/comments/1'],
  ] as const)('%s %s asks for one, as it does of a wrong one', async (method, path) => {
    for (const caller of [blog.visitor, blog.authorized('Token of-nobody')]) {
      const answer = await caller[method](`/api${path}`)
      expect([answer.status, namesOf(answer)]).toEqual([401, ['token']])
      expect(answer.headers['www-authenticate']).toBe('Token')
    }
  })
})

describe('a body', () => {
  test.each([
    ['{"article": ', 'is cut off'],
    ['nonsense', 'is no JSON'],
    ['{"article": {"title": "a", "title": "b"}}', 'has a name twice'],
    ['{"article": {"title": "\\ud800"}}', 'has half a character'],
    ['['.repeat(200) + ']'.repeat(200), 'is too deep'],
  ])('%s %s', async (body) => {
    const answer = await sendText('/api/articles', body)
    expect([answer.status, namesOf(answer)]).toEqual([400, ['malformed']])
  })

  test.each(['[]', '"text"', '5', 'null', '{"article": "text"}', '{"article": []}', '{"article": 5}'])(
    '%s is not the object that is expected',
    async (body) => {
      const { status } = await sendText('/api/articles', body)
      expect([400, 422]).toContain(status)
    },
  )

  test('has no names but those that are taken', async () => {
    const answer = await ada.post('/api/articles', { article: { title: 'a' }, comment: {} })
    expect(answer.status).toBe(422)
    expect(namesOf(answer)).toContain('comment')
  })

  test('is JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
      expect((await sendText('/api/articles', 'article[title]=x', type)).status).toBe(415)
  })

  test('has an end', async () => {
    const answer = await ada.post('/api/articles', { article: { title: 'x', body: 'x'.repeat(3_000_000) } })
    expect([answer.status, namesOf(answer)]).toEqual([413, ['too_large']])
  })

  test('is read only where the caller may call', async () => {
    const send = (path: string, caller: Client) => caller.put(path).set('Content-Type', 'application/json').send('{')
    expect((await send('/api/user', blog.visitor)).status).toBe(401)
    expect((await send('/api/articles/nothing', ada)).status).toBe(400)
  })
})

describe('an address', () => {
  test.each(['/api/nothing', '/api/users/1', '/api/articles/a/b/c', '/api/user/x', '/api/profiles', '/api/article'])(
    '%s is not known',
    async (path) => {
      for (const caller of [blog.visitor, ada]) expect((await caller.get(path)).status).toBe(404)
    },
  )

  test('answers 405 to methods that it has not, with those that it has', async () => {
    const { status, headers } = await ada.delete('/api/user')
    expect(status).toBe(405)
    expect(headers['allow']).toMatch(/GET/)
    expect(headers['allow']).toMatch(/PUT/)
    expect((await ada.get('/api/users/login')).status).toBe(405)
  })

  test('answers HEAD as GET, without a body', async () => {
    const { status, text } = await request(blog.app.server).head(`/api/articles/${slug}`)
    expect([status, text ?? '']).toEqual([200, ''])
  })

  test('takes no parameters that are not in the document', async () => {
    for (const path of ['/api/tags?x=1', `/api/articles/${slug}?expand=author`, '/api/profiles/ada?fields=email']) {
      const answer = await blog.visitor.get(path)
      expect([path, answer.status, namesOf(answer)]).toEqual([path, 400, ['unknown_parameter']])
    }
  })
})

describe('a page of another origin', () => {
  const preflight = (path: string, method: string) =>
    request(blog.app.server)
      .options(path)
      .set({
        ...PAGE,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization,content-type',
      })

  test.each([
    ['/api/users', 'POST'],
    ['/api/user', 'PUT'],
    ['/api/articles', 'GET'],
    ['/api/articles/some-slug', 'DELETE'],
    ['/api/articles/some-slug/favorite', 'POST'],
  ])('may ask %s for %s, with a token and never with a cookie', async (path, method) => {
    const { status, headers } = await preflight(path, method)
    expect(status).toBeLessThan(300)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-methods']).toContain(method)
    expect(headers['access-control-allow-headers']).toMatch(/authorization/i)
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('reads answers and errors', async () => {
    const answers = [
      await blog.visitor.get('/api/tags').set(PAGE),
      await blog.visitor.get('/api/user').set(PAGE),
      await ada.get('/api/articles/nothing').set(PAGE),
      await ada.post('/api/articles', { article: {} }).set(PAGE),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 422])
    for (const { headers } of answers) expect(headers['access-control-allow-origin']).toBe('*')
  })

  test('writes with a token', async () => {
    const { status } = await ada.put('/api/user', { user: { bio: 'From afar' } }).set(PAGE)
    expect(status).toBe(200)
  })

  test('does not read what is not of the document', async () => {
    for (const path of ['/api/people', '/api/auth/me', '/api/system/inbox'])
      expect((await bearer(ada).get(path).set(PAGE)).headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the standard calls', () => {
  test('show no more of people than profiles do', async () => {
    const { status, body } = await blog.visitor.get('/api/people')
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('@example.com')
    const mine = (await bearer(ada).get('/api/people')).body.items as { username: string; email?: string }[]
    expect(mine.filter(({ email }) => email !== undefined).map(({ username }) => username)).toEqual(['ada'])
  })

  test('give nobody what is another’s', async () => {
    await blog.comment(ada, slug, 'by Ada')
    const { id } = (await bearer(ada).get('/api/comments')).body.items[0]
    expect((await bearer(grace).delete(`/api/comments/${id}`)).status).toBe(403)
    const people = (await bearer(grace).get('/api/people')).body.items as { id: string; username: string }[]
    const target = people.find(({ username }) => username === 'ada')!.id
    expect((await bearer(grace).put(`/api/people/${target}`, { bio: 'x' })).status).toBeGreaterThanOrEqual(400)
    const patched = await request(blog.app.server)
      .patch(`/api/people/${target}`)
      .set('Authorization', `Bearer ${grace.token}`)
      .send({ bio: 'taken over' })
    expect(patched.status).toBe(403)
    const created = await bearer(grace).post('/api/comments', {
      article: (await bearer(ada).get(`/api/comments/${id}`)).body.article,
      body: 'as Ada',
      author: target,
    })
    expect(created.status).toBeGreaterThanOrEqual(403)
    expect((await blog.visitor.get('/api/profiles/ada')).body.profile.bio).not.toBe('taken over')
  })

  test('take a token after the word of the document too', async () => {
    for (const caller of [ada, bearer(ada)]) expect((await caller.get('/api/auth/me')).status).toBe(200)
  })
})

test('the OpenAPI describes every call of the document', async () => {
  const { body } = await bearer(ada).get('/api/openapi.json')
  const paths = Object.keys(body.paths)
  for (const path of [
    '/users',
    '/users/login',
    '/user',
    '/articles/feed',
    '/articles/{slug}',
    '/articles/{slug}/comments/{number}',
    '/tags',
  ])
    expect(
      paths.some((each) => each.endsWith(path)),
      path,
    ).toBe(true)
})

test('somebody who was deactivated is no longer signed in', async () => {
  const gone = await blog.writer('gone')
  const administrator = await blog.app.as('Administrator', 'Root')
  const people = (await administrator.get('/api/people?filter=username%20%3D%3D%20%22gone%22')).body.items
  expect((await administrator.patch(`/api/people/${people[0].id}`, { active: false })).status).toBe(200)
  expect((await gone.get('/api/user')).status).toBe(401)
  const again = await blog.visitor.post('/api/users/login', { user: { email: emailOf('gone'), password: PASSWORD } })
  expect(again.status).toBe(401)
})

test('after 600 calls in a minute an address waits, in the form of the document', async () => {
  let last = await blog.visitor.get('/api/tags')
  for (let count = 0; count < 700 && last.status === 200; count++) last = await blog.visitor.get('/api/tags')
  expect([last.status, namesOf(last)]).toEqual([429, ['too_many']])
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  blog.app.clock.now += 60_000
  expect((await blog.visitor.get('/api/tags')).status).toBe(200)
})
