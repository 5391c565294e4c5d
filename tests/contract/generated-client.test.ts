// A client that a public generator makes of a description compiles under `--strict`, and a typed program runs with it.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeApi } from '../../server/api/openapi/describe-api.ts'
import { FIXED_ROUTES } from '../../server/api/router.ts'
import { runDocument } from '../../server/document/current-document.ts'
import { actorWithRoles, ADMINISTRATOR } from '../../shared/policy/actor.ts'
import { startDesk } from '../apps/people-app.ts'
import { sampleOf } from '../apps/people-sample.ts'
import { readShippedFile } from '../documents/shipped.ts'
import { compileDocument } from '../helpers/compile-document.ts'
import { SHIPPED } from './shipped-api.ts'

const run = promisify(execFile)
const tool = (path: string): string => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url))
const PROGRAM = new URL('typed-program.txt', import.meta.url)
const STRICT = '--noEmit --strict --allowImportingTsExtensions --module nodenext --target es2024 --lib es2024,dom'
/** The long run takes all. */
const DOCUMENTS = process.env['CONTRACT'] === 'all' ? SHIPPED : ['helpdesk', 'blog']

const WRONG = `import { client, type Ticket } from './client.ts'
const ticket: Ticket = await client.create_Ticket({ body: { subject: 1, description: 'It burns.' } })
export const [status, none] = [ticket.status === 'lost', ticket.colour]
`

/** Lines of the compiler's output. */
let errors: readonly string[]

const directory = mkdtempSync(join(tmpdir(), 'verbatim-client-'))
afterAll(() => rmSync(directory, { recursive: true }))

beforeAll(async () => {
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }')
  for (const name of DOCUMENTS) await generateClient(name, ADMINISTRATOR, `${name}.ts`)
  await generateClient('helpdesk', 'Agent', 'client.ts')
  cpSync(PROGRAM, join(directory, 'program.ts'))
  writeFileSync(join(directory, 'wrong.ts'), WRONG)
  errors = await compileStrictly([...DOCUMENTS.map((name) => `${name}.ts`), 'program.ts', 'wrong.ts'])
})

test('the clients of shipped documents, and a program, compile under --strict', () => {
  expect(errors.filter((line) => !line.startsWith('wrong.ts('))).toEqual([])
})

test('a program that mixes up types does not compile', () => {
  const codes = errors.map((line) => /^wrong\.ts\(\d+,\d+\): error (TS\d+)/.exec(line)?.[1])
  expect(codes.filter((code) => code !== undefined)).toEqual(['TS2322', 'TS2367', 'TS2339'])
})

test('the program signs in, reads, writes, does a step, and meets a refusal', async () => {
  const sample = sampleOf(readShippedFile('helpdesk.sample.json'))
  const desk = await startDesk({ sample: { ...sample, actions: sample.actions.slice(0, 200) } })
  const agent = sample.people.find(({ roles }) => roles.includes('Agent'))
  const given = [desk.url, agent?.email ?? '', sample.password ?? '']
  const { stdout } = await run(process.execPath, [join(directory, 'program.ts'), ...given], { cwd: directory })
  await desk.close()
  expect(JSON.parse(stdout)).toEqual({
    listed: 3,
    created: 'new',
    updated: ['high', true],
    stale: [412, 'changed_meanwhile'],
    taken: ['open', agent?.name],
    refused: [422, 'invalid', ['subject']],
  })
})

async function compileStrictly(files: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run(
    tool('.bin/tsc'),
    [...STRICT.split(' '), '--typeRoots', tool('@types'), '--types', 'node', ...files],
    { cwd: directory },
  ).catch((failed: { readonly stdout: string }) => failed)
  return stdout.split('\n').filter((line) => line !== '')
}

async function generateClient(name: string, role: string, file: string): Promise<void> {
  const text = readShippedFile(`${name}.md`)
  const model = compileDocument(text)
  const description = describeApi(runDocument(`${name}.md`, text, model), actorWithRoles(model, [role]), FIXED_ROUTES)
  const described = join(directory, `${file}.json`)
  writeFileSync(described, JSON.stringify(description))
  const options = ['generate-client', described, '--output', join(directory, file), '--import-ext', 'ts']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  await run(process.execPath, [tool('@redocly/cli/bin/cli.js'), ...options], { cwd: directory, env })
}
