// Articles of the shipped blog: publishing, reading by slug, changing, removing, and whose they are.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Blog, Client } from './open-blog.ts'
import { namesOf, openBlog } from './open-blog.ts'

let blog: Blog
let ada: Client
let grace: Client
beforeAll(async () => {
  blog = await openBlog()
  ada = await blog.writer('ada')
  grace = await blog.writer('grace')
})
afterAll(() => blog.stop())

const write = (article: object, caller = ada) => caller.post('/api/articles', { article })
const read = (slug: string, caller = blog.visitor) => caller.get(`/api/articles/${slug}`)
const change = (slug: string, article: object, caller = ada) => caller.put(`/api/articles/${slug}`, { article })
const text = { title: 'A title', description: 'What it is', body: '# All\n\nof *it*.' }

describe('an article', () => {
  test('is published whole, with its tags in order', async () => {
    const title = 'How to train your dragon'
    const { status, body } = await write({ ...text, title, tagList: ['training', 'dragons'] })
    const now = new Date(blog.app.clock.now).toISOString()
    expect(status).toBe(201)
    expect(body).toEqual({
      article: {
        slug: 'how-to-train-your-dragon',
        title,
        description: 'What it is',
        body: '# All\n\nof *it*.',
        tagList: ['dragons', 'training'],
        createdAt: now,
        updatedAt: now,
        favorited: false,
        favoritesCount: 0,
        author: { username: 'ada', bio: null, image: null, following: false },
      },
    })
    expect((await read('how-to-train-your-dragon')).body).toEqual(body)
  })

  test('needs no tags', async () => {
    expect((await write({ ...text, title: 'Without' })).body.article.tagList).toEqual([])
    expect((await write({ ...text, title: 'With none', tagList: [] })).body.article.tagList).toEqual([])
    expect((await write({ ...text, title: 'With nothing', tagList: null })).body.article.tagList).toEqual([])
  })

  test('takes each tag once, and tags that are there', async () => {
    await write({ ...text, title: 'Tags one', tagList: ['sea', 'sea', 'air'] })
    const { body } = await write({ ...text, title: 'Tags two', tagList: ['sea', 'fire'] }, grace)
    expect(body.article.tagList).toEqual(['fire', 'sea'])
    expect((await read('tags-one')).body.article.tagList).toEqual(['air', 'sea'])
  })

  test('has an address of its own, where titles are alike', async () => {
    const slugs = []
    for (const caller of [ada, grace, ada])
      slugs.push((await write({ ...text, title: 'Same, same!' }, caller)).body.article.slug)
    expect(slugs[0]).toBe('same-same')
    expect(new Set(slugs).size).toBe(3)
    for (const slug of slugs) expect((await read(slug)).body.article.slug).toBe(slug)
  })

  test('may have a title in any script', async () => {
    const { status, body } = await write({ ...text, title: 'Über die Brücke 東京' })
    expect(status).toBe(201)
    expect((await read(encodeURIComponent(body.article.slug))).body.article.title).toBe('Über die Brücke 東京')
  })

  test('keeps the fixed addresses of the calls', async () => {
    const { body } = await write({ ...text, title: 'Feed' })
    const { slug } = body.article
    expect((await ada.get('/api/articles/feed')).body).toHaveProperty('articlesCount')
    if (slug !== 'feed') expect((await read(slug)).status).toBe(200)
  })

  test('is not found by another address', async () => {
    for (const slug of ['nothing', 'HOW-TO-TRAIN-YOUR-DRAGON', '..%2Fusers', '0']) {
      const answer = await read(slug)
      expect([slug, answer.status, namesOf(answer)]).toEqual([slug, 404, ['article']])
    }
  })
})

describe('publishing', () => {
  test('needs somebody who is signed in, whatever is sent', async () => {
    for (const article of [text, {}, { nonsense: true }]) {
      const answer = await write(article, blog.visitor)
      expect([answer.status, namesOf(answer)]).toEqual([401, ['token']])
    }
  })

  test.each(['title', 'description', 'body'])('needs a %s', async (missing) => {
    for (const blank of [undefined, null, '']) {
      const { status, body } = await write({ ...text, [missing]: blank })
      expect([status, body]).toEqual([422, { errors: { [missing]: ["can't be blank"] } }])
    }
  })

  test('says all at once what is missing', async () => {
    for (const body of [{}, { article: {} }]) {
      const answer = await ada.post('/api/articles', body)
      expect([answer.status, namesOf(answer)]).toEqual([422, ['body', 'description', 'title']])
    }
  })

  test.each([
    ['title', 'x'.repeat(201)],
    ['description', 'x'.repeat(501)],
    ['body', 'x'.repeat(100_001)],
    ['title', 5],
    ['title', ['a']],
    ['title', 'two\nlines'],
    ['description', { a: 1 }],
    ['body', false],
    ['tagList', 'dragons'],
    ['tagList', [1]],
    ['slug', 'of-my-own'],
    ['author', 'grace'],
    ['favoritesCount', 9],
    ['createdAt', '2020-01-01T00:00:00Z'],
  ])('refuses this %s', async (name, value) => {
    const answer = await write({ ...text, [name]: value })
    expect([answer.status, namesOf(answer)]).toEqual([422, [name]])
  })

  test('takes texts as long as may be', async () => {
    const long = { title: 'y'.repeat(200), description: 'x'.repeat(500), body: 'x'.repeat(100_000) }
    const { status, body } = await write(long)
    expect([status, body.article.body.length]).toEqual([201, 100_000])
  })

  test('leaves nothing behind when a tag is refused', async () => {
    const answer = await write({ ...text, title: 'Half done', tagList: ['whole', 'x'.repeat(41)] })
    expect(answer.status).toBe(422)
    expect(namesOf(answer)).toHaveLength(1)
    expect((await read('half-done')).status).toBe(404)
    expect((await blog.visitor.get('/api/tags')).body.tags).not.toContain('whole')
  })

  test('happens once for one Idempotency-Key', async () => {
    const send = (title: string) => write({ ...text, title }).set('Idempotency-Key', 'once-1')
    const first = await send('Only once')
    const second = await send('Only once')
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(
      (await blog.visitor.get('/api/articles?author=ada&limit=100')).body.articles.filter(
        (each: { title: string }) => each.title === 'Only once',
      ),
    ).toHaveLength(1)
    const other = await send('Another text')
    expect([other.status, namesOf(other)]).toEqual([422, ['invalid']])
  })
})

