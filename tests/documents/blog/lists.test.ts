// Lists of the shipped blog: articles by tag, author and favourite, by pages; tags; favourites.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Blog, Client } from './open-blog.ts'
import { namesOf, openBlog, titlesOf } from './open-blog.ts'

let blog: Blog
let ada: Client
let grace: Client
beforeAll(async () => {
  blog = await openBlog()
  ada = await blog.writer('ada')
  grace = await blog.writer('grace')
  await blog.publish(ada, 'One', ['sea', 'air'])
  await blog.publish(grace, 'Two', ['sea'])
  await blog.publish(ada, 'Three', ['fire'])
  await blog.publish(grace, 'Four')
  await blog.publish(ada, 'Five', ['sea', 'fire'])
})
afterAll(() => blog.stop())

const list = (query = '', caller = blog.visitor) => caller.get(`/api/articles${query}`)
const favorite = (caller: Client, slug: string) => caller.post(`/api/articles/${slug}/favorite`)
const unfavorite = (caller: Client, slug: string) => caller.delete(`/api/articles/${slug}/favorite`)

describe('the list of articles', () => {
  test('is for anyone, the newest first, without the texts', async () => {
    const answer = await list()
    expect([answer.status, titlesOf(answer), answer.body.articlesCount]).toEqual([
      200,
      ['Five', 'Four', 'Three', 'Two', 'One'],
      5,
    ])
    expect(Object.keys(answer.body)).toEqual(['articles', 'articlesCount'])
    expect(answer.body.articles[0]).toEqual({
      slug: 'five',
      title: 'Five',
      description: 'About Five',
      tagList: ['fire', 'sea'],
      createdAt: expect.stringMatching(/^2026-11-21T10:00:05(\.000)?Z$/),
      updatedAt: expect.stringMatching(/^2026-11-21T10:00:05(\.000)?Z$/),
      favorited: false,
      favoritesCount: 0,
      author: { username: 'ada', bio: null, image: null, following: false },
    })
  })

  test.each([
    ['?tag=sea', ['Five', 'Two', 'One']],
    ['?tag=SEA', []],
    ['?tag=nothing', []],
    ['?tag=se%25', []],
    ['?author=ada', ['Five', 'Three', 'One']],
    ['?author=nobody', []],
    ['?author=ada&tag=sea', ['Five', 'One']],
    ['?author=grace&tag=fire', []],
    ['?favorited=nobody', []],
  ])('%s holds %j', async (query, titles) => {
    const answer = await list(query)
    expect([answer.status, titlesOf(answer), answer.body.articlesCount]).toEqual([200, titles, titles.length])
  })

  test.each([
    ['?limit=2', ['Five', 'Four'], 5],
    ['?limit=2&offset=2', ['Three', 'Two'], 5],
    ['?offset=4', ['One'], 5],
    ['?offset=99', [], 5],
    ['?limit=0', [], 5],
    ['?tag=sea&limit=1&offset=1', ['Two'], 3],
  ])('%s is the page %j of %i', async (query, titles, count) => {
    const answer = await list(query)
    expect([titlesOf(answer), answer.body.articlesCount]).toEqual([titles, count])
  })

  test.each(['?limit=1&limit=2', '?page=2', '?filter=true', '?sort=title', '?author%5B%5D=ada'])(
    '%s is not understood',
    async (query) => {
      const answer = await list(query)
      expect([query, answer.status, namesOf(answer).length]).toEqual([query, 400, 1])
    },
  )

  test.each([
    ['?limit=many', ['limit']],
    ['?limit=1.5', ['limit']],
    ['?limit=x&offset=y', ['limit', 'offset']],
  ])('%s names what is wrong', async (query, names) => {
    const answer = await list(query)
    expect([answer.status, namesOf(answer)]).toEqual([422, names])
  })

  test.each(['?limit=-1', '?offset=-5'])('%s never leaves the list', async (query) => {
    const { status, body } = await list(query)
    expect(status).toBeLessThan(500)
    if (status === 200) expect(body.articles.length).toBeLessThanOrEqual(5)
  })

  test('is no way past a text by quotes', async () => {
    const answer = await list(`?author=${encodeURIComponent("' or true or '")}`)
    expect([answer.status, titlesOf(answer)]).toEqual([200, []])
  })
})

describe('a favourite', () => {
  test('needs somebody who is signed in, and an article', async () => {
    for (const send of [favorite, unfavorite]) {
      expect((await send(blog.visitor, 'one')).status).toBe(401)
      expect((await send(blog.visitor, 'nothing')).status).toBe(401)
      expect((await send(ada, 'nothing')).status).toBe(404)
    }
  })

  test('counts once for each person, and is seen as theirs', async () => {
    const linus = await blog.writer('linus')
    for (let time = 0; time < 2; time++) {
      const { status, body } = await favorite(linus, 'one')
      expect([status, body.article.favorited, body.article.favoritesCount]).toEqual([200, true, 1])
      expect(body.article.body).toBe('All of One.')
    }
    expect((await favorite(ada, 'one')).body.article.favoritesCount).toBe(2)
    const seen = async (caller: Client) => {
      const { article } = (await caller.get('/api/articles/one')).body
      return [article.favorited, article.favoritesCount]
    }
    expect([await seen(linus), await seen(grace), await seen(blog.visitor)]).toEqual([
      [true, 2],
      [false, 2],
      [false, 2],
    ])
    expect(titlesOf(await list('?favorited=linus'))).toEqual(['One'])
    expect(titlesOf(await list('?favorited=linus&author=grace'))).toEqual([])
    expect((await list('?favorited=linus', linus)).body.articles[0].favorited).toBe(true)
    for (let time = 0; time < 2; time++) {
      const { status, body } = await unfavorite(linus, 'one')
      expect([status, body.article.favorited, body.article.favoritesCount]).toEqual([200, false, 1])
    }
    expect((await list('?favorited=linus')).body).toEqual({ articles: [], articlesCount: 0 })
  })

  test('does not change when the article was changed', async () => {
    const before = (await blog.visitor.get('/api/articles/two')).body.article
    blog.app.clock.now += 5000
    await favorite(ada, 'two')
    const after = (await blog.visitor.get('/api/articles/two')).body.article
    expect([after.title, after.createdAt]).toEqual([before.title, before.createdAt])
  })

  test('of many at once counts each', async () => {
    const fans = await Promise.all([1, 2, 3, 4, 5].map((each) => blog.writer(`fan${each}`)))
    const statuses = await Promise.all(fans.map(async (fan) => (await favorite(fan, 'four')).status))
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect((await blog.visitor.get('/api/articles/four')).body.article.favoritesCount).toBe(5)
  })
})

describe('the tags', () => {
  test('are for anyone, in order, each once', async () => {
    const { status, body } = await blog.visitor.get('/api/tags')
    expect([status, body]).toEqual([200, { tags: ['air', 'fire', 'sea'] }])
  })

  test('stay when an article goes', async () => {
    const slug = await blog.publish(ada, 'Passing', ['ice'])
    await ada.delete(`/api/articles/${slug}`)
    expect((await blog.visitor.get('/api/tags')).body.tags).toContain('ice')
  })
})
