// The public interface of the shipped blog, asked from its document: at least 120 requests, as its clients send them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../helpers/start-app.ts'
import { startApp } from '../helpers/start-app.ts'
import { readShippedFile } from './shipped.ts'

let app: TestApp
let requests = 0
const tokens: { [name: string]: string } = {}

beforeAll(async () => {
  const text = readShippedFile('blog.md').replace(
    '| requests | 600 per minute | |',
    '| requests | 100,000 per minute | |',
  )
  app = await startApp(text)
})
afterAll(() => app.stop())

type Method = 'get' | 'post' | 'put' | 'delete'
/** Status and body; `as`: who calls, nobody if left out. */
async function call(method: Method, path: string, as?: string, body?: object) {
  requests += 1
  app.clock.now += 1_000
  const request = app.anyone[method](`/api${path}`)
  if (as !== undefined) request.set('Authorization', `Token ${tokens[as] ?? as}`)
  const { status, body: answer } = await (body === undefined ? request : request.send(body))
  return { status, body: answer }
}

const passwordOf = (name: string) => `${name} has a long password`
const newUser = (name: string) => ({
  user: { username: name, email: `${name}@example.com`, password: passwordOf(name) },
})
const newArticle = (title: string, tagList: readonly string[] = []) => ({
  article: { title, description: `About ${title}`, body: `All of **${title}**`, tagList },
})
const BLANK = ["can't be blank"]

describe('accounts', () => {
  test.each(['ann', 'ben', 'cleo', 'dan'])('%s signs up, and is who the token says', async (name) => {
    const { status, body } = await call('post', '/users', undefined, newUser(name))
    const expected = { username: name, email: `${name}@example.com`, bio: null, image: null }
    expect([status, body.user]).toEqual([201, { ...expected, token: expect.any(String) }])
    tokens[name] = body.user.token
    expect(await call('get', '/user', name)).toEqual({ status: 200, body: { user: body.user } })
  })

  test.each([
    ['a taken name', { username: 'ann', email: 'x@example.com', password: passwordOf('x') }, ['username']],
    ['a taken address', { username: 'x', email: 'ann@example.com', password: passwordOf('x') }, ['email']],
    ['no name', { email: 'x@example.com', password: passwordOf('x') }, ['username']],
    ['no address', { username: 'x', password: passwordOf('x') }, ['email']],
    ['no password', { username: 'x', email: 'x@example.com' }, ['password']],
    ['an address that is none', { username: 'x', email: 'nothing', password: passwordOf('x') }, ['email']],
    ['a weak password', { username: 'x', email: 'x@example.com', password: 'x' }, ['password']],
    ['nothing', {}, ['username', 'email', 'password']],
    ['what is not taken', { ...newUser('x').user, roles: ['Administrator'] }, ['roles']],
  ])('nobody signs up with %s', async (_, user, fields) => {
    const { status, body } = await call('post', '/users', undefined, { user })
    expect([status, Object.keys(body.errors)]).toEqual([422, fields])
  })

  test('errors have the words of the document', async () => {
    const { body } = await call('post', '/users', undefined, { user: {} })
    expect(body).toEqual({ errors: { username: BLANK, email: BLANK, password: BLANK } })
    const taken = await call('post', '/users', undefined, newUser('ann'))
    expect(taken.body.errors.username).toEqual(['has already been taken'])
  })

  test('sign in gives a token, and a wrong password none', async () => {
    const user = { email: 'ben@example.com', password: passwordOf('ben') }
    const { status, body } = await call('post', '/users/login', undefined, { user })
    expect([status, body.user.username]).toEqual([200, 'ben'])
    expect((await call('get', '/user', body.user.token)).status).toBe(200)
    const wrong = await call('post', '/users/login', undefined, { user: { ...user, password: 'wrong' } })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([401, ['wrong_credentials']])
    expect((await call('post', '/users/login', undefined, { user: { email: user.email } })).status).toBe(422)
    expect((await call('post', '/users/login', undefined, { user: { password: 'x' } })).body.errors).toEqual({
      email: BLANK,
    })
  })

  test('are changed by their own people, in what is given', async () => {
    const changed = await call('put', '/user', 'ann', { user: { bio: 'I write.', image: 'https://example.com/a.png' } })
    expect([changed.status, changed.body.user.bio]).toEqual([200, 'I write.'])
    expect((await call('put', '/user', 'ann', { user: {} })).body.user.image).toBe('https://example.com/a.png')
    expect((await call('put', '/user', 'ann', { user: { image: 'none' } })).body.errors.image).toHaveLength(1)
    expect((await call('put', '/user', 'ann', { user: { username: 'ben' } })).status).toBe(409)
    expect((await call('get', '/user', 'ann')).body.user.username).toBe('ann')
  })
})

