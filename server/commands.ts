// Reads which command is meant, with its file and options; only `main.ts` passes the real command line in.
import { resolve } from 'node:path'
import type { Config } from './config.ts'
import { readConfig, readDatabaseUrl } from './config.ts'
import { splitNames } from '#shared/text/split-names.ts'
import type { Mistake } from './read-words.ts'
import { mistake, readWords, splitOption } from './read-words.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type Command =
  | { readonly kind: 'serve' | 'publish'; readonly config: Config }
  | {
      readonly kind: 'check'
      readonly file: string
      readonly json: boolean
      /** Mend what is certain first. */
      readonly fix: boolean
      /** Lists the changes of other records at which the rules are not checked. */
      readonly plan?: true
      /** A data directory, or the address of a PostgreSQL database, on copies of which it is tried. */
      readonly data?: string
      readonly database?: string
      /** Names of entities and fields that may be deleted from the copies. */
      readonly deletes?: readonly string[]
      /** Runs the examples of the document. */
      readonly examples?: true
    }
  | { readonly kind: 'explain'; readonly code: string | undefined }
  | { readonly kind: 'new'; readonly file: string }
  | { readonly kind: 'format'; readonly file: string }
  | { readonly kind: 'lsp' }
  | VerifyCommand
  | AuditCommand
  | BackupCommand
  | RestoreCommand
  | MoveCommand
  | { readonly kind: 'help' }
  | Mistake

interface VerifyCommand {
  readonly kind: 'verify'
  readonly file: string
  readonly json: boolean
  /** The file for JUnit XML. */
  readonly junit: string | undefined
  /** A running server that verifies it, with the token of an administrator; absent: this process does. */
  readonly server?: { readonly url: string; readonly token: string }
}

interface AuditCommand {
  readonly kind: 'audit'
  readonly file: string | undefined
  readonly data: string | undefined
  /** Address of the PostgreSQL database whose audit is meant, in place of that of a directory. */
  readonly database: string | undefined
  /** Hashes that the chain must contain, as an earlier check printed them. */
  readonly noted: readonly string[]
}

interface BackupCommand {
  readonly kind: 'backup'
  /** Absolute path of the file that is to be written. */
  readonly file: string
  readonly data: string | undefined
  /** The document whose own data directory is meant. */
  readonly document: string | undefined
  readonly withKey: boolean
}

interface RestoreCommand {
  readonly kind: 'restore'
  readonly file: string
  readonly data: string
}

interface MoveCommand {
  readonly kind: 'move'
  readonly to: 'database' | 'directory'
  readonly data: string | undefined
  /** The document whose own data directory is meant. */
  readonly document: string | undefined
  readonly database: string
  readonly secretKey: string | undefined
}

export const USAGE = `Usage: npm start [-- FILE.md] [--data DIR] [--port N] [--host HOST]
                          [--empty | --sample] [--watch | --publish] [--force] [--deletes NAMES] [--clock MOMENT [--speed N]]
       npm run publish -- FILE.md [--deletes NAMES]
       npm run check -- FILE.md [--data DIR | --database [--deletes NAMES]] [--json] [--fix] [--plan] [--examples]
       npm run check -- --explain [CODE]
       npm run verify -- FILE.md [--json] [--junit FILE] [--url URL]
       npm run new -- FILE.md
       npm run format -- FILE.md
       npm run lsp
       npm run audit -- [FILE.md] [--data DIR] [--noted HASH]
       npm run backup -- BACKUP [--data DIR | --document FILE.md] [--with-key]
       npm run restore -- BACKUP --data DIR
       npm run move -- --from DIR | --from-document FILE.md | --to NEW_DIR     (the other side is the database of DATABASE_URL)

  FILE.md      the document to run (default: the helpdesk), or a folder with one document, such as a checked-out repository
  --data DIR   where its data is kept (default: a directory of its own under .data); with check: data on copies of which the document is tried
  --database   with check: try the document on copies of the data in the database of DATABASE_URL
  --port N     the port to listen on (default: PORT, or 3000)
  --host HOST  the address to listen on (default: HOST, or localhost)
  --fix        with check: mend the file first where it is certain how, and say what was changed
  --plan       with check: say how lists find their rows, and at which changes rules are not checked
  --examples   with check: run the stories that the document tells, each on an empty database
  --junit FILE with verify: the file to which the report is written as JUnit XML
  --url URL    with verify: a running server that verifies the document, which must be the one it runs; VERBATIM_TOKEN is the token of an administrator
  --empty      start without sample data
  --sample     load sample data also where it listens to other machines, with a password made at random
  --watch      publish the document again when its file changes, and write to the file what is published in the browser
  --publish    with DATABASE_URL: publish the file at the start where it has changed
  --force      publish the file also where another text was published in the browser since
  --deletes N  what may be deleted with its data, since the document no longer has it, as Ticket.note,Report; a start makes a backup first
  --clock T    try the document on a simulated clock that begins at T, as 2026-12-24T09:00; its data has a directory of its own
  --speed N    how many times as fast that clock runs (default: 1)
  --noted HASH a hash that "npm run audit" printed before: the audit must still contain it
  --with-key   put secret.key into the backup too`

