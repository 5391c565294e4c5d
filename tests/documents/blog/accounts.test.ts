// Accounts of the shipped blog: signing up and in, the caller's account, and what is refused there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Blog, Client } from './open-blog.ts'
import { PASSWORD, emailOf, namesOf, openBlog } from './open-blog.ts'

let blog: Blog
let ada: Client
beforeAll(async () => {
  blog = await openBlog()
  ada = await blog.writer('ada')
})
afterAll(() => blog.stop())

const signUp = (user: object) => blog.visitor.post('/api/users', { user })
const signIn = (user: object) => blog.visitor.post('/api/users/login', { user })
const change = (user: object, caller = ada) => caller.put('/api/user', { user })

describe('who signs up', () => {
  test('gets an account in the words of the document, and a token', async () => {
    const { status, body } = await signUp({ username: 'grace', email: emailOf('grace'), password: PASSWORD })
    expect(status).toBe(201)
    expect(body).toEqual({
      user: {
        email: emailOf('grace'),
        token: expect.stringMatching(/^.{20,}$/),
        username: 'grace',
        bio: null,
        image: null,
      },
    })
  })

  test('may write at once', async () => {
    const linus = await blog.writer('linus')
    expect(await blog.publish(linus, 'Hello from Linus')).toBe('hello-from-linus')
  })

  test.each(['username', 'email', 'password'])('gives a %s', async (missing) => {
    const user = { username: 'nobody', email: emailOf('nobody'), password: PASSWORD, [missing]: undefined }
    const { status, body } = await signUp(user)
    expect([status, body]).toEqual([422, { errors: { [missing]: ["can't be blank"] } }])
  })

  test('learns all at once what is missing', async () => {
    const blank = ["can't be blank"]
    for (const body of [{}, { user: {} }, { user: { username: '', email: null } }])
      expect((await blog.visitor.post('/api/users', body)).body).toEqual({
        errors: { username: blank, email: blank, password: blank },
      })
  })

  test('learns only that the name is missing, though there are people without one', async () => {
    await blog.app.as('', 'No Username')
    const { status, body } = await signUp({ email: emailOf('nameless'), password: PASSWORD })
    expect([status, body]).toEqual([422, { errors: { username: ["can't be blank"] } }])
  })

  test('takes a name that is free', async () => {
    const { status, body } = await signUp({ username: 'ada', email: emailOf('other'), password: PASSWORD })
    expect([status, body]).toEqual([409, { errors: { username: ['has already been taken'] } }])
  })

  test('takes an address that is free, however it is written', async () => {
    for (const email of [emailOf('ada'), emailOf('ADA')])
      expect((await signUp({ username: 'second', email, password: PASSWORD })).body).toEqual({
        errors: { email: ['has already been taken'] },
      })
  })

  test('learns of a taken name and a taken address together', async () => {
    const answer = await signUp({ username: 'ada', email: emailOf('ada'), password: PASSWORD })
    expect([answer.status, namesOf(answer)]).toEqual([409, ['email', 'username']])
  })

  test('gives an address that is one', async () => {
    const answer = await signUp({ username: 'odd', email: 'no address', password: PASSWORD })
    expect([answer.status, namesOf(answer)]).toEqual([422, ['email']])
  })

  test('gives a name of at most 40 characters', async () => {
    const answer = await signUp({ username: 'x'.repeat(41), email: emailOf('long'), password: PASSWORD })
    expect([answer.status, namesOf(answer)]).toEqual([422, ['username']])
    expect((await signUp({ username: 'x'.repeat(40), email: emailOf('long'), password: PASSWORD })).status).toBe(201)
  })

  test('gives a password that is none of the simplest', async () => {
    const answer = await signUp({ username: 'short', email: emailOf('short'), password: 'abc' })
    expect([answer.status, namesOf(answer)]).toEqual([422, ['password']])
    expect((await signIn({ email: emailOf('short'), password: 'abc' })).status).toBe(401)
  })

  test('chooses no roles, and nothing else that is not asked', async () => {
    for (const extra of [{ roles: ['Administrator'] }, { bio: 'Hello' }, { active: true }]) {
      const answer = await signUp({ username: 'eve', email: emailOf('eve'), password: PASSWORD, ...extra })
      expect([answer.status, namesOf(answer)]).toEqual([422, Object.keys(extra)])
    }
    expect((await blog.visitor.get('/api/profiles/eve')).status).toBe(404)
  })

  test('is the only one of three who take a name at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((each) => signUp({ username: 'twin', email: emailOf(`twin${each}`), password: PASSWORD })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409)) expect(namesOf(answer)).toEqual(['username'])
  })
})

describe('who signs in', () => {
  test('gets the account and a token of their own', async () => {
    const { status, body } = await signIn({ email: emailOf('ada'), password: PASSWORD })
    expect([status, body.user.username]).toEqual([200, 'ada'])
    expect(body.user.token).not.toBe(ada.token)
    expect((await blog.authorized(`Token ${body.user.token}`).get('/api/user')).body.user.username).toBe('ada')
    expect((await ada.get('/api/user')).status).toBe(200)
  })

  test('is refused alike with a wrong password and without an account', async () => {
    const wrong = await signIn({ email: emailOf('ada'), password: 'another sentence' })
    const unknown = await signIn({ email: emailOf('not.here'), password: PASSWORD })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.body).toEqual({ errors: { credentials: ['invalid'] } })
    expect(JSON.stringify(wrong.body)).not.toContain('token')
  })

  test.each(['email', 'password'])('gives the %s', async (missing) => {
    const { status, body } = await signIn({ email: emailOf('ada'), password: PASSWORD, [missing]: undefined })
    expect([status, body]).toEqual([422, { errors: { [missing]: ["can't be blank"] } }])
  })

  test('gives both, or learns that both are missing', async () => {
    const answer = await blog.visitor.post('/api/users/login', {})
    expect([answer.status, namesOf(answer)]).toEqual([422, ['email', 'password']])
  })
})

