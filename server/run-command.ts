// Runs the command that the command line names; no other file reads the arguments and the environment.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { readCommand, USAGE } from './commands.ts'
import type { CheckedDocument, CheckAttempt } from './document/check-document.ts'
import { nameDocument } from './name-document.ts'
import { ROOT } from './root.ts'

// Compiled sources are kept between starts, which then take half the time; what follows is loaded after that is settled.
const compiled = join(ROOT, 'node_modules', '.cache', 'verbatim')
enableCompileCache(compiled)
// Threads find it in the environment: without it, each loads what strips the types, and keeps 11 MB for that.
process.env['NODE_COMPILE_CACHE'] ??= compiled

const command = nameDocument(readCommand(process.argv.slice(2), process.env, process.cwd()))
switch (command.kind) {
  case 'help':
    console.log(USAGE)
    break
  case 'mistake':
    console.error(`${command.sentence}\n\n${USAGE}`)
    process.exitCode = 1
    break
  case 'check': {
    const { checkDocument } = await import('./document/check-document.ts')
    const { data, database, deletes, json: asJson, plan: asPlan, examples } = command
    const attempts: ((document: CheckedDocument) => Promise<CheckAttempt>)[] = []
    const place = database === undefined ? data : { database }
    if (place !== undefined)
      attempts.push(async (document) =>
        (await import('./plan/print-plan.ts')).reportPlan(place, { ...document, deletes }, new Date().toISOString()),
      )
    if (examples)
      attempts.push(async (document) => (await import('./sandbox/report-examples.ts')).reportExamples(document))
    if (command.fix) {
      const { fixFile } = await import('./document/fix-file.ts')
      const { output, isDone } = await fixFile(command.file)
      // What reads JSON reads nothing else.
      console[isDone && !asJson ? 'log' : 'error'](output)
    }
    const { output, isSound } = await checkDocument(command.file, {
      asJson,
      ...(asPlan === true
        ? {
            explainLists: async (document) => {
              const { reportLists } = await import('./records/read/explain-lists.ts')
              return reportLists(document)
            },
          }
        : {}),
      attempts,
    })
    console.log(output)
    process.exitCode = isSound ? 0 : 1
    break
  }
  case 'verify': {
    const { verifyFile } = await import('./verify/verify-file.ts')
    const { json: asJson, junit, server } = command
    const onProgress = (done: number, total: number): void => console.error(`${done} of ${total} checks`)
    const { output, isPassed } = await verifyFile(command.file, {
      asJson,
      junit,
      ...(server === undefined ? {} : { server: { ...server, onProgress } }),
    })
    console.log(output)
    process.exitCode = isPassed ? 0 : 1
    break
  }
  case 'explain': {
    const { explainMessage } = await import('./document/explain-message.ts')
    const { output, found } = await explainMessage(command.code)
    console.log(output)
    process.exitCode = found ? 0 : 1
    break
  }
  case 'new': {
    const { writeNewDocument } = await import('./document/new-document.ts')
    const { output, written } = await writeNewDocument(command.file)
    console[written ? 'log' : 'error'](output)
    process.exitCode = written ? 0 : 1
    break
  }
  case 'format': {
    const { formatFile } = await import('./document/format-file.ts')
    const { output, isDone } = await formatFile(command.file)
    console[isDone ? 'log' : 'error'](output)
    process.exitCode = isDone ? 0 : 1
    break
  }
  case 'lsp': {
    const { serveEditors } = await import('./language/language-server.ts')
    serveEditors(process.stdin, process.stdout)
    break
  }
  case 'audit': {
    const { directoryFor, HELPDESK } = await import('./document/data-directory.ts')
    const { database, data, file, noted } = command
    const check = async () => {
      if (database !== undefined)
        return (await import('./storage/postgres/check-postgres-audit.ts')).checkPostgresAudit(database, noted)
      const { checkAudit } = await import('./storage/sqlite/check-audit.ts')
      return checkAudit(data ?? directoryFor(file ?? HELPDESK), noted)
    }
    const { output, isWhole } = await check()
    console[isWhole ? 'log' : 'error'](output)
    process.exitCode = isWhole ? 0 : 1
    break
  }
  case 'backup': {
    const { directoryFor, HELPDESK } = await import('./document/data-directory.ts')
    const { writeBackup } = await import('./backup/write-backup.ts')
    const directory = command.data ?? directoryFor(command.document ?? HELPDESK)
    const { output, written } = await writeBackup({ ...command, directory }, new Date())
    console[written ? 'log' : 'error'](output)
    process.exitCode = written ? 0 : 1
    break
  }
  case 'restore': {
    const { restoreBackup } = await import('./backup/restore-backup.ts')
    const { output, restored } = await restoreBackup({ file: command.file, directory: command.data })
    console[restored ? 'log' : 'error'](output)
    process.exitCode = restored ? 0 : 1
    break
  }
  case 'publish': {
    const { publishFile } = await import('./publish-file.ts')
    const { output, isPublished } = await publishFile(command.config)
    console[isPublished ? 'log' : 'error'](output)
    process.exitCode = isPublished ? 0 : 1
    break
  }
  case 'move': {
    const { directoryFor, HELPDESK } = await import('./document/data-directory.ts')
    const { runMove } = await import('./backup/run-move.ts')
    const directory = command.data ?? directoryFor(command.document ?? HELPDESK)
    const options = { now: new Date().toISOString(), onProgress: (line: string) => console.error(line) }
    const { output, moved } = await runMove({ ...command, directory }, options)
    console[moved ? 'log' : 'error'](output)
    process.exitCode = moved ? 0 : 1
    break
  }
  case 'serve': {
    const { serve } = await import('./serve.ts')
    await serve(command.config)
    break
  }
}
