// The story of hiring over HTTP: stages, interviews, opinions that are formed independently, and salaries that few may see.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callerAt } from '../apps/people.ts'
import type { Caller } from '../apps/people.ts'
import { makeApplicantTrackingSample } from './sample/make-applicant-tracking-sample.ts'
import { readShippedFile, startShipped } from './shipped.ts'
import type { Shipped } from './shipped.ts'

let app: Shipped
let judith: Caller
let marc: Caller
let eva: Caller
let omar: Caller
let nina: Caller
let leo: Caller
let ruth: Caller
let engineer: string

beforeAll(async () => {
  app = await startShipped('applicant-tracking')
  judith = await app.as('judith.stern')
  marc = await app.as('marc.dubois')
  eva = await app.as('eva.lund')
  omar = await app.as('omar.haddad')
  nina = await app.as('nina.petrova')
  leo = await app.as('leo.baumann')
  ruth = await app.as('ruth.adler')
  engineer = (await app.find(marc, '/api/jobs', 'title == "Backend engineer"')).id
})

afterAll(() => app.close())

test('the sample is what its generator writes', () => {
  expect(makeApplicantTrackingSample() === readShippedFile('applicant-tracking.sample.json')).toBe(true)
})

describe('jobs', () => {
  test('that are published are seen without an account, without what they pay', async () => {
    const { body } = await callerAt(app.url).get('/api/jobs?sort=title')
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual([
      'Backend engineer',
      'Field technician',
      'Product designer',
    ])
    expect(Object.keys(body.items[0]).filter((name) => /salary|manager|hired/.test(name))).toEqual([])
    const bySalary = await callerAt(app.url).get(`/api/jobs?filter=${encodeURIComponent('salary_to > "80000"')}`)
    expect(bySalary.status).toBe(400)
  })

  test('show what they pay to their owner and to recruiters, and to no other manager', async () => {
    for (const caller of [eva, marc, judith])
      expect((await caller.get(`/api/jobs/${engineer}`)).body).toMatchObject({
        salary_from: '68000.00',
        salary_to: '84000.00',
      })
    for (const caller of [omar, nina, ruth]) {
      const { status, body } = await caller.get(`/api/jobs/${engineer}`)
      expect([status, body.title, 'salary_to' in body]).toEqual([200, 'Backend engineer', false])
    }
    // A detour shows no more: not by a filter, not by a sum.
    const rich = encodeURIComponent('salary_to > 50000')
    expect((await nina.get(`/api/jobs?filter=${rich}`)).body.items).toEqual([])
    const own = await omar.get(`/api/jobs?filter=${rich}&sort=title`)
    expect(own.body.items.map(({ title }: { title: string }) => title)).toEqual(['Field technician', 'Head of service'])
    const most = await nina.get('/api/jobs/summary?measure=max(salary_to)')
    expect(JSON.stringify(most.body)).not.toMatch(/\d{5}/)
  })

  test('have a range, and a recruiter before they are published', async () => {
    const job = {
      title: 'Tester',
      team: 'Platform',
      place: 'Berlin',
      description: 'You find it first.',
      salary_from: '60000.00',
    }
    const range = await eva.post('/api/jobs', { ...job, salary_to: '50000.00' })
    expect(range.body).toMatchObject({ code: 'RANGE', source: app.citation(5, '| The range is a range |') })
    const made = await eva.post('/api/jobs', { ...job, salary_to: '70000.00' })
    // PostgreSQL leaves out the number of what was refused.
    const number = expect.stringMatching(/^J-00[56]$/)
    expect(made.body).toMatchObject({ status: 'draft', manager: eva.id, number })
    expect((await nina.get(`/api/jobs/${made.body.id}`)).status).toBe(404)
    const published = await marc.post(`/api/jobs/${made.body.id}/publish`)
    expect(published.body).toMatchObject({
      code: 'NO_RECRUITER',
      detail: 'Who looks after Tester? Please name a recruiter first.',
    })
    await eva.patch(`/api/jobs/${made.body.id}`, { recruiter: marc.id })
    expect((await marc.post(`/api/jobs/${made.body.id}/publish`)).body.status).toBe('published')
    const changed = await eva.patch(`/api/jobs/${made.body.id}`, { salary_to: '90000.00' })
    expect(changed.body).toMatchObject({ code: 'PUBLISHED', source: app.citation(6, '| Job owner | Job | update |') })
  })
})