describe('changing an article', () => {
  test('changes what is given, and when', async () => {
    const slug = await blog.publish(ada, 'Before', ['kept'])
    const { createdAt } = (await read(slug)).body.article
    blog.app.clock.now += 60_000
    const { status, body } = await change(slug, { body: 'New text.' })
    expect(status).toBe(200)
    expect(body.article).toMatchObject({
      title: 'Before',
      description: 'About Before',
      body: 'New text.',
      tagList: ['kept'],
      createdAt,
    })
    expect(body.article.updatedAt).toBe(new Date(blog.app.clock.now).toISOString())
    expect((await read(slug)).body).toEqual(body)
    const both = (await change(slug, { description: 'D', body: 'B' })).body.article
    expect([both.description, both.body]).toEqual(['D', 'B'])
  })

  test('with a new title keeps it readable by the slug of the answer', async () => {
    const slug = await blog.publish(ada, 'Old name')
    const { article } = (await change(slug, { title: 'New name' })).body
    expect(article.title).toBe('New name')
    expect((await read(article.slug)).body.article.title).toBe('New name')
  })

  test('changes nothing where nothing is given, and refuses to empty what it needs', async () => {
    const slug = await blog.publish(ada, 'Steady')
    for (const body of [{}, { article: {} }, { article: { favorited: true } }]) {
      const { status, body: answer } = await ada.put(`/api/articles/${slug}`, body)
      expect([status, answer.article.title, answer.article.description]).toEqual([200, 'Steady', 'About Steady'])
    }
    const empty = await change(slug, { title: '', description: null, tagList: null })
    expect([empty.status, namesOf(empty)]).toEqual([422, ['description', 'tagList', 'title']])
  })

  test('changes its tags, and takes them away', async () => {
    const slug = await blog.publish(ada, 'Tagged', ['one', 'two'])
    expect((await change(slug, { tagList: ['two', 'three'] })).body.article.tagList).toEqual(['three', 'two'])
    expect((await change(slug, { body: 'Untouched tags.' })).body.article.tagList).toEqual(['three', 'two'])
    expect((await change(slug, { tagList: [] })).body.article.tagList).toEqual([])
    expect((await read(slug)).body.article.tagList).toEqual([])
  })

  test.each([
    ['title', 'x'.repeat(201)],
    ['description', 7],
    ['tagList', 'new'],
  ])('refuses this %s', async (name, value) => {
    const slug = await blog.publish(ada, `Refusing ${name}`)
    const answer = await change(slug, { body: 'unseen', [name]: value })
    expect([answer.status, namesOf(answer)]).toEqual([422, [name]])
    expect((await read(slug)).body.article.body).toBe(`All of Refusing ${name}.`)
  })

  test('is for its author: 401, 404 and 403 for others, in this order', async () => {
    const slug = await blog.publish(ada, 'Mine')
    expect((await change(slug, { title: 'x' }, blog.visitor)).status).toBe(401)
    expect((await change('nothing', { title: 'x' }, blog.visitor)).status).toBe(401)
    expect((await change('nothing', { title: 'x' })).status).toBe(404)
    const other = await change(slug, { title: 'Taken over' }, grace)
    expect([other.status, namesOf(other)]).toEqual([403, ['article']])
    expect((await change(slug, { title: 5 }, grace)).status).toBe(403)
    expect((await read(slug)).body.article.title).toBe('Mine')
  })
})

describe('removing an article', () => {
  test('is for its author: 401, 404 and 403 for others, in this order', async () => {
    const slug = await blog.publish(ada, 'Not yours')
    expect((await blog.visitor.delete(`/api/articles/${slug}`)).status).toBe(401)
    expect((await grace.delete('/api/articles/nothing')).status).toBe(404)
    expect((await grace.delete(`/api/articles/${slug}`)).status).toBe(403)
    expect((await read(slug)).status).toBe(200)
  })

  test('takes it and its comments away, and answers without a body', async () => {
    const slug = await blog.publish(ada, 'Short life')
    const id = await blog.comment(grace, slug, 'Nice')
    const { status, text: body } = await ada.delete(`/api/articles/${slug}`)
    expect([status, body]).toEqual([204, ''])
    expect((await read(slug)).status).toBe(404)
    expect((await blog.visitor.get(`/api/articles/${slug}/comments`)).status).toBe(404)
    expect((await blog.visitor.get(`/api/comments/number/${id}`)).status).toBe(404)
    expect((await ada.delete(`/api/articles/${slug}`)).status).toBe(404)
    expect((await change(slug, { title: 'x' })).status).toBe(404)
  })

  test('leaves its title free', async () => {
    const slug = await blog.publish(ada, 'Again and again')
    await ada.delete(`/api/articles/${slug}`)
    const next = await blog.publish(ada, 'Again and again')
    expect((await read(next)).body.article.title).toBe('Again and again')
  })
})