describe('who is not signed in', () => {
  test.each([
    ['get', '/user'],
    ['put', '/user'],
    ['post', '/profiles/ann/follow'],
    ['delete', '/profiles/ann/follow'],
    ['get', '/articles/feed'],
    ['post', '/articles'],
    ['put', '/articles/nothing'],
    ['delete', '/articles/nothing'],
    ['post', '/articles/nothing/favorite'],
    ['delete', '/articles/nothing/favorite'],
    ['post', '/articles/nothing/comments'],
    ['delete', '/articles/nothing/comments/1'],
  ] as const)('%s %s asks for a token', async (method, path) => {
    const { status, body } = await call(method, path)
    expect([status, Object.keys(body.errors)]).toEqual([401, ['not_signed_in']])
    expect((await call(method, path, 'no-token-at-all')).status).toBe(401)
  })
})

describe('profiles', () => {
  test('say whether the caller follows', async () => {
    const profile = { username: 'ann', bio: 'I write.', image: 'https://example.com/a.png' }
    expect((await call('get', '/profiles/ann')).body).toEqual({ profile: { ...profile, following: false } })
    const followed = await call('post', '/profiles/ann/follow', 'ben')
    expect(followed).toEqual({ status: 200, body: { profile: { ...profile, following: true } } })
    expect((await call('post', '/profiles/ann/follow', 'ben')).body.profile.following).toBe(true)
    expect((await call('get', '/profiles/ann', 'ben')).body.profile.following).toBe(true)
    expect((await call('get', '/profiles/ann', 'cleo')).body.profile.following).toBe(false)
    expect((await call('delete', '/profiles/ann/follow', 'ben')).body.profile.following).toBe(false)
    expect((await call('get', '/profiles/ann', 'ben')).body.profile.following).toBe(false)
    await call('post', '/profiles/ann/follow', 'ben')
  })

  test('of nobody are not found', async () => {
    const { status, body } = await call('get', '/profiles/nobody')
    expect([status, Object.keys(body.errors)]).toEqual([404, ['not_found']])
    expect((await call('post', '/profiles/nobody/follow', 'ben')).status).toBe(404)
    expect((await call('delete', '/profiles/nobody/follow', 'ben')).status).toBe(404)
  })
})

describe('articles', () => {
  test('are published with their tags', async () => {
    const { status, body } = await call('post', '/articles', 'ann', newArticle('How to train', ['dragons', 'air']))
    expect([status, body.article]).toEqual([
      201,
      {
        slug: 'how-to-train',
        title: 'How to train',
        description: 'About How to train',
        body: 'All of **How to train**',
        tagList: ['air', 'dragons'],
        createdAt: expect.stringMatching(/^2026-11-21T.*Z$/),
        updatedAt: expect.any(String),
        favorited: false,
        favoritesCount: 0,
        author: expect.objectContaining({ username: 'ann', following: false }),
      },
    ])
    expect((await call('get', '/articles/how-to-train')).body.article.title).toBe('How to train')
    expect((await call('get', '/articles/how-to-train', 'ben')).body.article.author.following).toBe(true)
  })

  test.each([
    ['title', 'ann'],
    ['description', 'ben'],
    ['body', 'ann'],
  ])('are refused without %s', async (field, as) => {
    const { article } = newArticle('Never')
    const { status, body } = await call('post', '/articles', as, { article: { ...article, [field]: '' } })
    expect([status, body]).toEqual([422, { errors: { [field]: BLANK } }])
  })

  test('are refused as a whole: no tag of theirs is left', async () => {
    await call('post', '/articles', 'ann', { article: { ...newArticle('').article, tagList: ['never'] } })
    await call('post', '/articles', 'ann', { article: { title: 7, tagList: 'air' } })
    expect((await call('get', '/tags')).body).toEqual({ tags: ['air', 'dragons'] })
  })

  test.each([
    ['ann', 'Second of Ann', ['air']],
    ['ben', 'First of Ben', ['sea']],
    ['ben', 'Second of Ben', ['sea', 'air']],
    ['cleo', 'Only of Cleo', []],
    ['cleo', 'How to train', ['dragons']],
  ] as const)('%s publishes %s', async (as, title, tags) => {
    const { status, body } = await call('post', '/articles', as, newArticle(title, tags))
    expect([status, body.article.author.username]).toEqual([201, as])
    expect((await call('get', `/articles/${body.article.slug}`)).body.article.tagList).toEqual([...tags].sort())
  })

  test('of one title have addresses of their own', async () => {
    expect((await call('get', '/articles/how-to-train-2')).body.article.author.username).toBe('cleo')
  })

  test.each([
    ['', 6, 'how-to-train-2'],
    ['?limit=2', 6, 'how-to-train-2'],
    ['?limit=2&offset=4', 6, 'second-of-ann'],
    ['?tag=air', 3, 'second-of-ben'],
    ['?tag=dragons', 2, 'how-to-train-2'],
    ['?tag=nothing', 0, undefined],
    ['?author=ann', 2, 'second-of-ann'],
    ['?author=nobody', 0, undefined],
    ['?author=ben&tag=air', 1, 'second-of-ben'],
    ['?favorited=ann', 0, undefined],
    ['?limit=0', 6, undefined],
  ])('are listed by %s', async (query, count, first) => {
    const { status, body } = await call('get', `/articles${query}`)
    expect([status, body.articlesCount, body.articles[0]?.slug]).toEqual([200, count, first])
    for (const article of body.articles) expect(article.body).toBeUndefined()
  })

  test('are not listed by what can’t be read', async () => {
    const { status, body } = await call('get', '/articles?limit=many&offset=x')
    expect([status, Object.keys(body.errors)]).toEqual([422, ['limit', 'offset']])
    expect((await call('get', '/articles?page=2')).status).toBe(400)
  })

  test('of the people that the caller follows are the feed', async () => {
    expect((await call('get', '/articles/feed', 'ben')).body.articlesCount).toBe(2)
    expect((await call('get', '/articles/feed?limit=1', 'ben')).body.articles).toHaveLength(1)
    expect((await call('get', '/articles/feed', 'dan')).body).toEqual({ articles: [], articlesCount: 0 })
    await call('post', '/profiles/cleo/follow', 'ben')
    expect((await call('get', '/articles/feed', 'ben')).body.articlesCount).toBe(4)
  })

  test('are changed only by their authors', async () => {
    const change = { article: { description: 'Better' } }
    expect((await call('put', '/articles/second-of-ann', 'ann', change)).body.article).toMatchObject({
      title: 'Second of Ann',
      description: 'Better',
    })
    const other = await call('put', '/articles/second-of-ann', 'ben', change)
    expect([other.status, Object.keys(other.body.errors)]).toEqual([403, ['not_allowed']])
    expect((await call('put', '/articles/nothing', 'ann', change)).status).toBe(404)
    expect((await call('put', '/articles/second-of-ann', 'ann', { article: { slug: 'x' } })).status).toBe(422)
  })

  test('are removed only by their authors', async () => {
    await call('post', '/articles', 'dan', newArticle('To go'))
    expect((await call('delete', '/articles/to-go', 'ann')).status).toBe(403)
    expect((await call('delete', '/articles/to-go', 'dan')).status).toBe(204)
    expect((await call('get', '/articles/to-go')).status).toBe(404)
    expect((await call('delete', '/articles/to-go', 'dan')).status).toBe(404)
  })
})