describe('an application', () => {
  test('is seen by recruiters and the owner whole, by interviewers in part, by others not at all', async () => {
    const { id } = await app.find(marc, '/api/applications', 'candidate.name == "Jonah Peters"')
    const path = `/api/applications/${id}`
    for (const caller of [marc, eva]) expect((await caller.get(path)).body.expected_salary).toBe('82000.00')
    const seen = await nina.get(path)
    expect(seen.status).toBe(200)
    for (const field of ['expected_salary', 'rating', 'source']) expect(seen.body).not.toHaveProperty(field)
    for (const caller of [omar, ruth]) expect((await caller.get(path)).status).toBe(404)
    const candidate = String(seen.body.candidate)
    expect((await nina.get(`/api/candidates/${candidate}`)).body).not.toHaveProperty('email')
    expect((await eva.get(`/api/candidates/${candidate}`)).body).toHaveProperty('email')
    expect((await ruth.get(`/api/candidates/${candidate}`)).status).toBe(404)
  })

  test('is there once for a job, and only while it is open', async () => {
    const candidate = await app.find(marc, '/api/candidates', 'name == "Jonah Peters"')
    expect((await marc.post('/api/applications', { candidate: candidate.id, job: engineer })).status).toBe(409)
    const draft = await app.find(marc, '/api/jobs', 'title == "Head of service"')
    const closed = await marc.post('/api/applications', { candidate: candidate.id, job: draft.id })
    expect(closed.body).toMatchObject({
      code: 'JOB_NOT_OPEN',
      source: app.citation(5, '| One applies for what is open |'),
    })
  })

  test('names who recommended it, if somebody did', async () => {
    const candidate = await marc.post('/api/candidates', { name: 'Uma Rai', email: 'uma@mail.example' })
    const silent = await marc.post('/api/applications', {
      candidate: candidate.body.id,
      job: engineer,
      source: 'recommendation',
    })
    expect(silent.body.errors).toEqual([expect.objectContaining({ field: 'recommended_by', code: 'required' })])
  })

  test('comes from the call to the contract', async () => {
    const path = await invited('Ravi Menon')
    const { body: interview } = await marc.post('/api/interviews', meeting(path, '2026-11-21T11:00:00Z', [nina, leo]))
    expect(interview.ends_at).toBe('2026-11-21T12:00:00.000Z')
    expect((await marc.post(`${path}/discuss`)).body).toMatchObject({ code: 'NOT_ALL_HELD' })
    expect((await nina.post(`/api/interviews/${interview.id}/hold`)).body).toMatchObject({ code: 'NOT_YET' })
    app.moveClock(2 * HOUR)
    expect((await nina.post(`/api/interviews/${interview.id}/hold`)).body.status).toBe('held')

    const early = await ruth.post('/api/opinions', {
      interview: interview.id,
      score: 4,
      strengths: 'I heard that he is good.',
    })
    expect(early.status).toBeGreaterThanOrEqual(403)
    expect((await nina.post('/api/opinions', opinion(interview.id, 2))).status).toBe(201)
    const list = `/api/opinions?filter=${encodeURIComponent(`interview.id == "${interview.id}"`)}`
    expect((await leo.get(list)).body.items).toEqual([])
    expect((await leo.post('/api/opinions', opinion(interview.id, 2))).status).toBe(201)
    expect((await leo.get(list)).body.items).toHaveLength(2)
    expect((await leo.post('/api/opinions', opinion(interview.id, 4))).status).toBe(409)

    expect((await eva.post(`${path}/discuss`)).body).toMatchObject({ stage: 'decision', rating: '2.0' })
    const low = await eva.post(`${path}/offer`)
    expect(low.body).toMatchObject({
      code: 'RATED_TOO_LOW',
      detail: 'The interviewers are not convinced: an offer needs a rating of at least 2.5.',
      source: app.citation(4, '| offer | decision |'),
    })
    const mine = await app.find(nina, '/api/opinions', `interview.id == "${interview.id}" and author == me`)
    expect((await nina.patch(`/api/opinions/${mine.id}`, { score: 4 })).status).toBe(200)
    expect((await omar.post(`${path}/offer`)).status).toBe(404)
    expect((await eva.post(`${path}/offer`)).body).toMatchObject({ stage: 'offered', rating: '3.0' })

    const application = path.split('/').at(-1)
    const terms = { application, starts_on: '2027-02-01', valid_until: '2026-12-11' }
    const little = await marc.post('/api/offers', { ...terms, salary: '60000.00' })
    expect(little.body).toMatchObject({ code: 'BELOW_RANGE' })
    const offer = await marc.post('/api/offers', { ...terms, salary: '90000.00' })
    expect(offer.body).toMatchObject({ status: 'draft', salary: '90000.00' })
    const twice = await marc.post('/api/offers', { ...terms, salary: '70000.00' })
    expect(twice.body).toMatchObject({ code: 'ONE_OFFER', source: app.citation(5, '| One offer at a time |') })
    const much = await eva.post(`/api/offers/${offer.body.id}/approve`)
    expect(much.status).toBe(403)
    expect(much.body).toMatchObject({ code: 'NEEDS_HEAD', source: app.citation(4, '| approve | draft |') })
    expect((await judith.post(`/api/offers/${offer.body.id}/approve`)).body).toMatchObject({
      status: 'approved',
      approved_by: judith.id,
    })
    expect((await marc.post(`${path}/hire`)).body).toMatchObject({ code: 'NOT_ACCEPTED' })
    await marc.post(`/api/offers/${offer.body.id}/send-out`)
    expect((await marc.post(`/api/offers/${offer.body.id}/accept`)).body.status).toBe('accepted')
    expect((await marc.post(`${path}/hire`)).body).toMatchObject({ stage: 'hired' })
    expect((await eva.get(`/api/jobs/${engineer}`)).body.hired).toBe(2)
    for (const caller of [nina, leo, omar, ruth])
      expect((await caller.get(`/api/offers/${offer.body.id}`)).status).toBe(404)
    app.moveClock(0)
  })
})

