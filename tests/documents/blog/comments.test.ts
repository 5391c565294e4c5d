// Comments of the shipped blog: who writes, reads and removes them, and who is notified.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Blog, Client } from './open-blog.ts'
import { namesOf, openBlog } from './open-blog.ts'

let blog: Blog
let ada: Client
let grace: Client
let slug: string
beforeAll(async () => {
  blog = await openBlog()
  ada = await blog.writer('ada')
  grace = await blog.writer('grace')
  slug = await blog.publish(ada, 'Talked about')
})
afterAll(() => blog.stop())

const pathOf = (article = slug) => `/api/articles/${article}/comments`
const comment = (body: object, caller = grace, article = slug) => caller.post(pathOf(article), body)
const commentsOn = async (article: string, caller = blog.visitor) => (await caller.get(pathOf(article))).body.comments
const subjects = async (caller: Client) => {
  const { body } = await blog.authorized(`Bearer ${caller.token}`).get('/api/system/inbox')
  return JSON.stringify(body)
}

describe('a comment', () => {
  test('is written in the words of the document', async () => {
    const now = new Date(blog.app.clock.now).toISOString()
    const { status, body } = await comment({ comment: { body: 'Well said.\nReally.' } })
    expect([status, body]).toEqual([
      201,
      {
        comment: {
          id: expect.any(Number),
          createdAt: now,
          updatedAt: now,
          body: 'Well said.\nReally.',
          author: { username: 'grace', bio: null, image: null, following: false },
        },
      },
    ])
  })

  test('stands below its article for anyone, the newest first', async () => {
    const article = await blog.publish(ada, 'Two voices')
    await blog.comment(grace, article, 'first')
    await blog.comment(ada, article, 'second')
    const comments = await commentsOn(article)
    expect(
      comments.map(({ body, author }: { body: string; author: { username: string } }) => [body, author.username]),
    ).toEqual([
      ['second', 'ada'],
      ['first', 'grace'],
    ])
    expect(await commentsOn(await blog.publish(ada, 'Silent'))).toEqual([])
  })

  test('shows whether the reader follows its author', async () => {
    const article = await blog.publish(ada, 'Followed')
    await blog.comment(grace, article, 'hello')
    const fan = await blog.writer('fan')
    await fan.post('/api/profiles/grace/follow')
    expect((await commentsOn(article, fan))[0].author.following).toBe(true)
    expect((await commentsOn(article))[0].author.following).toBe(false)
  })

  test('has a text', async () => {
    for (const body of [{}, { comment: {} }, { comment: { body: '' } }, { comment: { body: null } }]) {
      const { status, body: answer } = await comment(body)
      expect([status, answer]).toEqual([422, { errors: { body: ["can't be blank"] } }])
    }
  })

  test.each([
    ['body', { body: 3 }],
    ['body', { body: 'x'.repeat(100_001) }],
    ['author', { body: 'x', author: 'ada' }],
    ['article', { body: 'x', article: 'other' }],
  ])('is refused for its %s', async (name, given) => {
    const answer = await comment({ comment: given })
    expect([answer.status, namesOf(answer)]).toEqual([422, [name]])
  })

  test('needs somebody who is signed in, then an article', async () => {
    expect((await comment({ comment: { body: 'x' } }, blog.visitor)).status).toBe(401)
    expect((await comment({}, blog.visitor, 'nothing')).status).toBe(401)
    expect((await comment({ comment: { body: 'x' } }, grace, 'nothing')).status).toBe(404)
    expect((await blog.visitor.get(pathOf('nothing'))).status).toBe(404)
  })

  test('is announced to the author of the article, and to nobody else', async () => {
    const article = await blog.publish(ada, 'Announced')
    await blog.comment(grace, article, 'knock')
    expect(await subjects(ada)).toContain('grace wrote about Announced')
    expect(await subjects(grace)).not.toContain('Announced')
    const own = await blog.publish(ada, 'Soliloquy')
    await blog.comment(ada, own, 'to myself')
    expect(await subjects(ada)).not.toContain('Soliloquy')
  })
})

describe('removing a comment', () => {
  test('is for its author, not even for the author of the article', async () => {
    const id = await blog.comment(grace, slug, 'mine')
    expect((await blog.visitor.delete(`${pathOf()}/${id}`)).status).toBe(401)
    const other = await ada.delete(`${pathOf()}/${id}`)
    expect([other.status, namesOf(other)]).toEqual([403, ['comment']])
    const { status, text } = await grace.delete(`${pathOf()}/${id}`)
    expect([status, text]).toEqual([204, ''])
    expect((await commentsOn(slug)).map((each: { id: number }) => each.id)).not.toContain(id)
    expect((await grace.delete(`${pathOf()}/${id}`)).status).toBe(404)
  })

  test('finds it only below its own article', async () => {
    const other = await blog.publish(ada, 'Elsewhere')
    const id = await blog.comment(grace, slug, 'here')
    expect((await grace.delete(`${pathOf(other)}/${id}`)).status).toBe(404)
    expect((await grace.delete(`${pathOf('nothing')}/${id}`)).status).toBe(404)
    expect((await commentsOn(slug)).map((each: { id: number }) => each.id)).toContain(id)
  })

  test('needs an id that is one', async () => {
    for (const id of ['999', 'x', '00000000-0000-7000-8000-000000000000'])
      expect((await grace.delete(`${pathOf()}/${id}`)).status).toBe(404)
  })
})
