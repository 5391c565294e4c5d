// Profiles, follows and the feed of the shipped blog.
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
})
afterAll(() => blog.stop())

const profile = (name: string, caller = blog.visitor) => caller.get(`/api/profiles/${name}`)
const follow = (caller: Client, name: string) => caller.post(`/api/profiles/${name}/follow`)
const unfollow = (caller: Client, name: string) => caller.delete(`/api/profiles/${name}/follow`)

describe('a profile', () => {
  test('shows anyone the name, the bio and the picture, and no address', async () => {
    const { status, body } = await profile('ada')
    expect([status, body]).toEqual([200, { profile: { username: 'ada', bio: null, image: null, following: false } }])
  })

  test('is not found by another name', async () => {
    for (const name of ['nobody', 'ADA', encodeURIComponent('a/b'), '%F0%9F%90%9F', 'x'.repeat(300)]) {
      const answer = await profile(name)
      expect([name, answer.status, namesOf(answer)]).toEqual([name, 404, ['profile']])
    }
  })

  test('is found by a name with spaces and accents', async () => {
    await blog.writer('Zoë of the hills')
    expect((await profile(encodeURIComponent('Zoë of the hills'))).body.profile.username).toBe('Zoë of the hills')
  })
})

describe('following', () => {
  test('needs somebody who is signed in, before the name is looked for', async () => {
    for (const name of ['ada', 'nobody']) {
      expect((await follow(blog.visitor, name)).status).toBe(401)
      expect((await unfollow(blog.visitor, name)).status).toBe(401)
    }
  })

  test('needs somebody to follow', async () => {
    expect((await follow(ada, 'nobody')).status).toBe(404)
    expect((await unfollow(ada, 'nobody')).status).toBe(404)
  })

  test('is seen by the follower only, once or twice, until it ends', async () => {
    const linus = await blog.writer('linus')
    for (let time = 0; time < 2; time++) {
      const { status, body } = await follow(linus, 'ada')
      expect([status, body.profile]).toEqual([200, { username: 'ada', bio: null, image: null, following: true }])
    }
    expect((await profile('ada', linus)).body.profile.following).toBe(true)
    expect((await profile('ada', grace)).body.profile.following).toBe(false)
    expect((await profile('linus', ada)).body.profile.following).toBe(false)
    for (let time = 0; time < 2; time++) {
      const { status, body } = await unfollow(linus, 'ada')
      expect([status, body.profile.following]).toEqual([200, false])
    }
    expect((await profile('ada', linus)).body.profile.following).toBe(false)
  })

  test('takes no body', async () => {
    const answer = await ada.post('/api/profiles/grace/follow', { reason: 'good texts' })
    expect([answer.status, namesOf(answer)]).toEqual([422, ['reason']])
    expect((await profile('grace', ada)).body.profile.following).toBe(false)
  })
})

describe('the feed', () => {
  test('needs somebody who is signed in', async () => {
    expect((await blog.visitor.get('/api/articles/feed')).status).toBe(401)
  })

  test('is empty for who follows nobody', async () => {
    await blog.publish(grace, 'Unread')
    const lone = await blog.writer('lone')
    expect((await lone.get('/api/articles/feed')).body).toEqual({ articles: [], articlesCount: 0 })
  })

  test('holds the articles of those who are followed, the newest first, by pages', async () => {
    const [reader, left, right, other] = await Promise.all(
      ['reader', 'left', 'right', 'other'].map((each) => blog.writer(each)),
    )
    for (const [writer, title] of [
      [left, 'L1'],
      [right, 'R1'],
      [other, 'O1'],
      [left, 'L2'],
      [reader, 'mine'],
    ] as const)
      await blog.publish(writer!, title)
    await follow(reader!, 'left')
    await follow(reader!, 'right')
    const feed = (query = '') => reader!.get(`/api/articles/feed${query}`)
    const whole = await feed()
    expect([titlesOf(whole), whole.body.articlesCount]).toEqual([['L2', 'R1', 'L1'], 3])
    expect(whole.body.articles.map((each: { author: { following: boolean } }) => each.author.following)).toEqual([
      true,
      true,
      true,
    ])
    expect(whole.body.articles[0].body).toBeUndefined()
    const part = await feed('?limit=1&offset=1')
    expect([titlesOf(part), part.body.articlesCount]).toEqual([['R1'], 3])
    expect((await feed('?limit=5&offset=3')).body).toEqual({ articles: [], articlesCount: 3 })
    await unfollow(reader!, 'left')
    expect(titlesOf(await feed())).toEqual(['R1'])
    expect((await feed('?tag=x')).status).toBe(400)
  })

  test('holds 20 where nothing else is said', async () => {
    const [busy, fan] = await Promise.all(['busy', 'fan'].map((each) => blog.writer(each)))
    for (let number = 1; number <= 21; number++) await blog.publish(busy!, `Part ${number}`)
    await follow(fan!, 'busy')
    const { body } = await fan!.get('/api/articles/feed')
    expect([body.articles.length, body.articles[0].title, body.articlesCount]).toEqual([20, 'Part 21', 21])
  })
})