describe('interviews', () => {
  test('do not overlap, for the candidate or for those who interview', async () => {
    const first = await invited('Ana Silva')
    const second = await invited('Ben Novak')
    expect((await marc.post('/api/interviews', meeting(first, '2026-12-01T09:00:00Z', [nina]))).status).toBe(201)
    const busy = await marc.post('/api/interviews', meeting(second, '2026-12-01T09:30:00Z', [leo, nina]))
    expect(busy.status).toBe(409)
    expect(busy.body).toMatchObject({
      code: 'INTERVIEWER_BUSY',
      source: app.citation(5, '| An interviewer is at one place |'),
    })
    const twice = await marc.post('/api/interviews', meeting(first, '2026-12-01T09:59:00Z', [leo]))
    expect(twice.body).toMatchObject({ code: 'TWO_INTERVIEWS' })
    expect((await marc.post('/api/interviews', meeting(second, '2026-12-01T10:00:00Z', [leo, nina]))).status).toBe(201)
  })

  test('are not held by the person who recommended the candidate', async () => {
    const { id } = await app.find(marc, '/api/applications', 'candidate.name == "Tariq Aziz"')
    const kofi = await app.as('kofi.mensah')
    const { status, body } = await marc.post('/api/interviews', meeting(`/${id}`, '2026-12-02T09:00:00Z', [kofi]))
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'BIASED',
      source: app.citation(5, '| Nobody interviews whom they recommended |'),
    })
  })
})

const HOUR = 3_600_000

/** Path of a new application for Backend engineer, in the stage of interviews. */
async function invited(name: string): Promise<string> {
  const candidate = await marc.post('/api/candidates', { name, email: `${name.replace(' ', '.')}@mail.example` })
  const made = await marc.post('/api/applications', {
    candidate: candidate.body.id,
    job: engineer,
    expected_salary: '80000.00',
  })
  expect(made.status).toBe(201)
  const path = `/api/applications/${made.body.id}`
  await marc.post(`${path}/screen`)
  expect((await marc.post(`${path}/invite`)).body.stage).toBe('interviews')
  return path
}

function meeting(application: string, starts: string, interviewers: readonly Caller[]): object {
  return {
    application: application.split('/').at(-1),
    starts_at: starts,
    interviewers: interviewers.map(({ id }) => id),
  }
}

function opinion(interview: string, score: number): object {
  return { interview, score, strengths: 'Knows the subject.' }
}