describe('a token', () => {
  test('stands after the word Token, or Bearer', async () => {
    for (const word of ['Token', 'token', 'Bearer'])
      expect((await blog.authorized(`${word} ${ada.token}`).get('/api/user')).status).toBe(200)
    for (const header of [`Basic ${ada.token}`, ada.token, 'Token', `Token ${ada.token}x`, 'Token x']) {
      const answer = await blog.authorized(header).get('/api/user')
      expect([header, answer.status, namesOf(answer)]).toEqual([header, 401, ['token']])
    }
  })

  test('that is none is refused even where anyone may call', async () => {
    expect((await blog.authorized('Token nonsense').get('/api/articles')).status).toBe(401)
  })
})

describe("the caller's account", () => {
  test('stands at /api/user with the token that was sent', async () => {
    const { status, body } = await ada.get('/api/user')
    expect([status, body]).toEqual([
      200,
      { user: { email: emailOf('ada'), token: ada.token, username: 'ada', bio: null, image: null } },
    ])
  })

  test('needs somebody who is signed in, whatever is sent', async () => {
    expect((await blog.visitor.get('/api/user')).status).toBe(401)
    expect((await blog.visitor.put('/api/user', { user: { bio: 'x' } })).status).toBe(401)
    expect((await blog.visitor.put('/api/user', { user: { nonsense: 1 } })).status).toBe(401)
  })

  test('changes in what is given, and stays in the rest', async () => {
    const mary = await blog.writer('mary')
    const image = 'https://example.com/mary.png'
    expect((await change({ bio: 'I write.', image }, mary)).body.user).toMatchObject({
      username: 'mary',
      bio: 'I write.',
      image,
    })
    expect((await change({ username: 'mary.s' }, mary)).body.user).toMatchObject({
      username: 'mary.s',
      bio: 'I write.',
    })
    for (const body of [{}, { user: {} }, { user: { unknown: 1 } }])
      expect((await mary.put('/api/user', body)).body.user).toMatchObject({
        username: 'mary.s',
        bio: 'I write.',
        image,
      })
    expect((await mary.get('/api/user')).body.user).toMatchObject({ username: 'mary.s', bio: 'I write.', image })
    expect((await blog.visitor.get('/api/profiles/mary')).status).toBe(404)
    expect((await blog.visitor.get('/api/profiles/mary.s')).body.profile.bio).toBe('I write.')
  })

  test('keeps a name that nobody else has', async () => {
    await blog.writer('barbara')
    const answer = await change({ username: 'barbara' })
    expect([answer.status, answer.body]).toEqual([409, { errors: { username: ['has already been taken'] } }])
    expect((await change({ username: 'ada' })).status).toBe(200)
  })

  test.each([
    ['username', 'x'.repeat(41)],
    ['bio', 'x'.repeat(1001)],
    ['image', 'no address'],
    ['image', 'javascript:alert(1)'],
    ['bio', 5],
    ['email', 'other@example.com'],
  ])('refuses the %s %s', async (name, value) => {
    const answer = await change({ [name]: value, ...(name === 'bio' ? {} : { bio: 'kept out' }) })
    expect([answer.status, namesOf(answer)]).toEqual([422, [name]])
    expect((await ada.get('/api/user')).body.user).toMatchObject({ email: emailOf('ada'), username: 'ada', bio: null })
  })

  test('is emptied by what is sent empty', async () => {
    const image = 'https://example.com/rosa.png'
    const rosa = await blog.writer('rosa')
    await change({ bio: 'I write.', image }, rosa)
    expect((await change({ bio: '', email: emailOf('ROSA') }, rosa)).body.user).toMatchObject({ bio: null, image })
    expect((await change({ image: null }, rosa)).body.user).toMatchObject({ bio: null, image: null })
    for (const username of ['', null])
      expect((await change({ username }, rosa)).body).toEqual({ errors: { username: ["can't be blank"] } })
  })

  test('has its password changed by who proves the present one', async () => {
    const lise = await blog.writer('lise')
    const password = 'quite another sentence'
    const elsewhere = await signIn({ email: emailOf('lise'), password: PASSWORD })
    expect((await change({ password }, lise)).body).toEqual({ errors: { currentPassword: ["can't be blank"] } })
    const wrong = await change({ password, currentPassword: 'a guess' }, lise)
    expect([wrong.status, namesOf(wrong)]).toEqual([422, ['currentPassword']])
    const weak = await change({ password: 'abc', currentPassword: PASSWORD, bio: 'kept out' }, lise)
    expect([weak.status, namesOf(weak)]).toEqual([422, ['password']])
    const changed = await change({ password, currentPassword: PASSWORD, bio: 'Changed.' }, lise)
    expect([changed.status, changed.body.user]).toMatchObject([200, { token: lise.token, bio: 'Changed.' }])
    expect((await lise.get('/api/user')).status).toBe(200)
    expect((await blog.authorized(`Token ${elsewhere.body.user.token}`).get('/api/user')).status).toBe(401)
    expect((await signIn({ email: emailOf('lise'), password: PASSWORD })).status).toBe(401)
    expect((await signIn({ email: emailOf('lise'), password })).status).toBe(200)
  })

  test('takes a bio of 1000 characters', async () => {
    const { body } = await change({ bio: 'é'.repeat(1000) }, await blog.writer('talker'))
    expect(body.user.bio).toHaveLength(1000)
  })
})
