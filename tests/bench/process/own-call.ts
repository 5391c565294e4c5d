// Measures a call of the document's own, the blog's list of 20 articles, beside the same in Express with the same SQL.
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { compile } from '#shared/compile.ts'
import { hashRevision } from '../../../server/document/current-document.ts'
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite-storage.ts'
import { findFreePort, load, processorTimeOf, startNode, startProduct, stop, waitForAnswer } from '../processes.ts'
import { median } from '../report.ts'
import type { Scenario } from '../scenarios.ts'
import { copyForRound, ensureSeeded, type SeededData } from '../seeded.ts'
import { addSession, SEEDED_AT } from '../verbatim.ts'
import { generateBlogData, READER_TOKEN } from './blog-data.ts'
import { seedBlogDatabase } from './blog-server.ts'
import type { ProcessOptions } from './main.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const DOCUMENT = 'blog.md'
const LIST = '/api/articles?limit=20'
const WARM_UP_SECONDS = 4

interface Contender extends SeededData {
  start(directory: string, port: number): ChildProcess
}

const verbatim: Contender = {
  name: 'blog by Verbatim',
  sources: ['tests/bench/process', 'server/storage', 'shared/model', 'shared/documents/blog.md'],
  async seed(directory) {
    const text = readFileSync(join(root, 'shared/documents', DOCUMENT), 'utf8')
    // One caller is all the load.
    writeFileSync(join(directory, DOCUMENT), text.replace('| 600 per minute |', '| 1,000,000,000 per minute |'))
    mkdirSync(join(directory, 'data'))
    await seedArticles(directory)
  },
  start: (directory, port) =>
    startProduct(
      [
        ...[join(directory, DOCUMENT), '--data', join(directory, 'data')],
        ...['--host', '127.0.0.1', '--port', String(port), '--empty'],
      ],
      { LOG_LEVEL: 'error', BUDGET_FACTOR: '0' },
    ),
}

const express: Contender = {
  name: 'blog in Express',
  sources: ['tests/bench/process'],
  seed: async (directory) => seedBlogDatabase(join(directory, 'blog.db')),
  start: (directory, port) =>
    startNode([fileURLToPath(new URL('blog-server.ts', import.meta.url)), join(directory, 'blog.db'), String(port)]),
}

export async function measureOwnCall({ rounds, seconds, fresh }: ProcessOptions): Promise<string> {
  const contenders = [verbatim, express]
  const seeded = new Map<Contender, string>()
  for (const contender of contenders) seeded.set(contender, await ensureSeeded(contender, fresh))
  const rates = new Map(contenders.map((contender) => [contender, [] as number[]]))
  const costs = new Map(contenders.map((contender) => [contender, [] as number[]]))
  const answers: unknown[] = []
  for (let round = 0; round < rounds; round++)
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const port = await findFreePort()
      const server = contender.start(copyForRound(seeded.get(contender) ?? ''), port)
      try {
        await waitForAnswer(server, port, LIST, READER_TOKEN, 'Token')
        if (round === 0) answers.push(await readList(port))
        await load(SCENARIO, port, WARM_UP_SECONDS)
        const before = processorTimeOf(server) ?? 0
        const result = await load(SCENARIO, port, seconds)
        if (result.failures > 0) throw new Error(`${contender.name}: ${result.failures} requests failed.`)
        rates.get(contender)?.push(result.perSecond)
        costs.get(contender)?.push((((processorTimeOf(server) ?? 0) - before) * 1_000_000) / result.answers)
      } finally {
        await stop(server)
      }
    }
  if (!isDeepStrictEqual(answers[0], answers[1])) throw new Error('The two servers list different articles.')
  const [own, other] = contenders.map((contender) => median(rates.get(contender) ?? []))
  const [ownCost, otherCost] = contenders.map((contender) => median(costs.get(contender) ?? []))
  return `own call, 20 articles with author, tags and counts: ${Math.round(own ?? 0)}/s, Express ${Math.round(other ?? 0)}/s (ratio ${((own ?? 0) / (other ?? 1)).toFixed(2)}; to reach: 1.3); processor ${Math.round(ownCost ?? 0)} and ${Math.round(otherCost ?? 0)} µs a request`
}

const SCENARIO: Scenario = {
  name: 'articles',
  scheme: 'Token',
  requests: Array.from({ length: 50 }, (_, page) => ({
    method: 'GET',
    path: `${LIST}&offset=${page * 20}`,
    token: READER_TOKEN,
  })),
  answer: 'same',
}

async function readList(port: number): Promise<unknown> {
  const headers = { authorization: `Token ${READER_TOKEN}` }
  return await (await fetch(`http://127.0.0.1:${port}${LIST}`, { headers })).json()
}

async function seedArticles(directory: string): Promise<void> {
  const text = readFileSync(join(directory, DOCUMENT), 'utf8')
  const { model, diagnostics } = compile(text)
  if (model === undefined) throw new Error(`The blog does not compile: ${diagnostics[0]?.message}`)
  const storage = await openSqliteStorage({
    directory: join(directory, 'data'),
    model,
    revision: hashRevision(text),
    now: () => SEEDED_AT,
  })
  const data = generateBlogData()
  const standardAt = (at: string, by: string) => ({
    _version: 1,
    created_at: at,
    created_by: by,
    updated_at: at,
    updated_by: by,
  })
  await storage.write(async (transaction) => {
    for (const { follows: _, ...person } of data.people)
      await transaction.insert('Person', {
        ...standardAt(SEEDED_AT, person.id),
        ...person,
        name: person.username,
        image: null,
        follows: [],
        roles: ['Writer'],
        active: true,
      })
    for (const { id, follows } of data.people) await transaction.update('Person', id, { follows, _version: 2 })
    for (const tag of data.tags)
      await transaction.insert('Tag', { ...standardAt(SEEDED_AT, data.people[0]?.id ?? ''), ...tag })
    await addSession(transaction, READER_TOKEN, { id: data.people[0]?.id ?? '' })
  })
  let commands: Promise<void>[] = []
  for (const article of data.articles()) {
    commands.push(
      storage.write((transaction) =>
        transaction.insert('Article', { ...standardAt(article.created_at, article.author), ...article }),
      ),
    )
    if (commands.length < 200) continue
    await Promise.all(commands)
    commands = []
  }
  await Promise.all(commands)
  await storage.close()
}