describe('favourites', () => {
  test('are each person’s own, and are counted', async () => {
    const path = '/articles/first-of-ben/favorite'
    for (const as of ['ann', 'cleo', 'ann']) expect((await call('post', path, as)).status).toBe(200)
    const seen = async (as?: string) => (await call('get', '/articles/first-of-ben', as)).body.article
    expect(await seen('ann')).toMatchObject({ favorited: true, favoritesCount: 2 })
    expect(await seen('ben')).toMatchObject({ favorited: false, favoritesCount: 2 })
    expect(await seen()).toMatchObject({ favorited: false, favoritesCount: 2 })
    expect((await call('get', '/articles?favorited=cleo')).body.articlesCount).toBe(1)
    expect((await call('delete', path, 'cleo')).body.article).toMatchObject({ favorited: false, favoritesCount: 1 })
    expect((await call('get', '/articles?favorited=cleo')).body.articlesCount).toBe(0)
    expect((await call('post', '/articles/nothing/favorite', 'ann')).status).toBe(404)
  })
})

describe('comments', () => {
  const path = '/articles/first-of-ben/comments'
  const comment = (body: string) => ({ comment: { body } })

  test('are written, listed and removed', async () => {
    const first = await call('post', path, 'ann', comment('Well said.'))
    expect([first.status, first.body.comment.author.username]).toEqual([201, 'ann'])
    const second = await call('post', path, 'ben', comment('Thank you.'))
    expect((await call('post', path, 'ben', comment(''))).body).toEqual({ errors: { body: BLANK } })
    const bodies = (answer: { body: { comments: { body: string }[] } }) => answer.body.comments.map(({ body }) => body)
    expect(bodies(await call('get', path))).toEqual(['Thank you.', 'Well said.'])
    const at = (id: string, below = path) => `${below}/${id}`
    expect((await call('delete', at(second.body.comment.id), 'ann')).status).toBe(403)
    const elsewhere = at(first.body.comment.id, '/articles/second-of-ann/comments')
    expect((await call('delete', elsewhere, 'ann')).status).toBe(404)
    expect((await call('delete', at(first.body.comment.id), 'ann')).status).toBe(204)
    expect((await call('delete', at(first.body.comment.id), 'ann')).status).toBe(404)
    expect(bodies(await call('get', path))).toEqual(['Thank you.'])
    expect((await call('get', '/articles/nothing/comments')).status).toBe(404)
    expect((await call('post', '/articles/nothing/comments', 'ann', comment('x'))).status).toBe(404)
  })
})

test('the suite has sent at least 120 requests', () => {
  expect(requests).toBeGreaterThanOrEqual(120)
})
