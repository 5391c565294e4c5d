// An editor that speaks the Language Server Protocol with `npm run lsp`.
import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node'
import type { MessageConnection } from 'vscode-languageserver/node'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const helpdesk = readFileSync(`${root}/shared/documents/helpdesk.md`, 'utf8')
const uri = 'file:///helpdesk.md'
let server: ChildProcessWithoutNullStreams
let editor: MessageConnection
const reported: { code: string; range: { start: { line: number } } }[][] = []

beforeAll(async () => {
  server = spawn(process.execPath, [`${root}/server/main.ts`, 'lsp'])
  editor = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin))
  editor.onNotification('textDocument/publishDiagnostics', ({ diagnostics }) => void reported.push(diagnostics))
  editor.listen()
  await editor.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} })
  await editor.sendNotification('initialized', {})
})

afterAll(async () => {
  await editor.sendRequest('shutdown')
  await editor.sendNotification('exit')
})

test('errors are reported at their lines, and names are completed and found', async () => {
  const text = helpdesk.replace('`priority != "urgent"`', '`assignee.tea`')
  const textDocument = { uri, languageId: 'markdown', version: 1, text }
  await editor.sendNotification('textDocument/didOpen', { textDocument })
  await expect.poll(() => reported.length).toBeGreaterThan(0)
  const line = text.split('\n').findIndex((each) => each.includes('assignee.tea'))
  expect(reported.at(-1)?.map(({ code, range }) => [code, range.start.line])).toContainEqual([
    'expressions/unknown-member',
    line,
  ])
  const character = (text.split('\n')[line] ?? '').indexOf('assignee.tea') + 'assignee.tea'.length
  const position = { line, character }
  const items: { label: string; textEdit: { newText: string } }[] = await editor.sendRequest(
    'textDocument/completion',
    {
      textDocument: { uri },
      position,
    },
  )
  expect(items.map(({ label }) => label)).toContain('team')
  const inWord = { textDocument: { uri }, position: { line, character: character - 'ee.tea'.length } }
  const { range }: { range: { start: { line: number } } } = await editor.sendRequest('textDocument/definition', inWord)
  expect(text.split('\n')[range.start.line]).toMatch(/^\| assignee /)
  const { contents }: { contents: { value: string } } = await editor.sendRequest('textDocument/hover', inWord)
  expect(contents.value).toContain('**assignee**, field of Ticket: Person')
})

test('a quick fix and a formatted document are edits of the text', async () => {
  const text = helpdesk.replace('`priority != "urgent"`', '`prioritty != "urgent"`').replace(/\n+$/, '\n')
  await editor.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text }],
  })
  const line = text.split('\n').findIndex((each) => each.includes('prioritty'))
  const range = { start: { line, character: 0 }, end: { line, character: 200 } }
  const actions: { edit: { changes: Record<string, { newText: string }[]> } }[] = await editor.sendRequest(
    'textDocument/codeAction',
    { textDocument: { uri }, range, context: { diagnostics: [] } },
  )
  expect(actions.map(({ edit }) => edit.changes[uri]?.map(({ newText }) => newText))).toContainEqual(['priority'])
  const edits: { newText: string }[] = await editor.sendRequest('textDocument/formatting', {
    textDocument: { uri },
    options: { tabSize: 2, insertSpaces: true },
  })
  expect(edits[0]?.newText).toContain('| NOT_AN_AGENT        | 422    |')
})

test('a rename edits every place, and says why it can’t be done', async () => {
  const text = helpdesk
  await editor.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: 3 },
    contentChanges: [{ text }],
  })
  const line = text.split('\n').findIndex((each) => each.startsWith('| priority |'))
  const where = { textDocument: { uri }, position: { line, character: 4 } }
  const { placeholder }: { placeholder: string } = await editor.sendRequest('textDocument/prepareRename', where)
  expect(placeholder).toBe('priority')
  const edit: { changes: Record<string, { newText: string }[]> } = await editor.sendRequest('textDocument/rename', {
    ...where,
    newName: 'Urgency',
  })
  const written = edit.changes[uri]?.map(({ newText }) => newText)
  expect(written).toEqual(expect.arrayContaining(['Urgency', 'urgency', ' was |', ' priority |']))
  await expect(editor.sendRequest('textDocument/rename', { ...where, newName: 'subject' })).rejects.toThrow(
    'With this name the document would have an error',
  )
})