export function readCommand(args: readonly string[], environment: Environment, directory: string): Command {
  const words = [...args]
  const check = words[0] === 'check'
  if (check) words.shift()
  if (words[0] === 'lsp') return { kind: 'lsp' }
  if (words[0] === 'new' || words[0] === 'format') return readFileCommand(words[0], words.slice(1), directory)
  if (words[0] === 'publish') return readPublish(words.slice(1), environment, directory)
  if (words[0] === 'verify') return readVerify(words.slice(1), environment, directory)
  if (words[0] === 'audit') return readAudit(words.slice(1), environment, directory)
  if (words[0] === 'backup') return readBackup(words.slice(1), environment, directory)
  if (words[0] === 'restore') return readRestore(words.slice(1), environment, directory)
  if (words[0] === 'move') return readMove(words.slice(1), environment, directory)
  if (check && words[0]?.startsWith('--explain')) return readExplain(words)
  if (check) return readCheck(words, environment, directory)
  const read = readWords(
    words,
    ['--empty', '--sample', '--watch', '--publish', '--force'],
    ['--data', '--port', '--host', '--clock', '--speed', '--deletes'],
  )
  if ('kind' in read) return read
  const config = readConfig(read, environment, directory)
  return 'problem' in config ? mistake(config.problem) : { kind: 'serve', config: config.value }
}

function readPublish(words: readonly string[], environment: Environment, directory: string): Command {
  const read = readWords(words, [], ['--deletes'])
  if ('kind' in read) return read
  if (read.file === undefined) return mistake('Name the document to publish.')
  const config = readConfig(read, environment, directory)
  if ('problem' in config) return mistake(config.problem)
  return config.value.database === undefined
    ? mistake('npm run publish needs DATABASE_URL. On a data directory a start with the document publishes it.')
    : { kind: 'publish', config: config.value }
}

function readCheck(words: readonly string[], environment: Environment, directory: string): Command {
  const read = readWords(words, ['--json', '--fix', '--plan', '--examples', '--database'], ['--data', '--deletes'])
  if ('kind' in read) return read
  if (read.file === undefined) return mistake('Name the document to check.')
  const data = read.values.get('--data')?.at(-1)
  const deletes = (read.values.get('--deletes') ?? []).flatMap(splitNames)
  const database = read.flags.has('--database') ? readDatabaseUrl(environment) : { value: undefined }
  if ('problem' in database) return mistake(database.problem)
  if (read.flags.has('--database') && database.value === undefined)
    return mistake('--database needs DATABASE_URL, which names it: postgres://name:password@host/database.')
  if (database.value !== undefined && data !== undefined) return mistake('Give --data or --database, not both.')
  if (data === undefined && database.value === undefined && deletes.length > 0)
    return mistake('With check, --deletes needs --data or --database.')
  return {
    kind: 'check',
    file: resolve(directory, read.file),
    json: read.flags.has('--json'),
    fix: read.flags.has('--fix'),
    ...(data === undefined ? {} : { data: resolve(directory, data) }),
    ...(database.value === undefined ? {} : { database: database.value }),
    ...(deletes.length === 0 ? {} : { deletes }),
    ...(read.flags.has('--plan') ? { plan: true } : {}),
    ...(read.flags.has('--examples') ? { examples: true } : {}),
  }
}

const ONE_PLACE = 'With DATABASE_URL the data is in that database: leave out --data, or DATABASE_URL.'

function readFileCommand(kind: 'new' | 'format', words: readonly string[], directory: string): Command {
  const [file, more] = words
  if (file === '--help' || file === '-h') return { kind: 'help' }
  if (file === undefined || file === '')
    return mistake(kind === 'new' ? 'Name the new document, for example: my.md' : 'Name the document to format.')
  if (file.startsWith('-')) return mistake(`There is no option ${file}.`)
  return more === undefined
    ? { kind, file: resolve(directory, file) }
    : mistake(`One document at a time: ${file} or ${more}?`)
}

