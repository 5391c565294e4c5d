// Lints what the API of each shipped document says of itself, to nobody and to somebody of each role. Starts no server,
// and needs no network.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FIXED_ROUTES } from '../server/api/router.ts'
import { describeApi } from '../server/api/openapi/describe-api.ts'
import { runDocument } from '../server/document/current-document.ts'
import { compile } from '../shared/compile.ts'
import { actorWithRoles, ADMINISTRATOR, anonymous } from '../shared/policy/actor.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const documents = join(root, 'shared', 'documents')
const directory = mkdtempSync(join(tmpdir(), 'verbatim-lint-api-'))
try {
  process.exitCode = lint(
    readdirSync(documents)
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .flatMap(descriptionsOf),
  )
} finally {
  rmSync(directory, { recursive: true, force: true })
}

/** Writes the descriptions of a document, and gives their files. */
function descriptionsOf(document) {
  const text = readFileSync(join(documents, document), 'utf8')
  const { model } = compile(text)
  if (model === undefined) throw new Error(`${document} has errors.`)
  const running = runDocument(document, text, model)
  const roles = [...model.roles.values()].filter(({ onRecords }) => onRecords.length === 0)
  const given = [[], ...roles.map(({ name }) => [name.identifier]), [ADMINISTRATOR]]
  const actors = [anonymous, ...given.map((each) => actorWithRoles(model, each))]
  return actors.map((actor, at) => {
    const who = at === 0 ? 'nobody' : (given[at - 1][0] ?? 'anybody')
    const file = join(directory, `${document.slice(0, -'.md'.length)}-${who}.json`)
    writeFileSync(file, JSON.stringify(describeApi(running, actor, FIXED_ROUTES)))
    return file
  })
}

/** Warnings fail too. */
function lint(files) {
  const cli = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js')
  // The licence is that of whoever wrote the document, which says nothing of it. No id is the name of a field: a path
  // like /api/tickets/number/{number} wins over /api/tickets/{id}/….
  const skipped = ['info-license', 'no-ambiguous-paths'].flatMap((rule) => ['--skip-rule', rule])
  const { status } = spawnSync(
    process.execPath,
    [cli, 'lint', ...files, '--extends', 'recommended-strict', ...skipped],
    {
      cwd: directory,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  return status ?? 1
}
