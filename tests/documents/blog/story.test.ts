// Lets a client that nobody here wrote go through a day with the shipped blog: forty calls, as its front ends send them.
import { expect, test } from 'vitest'
import { emailOf, openBlog, PASSWORD } from './open-blog.ts'

/** One call: who, method, path and body, then the status and the part of the answer that the client reads. */
type Step = readonly [
  who: 'nobody' | 'ada' | 'bob',
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  body: object | undefined,
  status: number,
  answer?: object,
]

const account = (name: string, more: object = {}) => ({
  user: { username: name, email: emailOf(name), password: PASSWORD, ...more },
})
const article = { title: 'Sea and air', description: 'Two elements', body: 'Both *move*.', tagList: ['sea', 'air'] }
const blank = ["can't be blank"]
const taken = ['has already been taken']
const missing = { errors: { token: ['is missing'] } }

const STORY: readonly Step[] = [
  ['nobody', 'get', '/tags', undefined, 200, { tags: [] }],
  ['nobody', 'get', '/articles?limit=10&offset=0', undefined, 200, { articles: [], articlesCount: 0 }],
  ['nobody', 'get', '/user', undefined, 401, missing],
  ['nobody', 'post', '/users', { user: {} }, 422, { errors: { username: blank, email: blank, password: blank } }],
  ['nobody', 'post', '/users', account('ada'), 409, { errors: { username: taken, email: taken } }],
  ['nobody', 'post', '/users', account('eve', { email: emailOf('ada') }), 409, { errors: { email: taken } }],
  ['nobody', 'post', '/users/login', account('ada', { username: undefined }), 200, { user: { username: 'ada' } }],
  [
    'nobody',
    'post',
    '/users/login',
    { user: { email: emailOf('ada'), password: 'no' } },
    401,
    { errors: { credentials: ['invalid'] } },
  ],
  [
    'nobody',
    'post',
    '/users/login',
    { user: { email: '', password: '' } },
    422,
    { errors: { email: blank, password: blank } },
  ],
  ['ada', 'get', '/user', undefined, 200, { user: { username: 'ada', bio: null, image: null } }],
  [
    'ada',
    'put',
    '/user',
    { user: { username: 'ada', email: emailOf('ada'), bio: 'Sails.', image: '', password: '' } },
    200,
    { user: { bio: 'Sails.', image: null } },
  ],
  ['ada', 'put', '/user', { user: { bio: '' } }, 200, { user: { bio: null } }],
  ['ada', 'put', '/user', { user: { username: 'bob' } }, 409, { errors: { username: taken } }],
  ['ada', 'put', '/user', { user: { username: null } }, 422, { errors: { username: blank } }],
  [
    'ada',
    'put',
    '/user',
    { user: { password: 'quite another sentence', currentPassword: PASSWORD } },
    200,
    { user: { username: 'ada' } },
  ],
  ['nobody', 'post', '/users/login', { user: { email: emailOf('ada'), password: 'quite another sentence' } }, 200],
  ['nobody', 'post', '/articles', { article }, 401, missing],
  ['ada', 'post', '/articles', { article: { ...article, title: '' } }, 422, { errors: { title: blank } }],
  ['ada', 'post', '/articles', { article }, 201, { article: { slug: 'sea-and-air', tagList: ['air', 'sea'] } }],
  ['nobody', 'get', '/articles/sea-and-air', undefined, 200, { article: { body: 'Both *move*.', favoritesCount: 0 } }],
  ['nobody', 'get', '/articles/lost', undefined, 404, { errors: { article: ['not found'] } }],
  [
    'bob',
    'put',
    '/articles/sea-and-air',
    { article: { body: 'Mine now.' } },
    403,
    { errors: { article: ['forbidden'] } },
  ],
  ['bob', 'delete', '/articles/sea-and-air', undefined, 403, { errors: { article: ['forbidden'] } }],
  [
    'ada',
    'put',
    '/articles/sea-and-air',
    { article: { ...article, body: 'Both move.', slug: 'x', favorited: true, tagList: ['sea'] } },
    200,
    { article: { body: 'Both move.', tagList: ['sea'] } },
  ],
  [
    'ada',
    'put',
    '/articles/sea-and-air',
    { article: { tagList: [] } },
    200,
    { article: { body: 'Both move.', tagList: [] } },
  ],
  ['ada', 'put', '/articles/sea-and-air', { article: { tagList: null } }, 422, { errors: { tagList: blank } }],
  ['bob', 'post', '/profiles/ada/follow', undefined, 200, { profile: { username: 'ada', following: true } }],
  ['bob', 'post', '/profiles/nobody/follow', undefined, 404, { errors: { profile: ['not found'] } }],
  ['bob', 'get', '/articles/feed', undefined, 200, { articlesCount: 1, articles: [{ slug: 'sea-and-air' }] }],
  [
    'bob',
    'post',
    '/articles/sea-and-air/favorite',
    undefined,
    200,
    { article: { favorited: true, favoritesCount: 1 } },
  ],
  ['nobody', 'get', '/articles?favorited=bob', undefined, 200, { articlesCount: 1 }],
  [
    'bob',
    'delete',
    '/articles/sea-and-air/favorite',
    undefined,
    200,
    { article: { favorited: false, favoritesCount: 0 } },
  ],
  ['bob', 'post', '/articles/sea-and-air/comments', { comment: { body: '' } }, 422, { errors: { body: blank } }],
  [
    'bob',
    'post',
    '/articles/sea-and-air/comments',
    { comment: { body: 'Ahoy' } },
    201,
    { comment: { id: 1, body: 'Ahoy' } },
  ],
  [
    'nobody',
    'get',
    '/articles/sea-and-air/comments',
    undefined,
    200,
    { comments: [{ id: 1, author: { username: 'bob' } }] },
  ],
  ['ada', 'delete', '/articles/sea-and-air/comments/1', undefined, 403, { errors: { comment: ['forbidden'] } }],
  ['bob', 'delete', '/articles/sea-and-air/comments/7', undefined, 404, { errors: { comment: ['not found'] } }],
  ['bob', 'delete', '/articles/sea-and-air/comments/1', undefined, 204],
  ['bob', 'delete', '/profiles/ada/follow', undefined, 200, { profile: { following: false } }],
  ['ada', 'delete', '/articles/sea-and-air', undefined, 204],
]

test('forty calls of a front end are answered in its own words', async () => {
  const blog = await openBlog()
  try {
    const people = { nobody: blog.visitor, ada: await blog.writer('ada'), bob: await blog.writer('bob') }
    expect(STORY).toHaveLength(40)
    for (const [who, method, path, body, status, answer = {}] of STORY) {
      const sent = await people[who][method](`/api${path}`, body)
      const step = `${who}: ${method} ${path}`
      expect([step, sent.status, sent.body]).toMatchObject([step, status, answer])
      if (status >= 400) expect([step, sent.body]).toEqual([step, answer])
    }
  } finally {
    await blog.stop()
  }
})