function readAudit(words: readonly string[], environment: Environment, directory: string): Command {
  const read = readWords(words, [], ['--data', '--noted'])
  if ('kind' in read) return read
  const { file } = read
  const data = read.values.get('--data')?.at(-1)
  const noted = read.values.get('--noted') ?? []
  if (!noted.every((hash) => /^[0-9a-f]{64}$/.test(hash))) return mistake('A hash must have 64 hexadecimal digits.')
  const database = readDatabaseUrl(environment)
  if ('problem' in database) return mistake(database.problem)
  if (database.value !== undefined && data !== undefined) return mistake(ONE_PLACE)
  return {
    kind: 'audit',
    database: database.value,
    file: file === undefined ? undefined : resolve(directory, file),
    data: data === undefined ? undefined : resolve(directory, data),
    noted,
  }
}

function readVerify(words: readonly string[], environment: Environment, directory: string): Command {
  const read = readWords(words, ['--json'], ['--junit', '--url'])
  if ('kind' in read) return read
  if (read.file === undefined) return mistake('Name the document to verify.')
  const [junit, url] = ['--junit', '--url'].map((name) => read.values.get(name)?.at(-1))
  // Options are seen by all accounts of the machine.
  const token = environment['VERBATIM_TOKEN'] ?? ''
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return mistake(`--url must be an address like https://desk.example.com, not "${url}".`)
  if (url !== undefined && token === '') return mistake('With --url, VERBATIM_TOKEN must be an administrator’s token.')
  return {
    kind: 'verify',
    file: resolve(directory, read.file),
    json: read.flags.has('--json'),
    junit: junit === undefined ? undefined : resolve(directory, junit),
    ...(url === undefined ? {} : { server: { url, token } }),
  }
}

function readBackup(words: readonly string[], environment: Environment, directory: string): Command {
  const read = readWords(words, ['--with-key'], ['--data', '--document'])
  if ('kind' in read) return read
  const { file } = read
  if (file === undefined) return mistake('Name the file to write, for example: ../backups/desk.backup')
  const [data, document] = ['--data', '--document'].map((name) => read.values.get(name)?.at(-1))
  if (data !== undefined && document !== undefined) return mistake('Give --data or --document, not both.')
  if (environment['DATABASE_URL'] && data === undefined)
    return mistake(
      'The data is in the database of DATABASE_URL: back it up with pg_dump --format=custom, or by its host. npm run backup is for data directories.',
    )
  return {
    kind: 'backup',
    file: resolve(directory, file),
    data: data === undefined ? undefined : resolve(directory, data),
    document: document === undefined ? undefined : resolve(directory, document),
    withKey: read.flags.has('--with-key'),
  }
}

function readRestore(words: readonly string[], environment: Environment, directory: string): Command {
  const read = readWords(words, [], ['--data'])
  if ('kind' in read) return read
  const data = read.values.get('--data')?.at(-1)
  if (read.file === undefined) return mistake('Name the backup to restore.')
  if (data === undefined && environment['DATABASE_URL'])
    return mistake(
      'Restore a dump of a database with pg_restore. npm run restore is for data directories: give it --data, and npm run move -- --from moves what is there into the database of DATABASE_URL.',
    )
  if (data === undefined) return mistake('A restore needs --data with a new directory.')
  return { kind: 'restore', file: resolve(directory, read.file), data: resolve(directory, data) }
}

function readMove(words: readonly string[], environment: Environment, directory: string): Command {
  const names = ['--from', '--from-document', '--to']
  const read = readWords(words, [], names)
  if ('kind' in read) return read
  if (read.file !== undefined) return mistake(`Say --from or --to of ${read.file}.`)
  const given = names.flatMap((name) => (read.values.get(name) ?? []).map((value) => ({ name, value })))
  const [{ name, value } = { name: '', value: '' }, other] = given
  if (name === '' || other !== undefined)
    return mistake('Name one data directory: --from DIR moves it into the database, --to NEW_DIR the database into it.')
  // Options are seen by all accounts of the machine, and the address holds a password.
  if (/^postgres(?:ql)?:/.test(value))
    return mistake('The address of the database is the value of DATABASE_URL; name the data directory.')
  const database = readDatabaseUrl(environment)
  if ('problem' in database) return mistake(database.problem)
  if (database.value === undefined)
    return mistake('DATABASE_URL must name the database: postgres://name:password@host/database.')
  const path = resolve(directory, value)
  return {
    kind: 'move',
    to: name === '--to' ? 'directory' : 'database',
    data: name === '--from-document' ? undefined : path,
    document: name === '--from-document' ? path : undefined,
    database: database.value,
    secretKey: environment['SECRET_KEY'] || undefined,
  }
}

function readExplain(words: readonly string[]): Command {
  const [name, inline] = splitOption(words[0] ?? '')
  const codes = [...(inline === undefined ? [] : [inline]), ...words.slice(1)]
  if (name !== '--explain') return mistake(`There is no option ${name}.`)
  return codes.length > 1 ? mistake('One code at a time.') : { kind: 'explain', code: codes[0] }
}
