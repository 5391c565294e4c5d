// The commands that move data, and those that are about a database in place of a directory, as they are typed.
import { expect, test } from 'vitest'
import { readCommand } from '../../../server/commands.ts'

test('the command line names the directory, and never the address with its password', () => {
  const environment = { DATABASE_URL: 'postgres://a:b@host/desk', SECRET_KEY: 'key' }
  const read = (...words: readonly string[]) => readCommand(['move', ...words], environment, '/x')
  const common = { kind: 'move', database: environment.DATABASE_URL, secretKey: 'key' }
  expect(read('--from', 'd')).toEqual({ ...common, to: 'database', data: '/x/d', document: undefined })
  expect(read('--to', 'd')).toEqual({ ...common, to: 'directory', data: '/x/d', document: undefined })
  expect(read('--from-document', 'a.md')).toEqual({ ...common, to: 'database', data: undefined, document: '/x/a.md' })
  expect(read('--to', 'postgres://a:b@host/desk')).toMatchObject({ sentence: expect.stringContaining('DATABASE_URL') })
  expect(read()).toMatchObject({ kind: 'mistake' })
  expect(read('--from', 'd', '--to', 'e')).toMatchObject({ kind: 'mistake' })
  expect(readCommand(['move', '--from', 'd'], {}, '/x')).toMatchObject({
    sentence: expect.stringContaining('DATABASE_URL must name the database'),
  })
  expect(readCommand(['backup', 'b'], environment, '/x')).toMatchObject({
    sentence: expect.stringContaining('pg_dump'),
  })
  expect(readCommand(['restore', 'b'], environment, '/x')).toMatchObject({
    sentence: expect.stringContaining('pg_restore'),
  })
  expect(readCommand(['audit'], environment, '/x')).toMatchObject({ kind: 'audit', database: environment.DATABASE_URL })
  expect(readCommand(['audit', '--data', 'd'], environment, '/x')).toMatchObject({ kind: 'mistake' })
  expect(readCommand(['check', 'a.md', '--database'], environment, '/x')).toMatchObject({
    kind: 'check',
    database: environment.DATABASE_URL,
  })
})
