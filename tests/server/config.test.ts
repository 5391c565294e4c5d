// What the command line and the environment say.
import { describe, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import { readCommand } from '../../server/commands.ts'

const config = (args: readonly string[], environment = {}): Partial<Config> => {
  const command = readCommand(args, environment, '/here')
  return command.kind === 'serve' ? command.config : {}
}

describe('the command line', () => {
  test('without words serves the helpdesk on port 3000', () => {
    expect(config([])).toMatchObject({
      file: undefined,
      data: undefined,
      port: 3000,
      host: 'localhost',
      sample: 'if local',
    })
  })

  test('has the settings of providers by their names, all three of each', () => {
    const settings = {
      OIDC_MY_COMPANY_ISSUER: 'https://login.example.com',
      OIDC_MY_COMPANY_CLIENT_ID: 'desk',
      OIDC_MY_COMPANY_CLIENT_SECRET: 'secret',
    }
    expect(config([], settings).providers).toEqual(
      new Map([['my-company', { issuer: 'https://login.example.com', clientId: 'desk', clientSecret: 'secret' }]]),
    )
    expect(readCommand([], { ...settings, OIDC_MY_COMPANY_CLIENT_SECRET: '' }, '/here')).toEqual({
      kind: 'mistake',
      sentence: 'With OIDC_MY_COMPANY_ISSUER go OIDC_MY_COMPANY_CLIENT_ID and OIDC_MY_COMPANY_CLIENT_SECRET.',
    })
    for (const issuer of ['http://login.example.com', 'login', 'https://me:pass@login.example.com', 'file:///etc'])
      expect(readCommand([], { ...settings, OIDC_MY_COMPANY_ISSUER: issuer }, '/here').kind).toBe('mistake')
    const local = { ...settings, OIDC_MY_COMPANY_ISSUER: 'http://localhost:9000' }
    expect(config([], local).providers?.get('my-company')?.issuer).toBe('http://localhost:9000')
  })

  test('has the address of a database, with the key of its secrets, and says no password', () => {
    const DATABASE_URL = 'postgres://desk:secret@db.example.com:5433/desk'
    const SECRET_KEY = 'A'.repeat(43) + '='
    const sentence = (environment: object, args: readonly string[] = []) => {
      const command = readCommand(args, { SECRET_KEY, ...environment }, '/here')
      return command.kind === 'mistake' ? command.sentence : command.kind
    }
    expect(config([]).database).toBeUndefined()
    expect(config([], { DATABASE_URL, SECRET_KEY }).database).toBe(DATABASE_URL)
    expect(sentence({ DATABASE_URL, SECRET_KEY: '' })).toContain('DATABASE_URL needs SECRET_KEY')
    expect(sentence({ DATABASE_URL }, ['--data', 'd'])).toContain('leave out --data')
    expect(sentence({ DATABASE_URL }, ['--clock', '2026-12-24T09:00'])).toContain('--clock needs a data directory')
    expect(config(['my.md', '--publish'], { DATABASE_URL, SECRET_KEY }).publish).toBe(true)
    expect(sentence({ DATABASE_URL }, ['--publish'])).toContain('--publish needs the document')
    expect(sentence({}, ['my.md', '--publish'])).toContain('--publish needs DATABASE_URL')
    expect(sentence({ DATABASE_URL }, ['publish', 'my.md', '--deletes', 'Ticket.note'])).toBe('publish')
    expect(sentence({ DATABASE_URL }, ['publish'])).toBe('Name the document to publish.')
    expect(sentence({}, ['publish', 'my.md'])).toContain('npm run publish needs DATABASE_URL')
    for (const wrong of ['mysql://desk:secret@db/desk', 'postgres://desk:secret@db', 'postgres://', 'secret'])
      expect(sentence({ DATABASE_URL: wrong })).toBe(
        'DATABASE_URL must be an address like postgres://name:password@host/database.',
      )
  })

  test('has the public address as browsers write it', () => {
    expect(config([], { PUBLIC_URL: 'https://Desk.Example.com:443/' }).publicUrl).toBe('https://desk.example.com')
  })

  test('takes the word of as many proxies as the owner says', () => {
    expect(config([]).trustedProxies).toBe(0)
    expect(config([], { TRUSTED_PROXIES: '2' }).trustedProxies).toBe(2)
    expect(readCommand([], { TRUSTED_PROXIES: 'all' }, '/here')).toEqual({
      kind: 'mistake',
      sentence: 'TRUSTED_PROXIES must be the number of proxies in front of the server, 0 to 9, not "all".',
    })
  })

  test('sends letters where a mail server, a sender and a public address are named', () => {
    const mail = { SMTP_URL: 'smtps://desk:secret@mail.example.com', MAIL_FROM: 'Desk <desk@example.com>' }
    expect(config([]).mail).toBeUndefined()
    expect(config([], { ...mail, PUBLIC_URL: 'https://desk.example.com' }).mail).toEqual({
      url: mail.SMTP_URL,
      from: mail.MAIL_FROM,
    })
    for (const wrong of [
      mail,
      { ...mail, PUBLIC_URL: 'https://desk.example.com', MAIL_FROM: '' },
      { ...mail, PUBLIC_URL: 'https://desk.example.com', MAIL_FROM: 'desk@example.com\r\nBcc: all@example.com' },
      { ...mail, PUBLIC_URL: 'https://desk.example.com', SMTP_URL: 'https://desk:secret@mail.example.com' },
    ]) {
      const command = readCommand([], wrong, '/here')
      expect(command).toMatchObject({ kind: 'mistake' })
      expect(JSON.stringify(command)).not.toContain('secret')
    }
  })

  test('wins over the environment', () => {
    expect(
      config(['doc.md', '--port=4000', '--data', 'd', '--empty'], { PORT: '5000', HOST: '0.0.0.0' }),
    ).toMatchObject({
      file: '/here/doc.md',
      data: '/here/d',
      port: 4000,
      host: '0.0.0.0',
      sample: 'no',
      isPublic: true,
    })
    expect(config([], { PORT: '5000' })).toMatchObject({ port: 5000 })
  })

  test('says where it listens: only to this machine, unless a host or a public address says otherwise', () => {
    const isPublic = (args: readonly string[], environment = {}) => config(args, environment).isPublic
    for (const host of ['localhost', '127.0.0.1', '::1', '127.8.0.1'])
      expect([host, isPublic(['--host', host])]).toEqual([host, false])
    for (const host of ['0.0.0.0', '::', '10.0.0.1', 'desk.lan', '127.0.0.1.example.com', 'localhost.lan'])
      expect([host, isPublic([], { HOST: host })]).toEqual([host, true])
    expect(isPublic([], { PUBLIC_URL: 'https://desk.example.com' })).toBe(true)
    expect([isPublic([]), config(['--sample']).sample, config(['--empty']).sample]).toEqual([false, 'yes', 'no'])
  })

  test('checks a document', () => {
    expect(readCommand(['check', 'a.md', '--json'], {}, '/here')).toEqual({
      kind: 'check',
      file: '/here/a.md',
      json: true,
      fix: false,
    })
  })

  test('names what may be deleted, at a start and on copies', () => {
    const names = ['--deletes', 'Ticket.note, Report', '--deletes', 'Tag.color']
    const deletes = ['Ticket.note', 'Report', 'Tag.color']
    expect(readCommand(['a.md', ...names], {}, '/here')).toMatchObject({ config: { deletes } })
    expect(readCommand(['check', 'a.md', '--data', 'd', ...names], {}, '/here')).toMatchObject({
      data: '/here/d',
      deletes,
    })
  })

  test('verifies a document', () => {
    expect(readCommand(['verify', 'a.md', '--json', '--junit', 'out.xml'], {}, '/here')).toEqual({
      kind: 'verify',
      file: '/here/a.md',
      json: true,
      junit: '/here/out.xml',
    })
    const at = ['verify', 'a.md', '--url', 'https://desk.example.com']
    expect(readCommand(at, { VERBATIM_TOKEN: 'secret' }, '/here')).toMatchObject({
      server: { url: 'https://desk.example.com', token: 'secret' },
    })
  })

  test('explains a code, or lists all of them', () => {
    expect(readCommand(['check', '--explain', 'a/b'], {}, '/here')).toEqual({ kind: 'explain', code: 'a/b' })
    expect(readCommand(['check', '--explain=a/b'], {}, '/here')).toEqual({ kind: 'explain', code: 'a/b' })
    expect(readCommand(['check', '--explain'], {}, '/here')).toEqual({ kind: 'explain', code: undefined })
  })

  test('writes a new document', () => {
    expect(readCommand(['new', 'a.md'], {}, '/here')).toEqual({ kind: 'new', file: '/here/a.md' })
  })

  test('writes and restores backups', () => {
    expect(readCommand(['backup', '../desk.backup'], {}, '/here')).toEqual({
      kind: 'backup',
      file: '/desk.backup',
      data: undefined,
      document: undefined,
      withKey: false,
    })
    expect(readCommand(['backup', 'a', '--document=my.md', '--with-key'], {}, '/here')).toMatchObject({
      document: '/here/my.md',
      withKey: true,
    })
    expect(readCommand(['restore', 'a', '--data', 'new'], {}, '/here')).toEqual({
      kind: 'restore',
      file: '/here/a',
      data: '/here/new',
    })
  })

  test.each([
    [['new'], 'Name the new document, for example: my.md'],
    [['new', 'a.md', 'b.md'], 'One document at a time: a.md or b.md?'],
    [['check', '--explain', 'a/b', 'c/d'], 'One code at a time.'],
    [['check', 'a.md', '--port', '1'], 'There is no option --port.'],
    [['a.md', '--json'], 'There is no option --json.'],
    [['check', 'a.md', '--deletes', 'A.b'], 'With check, --deletes needs --data or --database.'],
    [['--prot', '1'], 'There is no option --prot.'],
    [['--port', 'x'], 'The port must be a number from 0 to 65535, not "x".'],
    [['--port', '70000'], 'The port must be a number from 0 to 65535, not "70000".'],
    [['--empty', '--sample'], 'Give --empty or --sample, not both.'],
    [['--data'], '--data needs a value.'],
    [['a.md', 'b.md'], 'One file at a time: a.md or b.md?'],
    [['check'], 'Name the document to check.'],
    [['verify'], 'Name the document to verify.'],
    [['verify', 'a.md', '--url', 'desk'], '--url must be an address like https://desk.example.com, not "desk".'],
    [
      ['verify', 'a.md', '--url', 'https://desk.example.com'],
      'With --url, VERBATIM_TOKEN must be an administrator’s token.',
    ],
    [['backup'], 'Name the file to write, for example: ../backups/desk.backup'],
    [['backup', 'a', '--data', 'd', '--document', 'b.md'], 'Give --data or --document, not both.'],
    [['restore'], 'Name the backup to restore.'],
    [['restore', 'a'], 'A restore needs --data with a new directory.'],
  ])('%s is a mistake with a sentence', (args, sentence) => {
    expect(readCommand(args, {}, '/here')).toEqual({ kind: 'mistake', sentence })
  })
})
