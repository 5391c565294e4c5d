// Reads and validates the command line and the environment; only `main.ts` passes the real ones in.
import { resolve } from 'node:path'

export type Command =
  | { readonly kind: 'serve'; readonly config: Config }
  | {
      readonly kind: 'check'
      readonly file: string
      readonly json: boolean
      /** Mend what is certain first. */
      readonly fix: boolean
      /** Lists the changes of other records at which the rules are not checked. */
      readonly plan?: true
      /** A data directory, on which it is tried. */
      readonly data?: string
      /** Runs the examples of the document. */
      readonly examples?: true
    }
  | { readonly kind: 'explain'; readonly code: string | undefined }
  | { readonly kind: 'new' | 'format'; readonly file: string }
  | { readonly kind: 'lsp' }
  | VerifyCommand
  | AuditCommand
  | BackupCommand
  | RestoreCommand
  | { readonly kind: 'help' }
  | { readonly kind: 'mistake'; readonly sentence: string }

interface VerifyCommand {
  readonly kind: 'verify'
  readonly file: string
  readonly json: boolean
  /** The file for JUnit XML. */
  readonly junit: string | undefined
}

interface AuditCommand {
  readonly kind: 'audit'
  readonly file: string | undefined
  readonly data: string | undefined
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

export interface Config {
  /** Absolute path of the document; undefined: the helpdesk that is shipped. */
  readonly file: string | undefined
  /** Absolute path of the data directory; undefined: one of the document's own. */
  readonly data: string | undefined
  readonly host: string
  readonly port: number
  /** Are sample data loaded? If nothing is said, where it listens to this machine only. */
  readonly sample: 'yes' | 'no' | 'if local'
  /** Whether the server listens to other machines too. */
  readonly isPublic: boolean
  /** Publish the document again when its file changes, and write to the file what is published in the browser. */
  readonly watch: boolean
  /** Publish the file also in place of what was published in the browser since. */
  readonly force: boolean
  /** A moment in the application's time zone to begin at, and how many times as fast; undefined: real time. */
  readonly simulated: { readonly start: string; readonly speed: number } | undefined
  /** The address that people open (`https://desk.example.com`), if that is not where it listens. */
  readonly publicUrl: string | undefined
  /** How many proxies of the owner's stand in front, whose word on addresses is taken. */
  readonly trustedProxies: number
  /** How messages leave (`smtps://name:password@mail.example.com`), and from which address; undefined: none are sent. */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  /** Providers by OpenID Connect, by their names in addresses: OIDC_MY_COMPANY_… is `my-company`. */
  readonly providers: ReadonlyMap<string, ProviderConfig>
  /** Private hosts that webhooks may call, and the keys that sign webhooks. */
  readonly webhooks: {
    readonly allowPrivateHosts: ReadonlySet<string>
    readonly secrets: readonly { readonly address: string; readonly keys: readonly string[] }[]
  }
  /** Keys in Base64: the one that seals the secrets in the database, and the one that sealed them before. */
  readonly keys: {
    readonly secretKey?: string | undefined
    readonly formerSecretKey?: string | undefined
  }
  /** How many times the usual budget one person has in a minute; 0: no bound. */
  readonly budgetFactor: number
  readonly logLevel: string
  /** `npm start` runs it, and does not pass on every signal that it gets. */
  readonly startedByNpm: boolean
}

/** A setting as it was read, or a sentence that says what is wrong with it. */
type Setting<T> = { readonly value: T } | { readonly problem: string }

export interface ProviderConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export const USAGE = `Usage: npm start [-- FILE.md] [--data DIR] [--port N] [--host HOST]
                          [--empty | --sample] [--watch] [--force] [--clock MOMENT [--speed N]]
       npm run check -- FILE.md [--data DIR] [--json] [--fix] [--plan] [--examples]
       npm run check -- --explain [CODE]
       npm run verify -- FILE.md [--json] [--junit FILE]
       npm run new -- FILE.md
       npm run format -- FILE.md
       npm run lsp
       npm run audit -- [FILE.md] [--data DIR] [--noted HASH]
       npm run backup -- BACKUP [--data DIR | --document FILE.md] [--with-key]
       npm run restore -- BACKUP --data DIR

  FILE.md      the document to run (default: the helpdesk)
  --data DIR   where its data is kept (default: a directory of its own under .data); with check: data on copies of which the document is tried
  --port N     the port to listen on (default: PORT, or 3000)
  --host HOST  the address to listen on (default: HOST, or localhost)
  --fix        with check: mend the file first where it is certain how, and say what was changed
  --plan       with check: say how lists find their rows, and at which changes rules are not checked
  --examples   with check: run the stories that the document tells, each on an empty database
  --junit FILE with verify: the file to which the report is written as JUnit XML
  --empty      start without sample data
  --sample     load sample data also where it listens to other machines, with a password made at random
  --watch      publish the document again when its file changes, and write to the file what is published in the browser
  --force      publish the file also where another text was published in the browser since
  --clock T    try the document on a simulated clock that begins at T, as 2026-12-24T09:00; its data has a directory of its own
  --speed N    how many times as fast that clock runs (default: 1)
  --noted HASH a hash that "npm run audit" printed before: the audit must still contain it
  --with-key   put secret.key into the backup too`

export function readCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  directory: string,
): Command {
  const words = [...args]
  const check = words[0] === 'check'
  if (check) words.shift()
  if (words[0] === 'lsp') return { kind: 'lsp' }
  if (words[0] === 'new' || words[0] === 'format') return readFileCommand(words[0], words.slice(1), directory)
  if (words[0] === 'verify') return readVerify(words.slice(1), directory)
  if (words[0] === 'audit') return readAudit(words.slice(1), directory)
  if (words[0] === 'backup') return readBackup(words.slice(1), directory)
  if (words[0] === 'restore') return readRestore(words.slice(1), directory)
  if (check && words[0]?.startsWith('--explain')) return readExplain(words)
  const read = readWords(
    words,
    ['--empty', '--sample', '--watch', '--force', '--json', ...(check ? ['--fix', '--plan', '--examples'] : [])],
    ['--data', '--port', '--host', '--clock', '--speed'],
  )
  if ('kind' in read) return read
  const [data, givenPort, host] = ['--data', '--port', '--host'].map((name) => read.values.get(name)?.at(-1))
  if (check) {
    if (read.file === undefined) return mistake('Name the document to check.')
    const tried = data === undefined ? {} : { data: resolve(directory, data) }
    const [json, fix] = [read.flags.has('--json'), read.flags.has('--fix')]
    const plan = read.flags.has('--plan') ? { plan: true as const } : {}
    const examples = read.flags.has('--examples') ? { examples: true as const } : {}
    return { kind: 'check', file: resolve(directory, read.file), json, fix, ...tried, ...plan, ...examples }
  }
  const simulated = readSimulated(read.values.get('--clock')?.at(-1), read.values.get('--speed')?.at(-1))
  if ('problem' in simulated) return mistake(simulated.problem)
  const port = portOf(givenPort ?? (environment.PORT || '3000'))
  if (port === undefined)
    return mistake(`The port must be a number from 0 to 65535, not "${givenPort ?? environment.PORT ?? ''}".`)
  const publicUrl = environment.PUBLIC_URL || undefined
  if (publicUrl !== undefined && !(/^https?:\/\/[^/]+\/?$/.test(publicUrl) && URL.canParse(publicUrl))) {
    return mistake(`PUBLIC_URL must be an address like https://desk.example.com, not "${publicUrl}".`)
  }
  const trustedProxies = /^\d$/.exec(environment.TRUSTED_PROXIES || '0')?.[0]
  if (trustedProxies === undefined)
    return mistake(
      `TRUSTED_PROXIES must be the number of proxies in front of the server, 0 to 9, not "${environment.TRUSTED_PROXIES}".`,
    )
  const budgetFactor = /^\d{1,4}(\.\d{1,2})?$/.exec(environment.BUDGET_FACTOR || '1')?.[0]
  if (budgetFactor === undefined)
    return mistake(
      `BUDGET_FACTOR must be how many times the usual budget a person has, such as "2", not "${environment.BUDGET_FACTOR}".`,
    )
  if (read.flags.has('--empty') && read.flags.has('--sample')) return mistake('Give --empty or --sample, not both.')
  const listensOn = host ?? (environment.HOST || 'localhost')
  const mail = readMail(environment, publicUrl)
  if ('problem' in mail) return mistake(mail.problem)
  const providers = readProviders(environment)
  if ('problem' in providers) return mistake(providers.problem)
  const webhooks = readWebhooks(environment)
  if ('problem' in webhooks) return mistake(webhooks.problem)
  return {
    kind: 'serve',
    config: {
      file: read.file === undefined ? undefined : resolve(directory, read.file),
      data: data === undefined ? undefined : resolve(directory, data),
      host: listensOn,
      port,
      sample: read.flags.has('--empty') ? 'no' : read.flags.has('--sample') ? 'yes' : 'if local',
      isPublic: publicUrl !== undefined || !LOCAL_HOST.test(listensOn),
      watch: read.flags.has('--watch'),
      force: read.flags.has('--force'),
      simulated: simulated.value,
      publicUrl: publicUrl && new URL(publicUrl).origin,
      trustedProxies: Number(trustedProxies),
      mail: mail.value,
      providers: providers.value,
      webhooks: webhooks.value,
      keys: {
        secretKey: environment.SECRET_KEY || undefined,
        formerSecretKey: environment.SECRET_KEY_FORMER || undefined,
      },
      budgetFactor: Number(budgetFactor),
      logLevel: environment.LOG_LEVEL || 'warn',
      startedByNpm: environment.npm_lifecycle_event === 'start',
    },
  }
}

/** A sentence where something is missing; it never repeats the address of the mail server, which holds a password. */
function readMail(
  environment: Readonly<Record<string, string | undefined>>,
  publicUrl: string | undefined,
): Setting<Config['mail']> {
  const { SMTP_URL: url = '', MAIL_FROM: from = '' } = environment
  if (url === '') return { value: undefined }
  if (!/^smtps?:\/\/[^/\s]+\/?(\?\S*)?$/.test(url))
    return { problem: 'SMTP_URL must be an address like smtps://name:password@mail.example.com.' }
  if (!/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/.test(from))
    return {
      problem: 'MAIL_FROM must be an address to send from, like desk@example.com or "Desk <desk@example.com>".',
    }
  return publicUrl === undefined
    ? { problem: 'SMTP_URL needs PUBLIC_URL, because links in mail begin with it.' }
    : { value: { url, from } }
}

/** All three of each provider, or a sentence; it never repeats a secret. */
function readProviders(
  environment: Readonly<Record<string, string | undefined>>,
): Setting<ReadonlyMap<string, ProviderConfig>> {
  const providers = new Map<string, ProviderConfig>()
  const names = Object.keys(environment).flatMap((variable) => /^OIDC_([A-Z0-9_]+)_ISSUER$/.exec(variable)?.[1] ?? [])
  for (const name of names) {
    const [issuer = '', clientId = '', clientSecret = ''] = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'].map(
      (part) => environment[`OIDC_${name}_${part}`],
    )
    if (issuer === '') continue
    if (!isIssuer(issuer))
      return {
        problem: `OIDC_${name}_ISSUER must be an address like https://login.example.com; http works only for this machine.`,
      }
    if (clientId === '' || clientSecret === '')
      return { problem: `With OIDC_${name}_ISSUER go OIDC_${name}_CLIENT_ID and OIDC_${name}_CLIENT_SECRET.` }
    providers.set(name.toLowerCase().replaceAll('_', '-'), { issuer, clientId, clientSecret })
  }
  return { value: providers }
}

/** Hosts, and both of each WEBHOOK_…_URL and WEBHOOK_…_SECRET; or a sentence, which repeats no secret. */
function readWebhooks(environment: Readonly<Record<string, string | undefined>>): Setting<Config['webhooks']> {
  const hosts = (environment['ALLOW_PRIVATE_HOSTS'] ?? '').split(/[\s,]+/).filter((host) => host !== '')
  const wrong = hosts.find((host) => /[/*@]/.test(host))
  if (wrong !== undefined)
    return { problem: `ALLOW_PRIVATE_HOSTS must name hosts, such as "crm.local, 10.0.0.5:8080", not "${wrong}".` }
  const secrets: Config['webhooks']['secrets'][number][] = []
  for (const name of Object.keys(environment).flatMap((each) => /^WEBHOOK_([A-Z0-9_]+)_URL$/.exec(each)?.[1] ?? [])) {
    const address = environment[`WEBHOOK_${name}_URL`] ?? ''
    if (address === '') continue
    if (!/^https?:\/\/[^\s?#]+$/.test(address) || !URL.canParse(address))
      return { problem: `WEBHOOK_${name}_URL must be an address like https://example.com/hooks.` }
    if (new URL(address).username !== '' || new URL(address).password !== '')
      return {
        problem: `WEBHOOK_${name}_URL must not contain a name and password: what is sent there is signed with WEBHOOK_${name}_SECRET.`,
      }
    const keys = (environment[`WEBHOOK_${name}_SECRET`] ?? '').split(/\s+/).filter((each) => each !== '')
    if (keys.length === 0 || !keys.every((key) => /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(key)))
      return {
        problem: `WEBHOOK_${name}_URL needs WEBHOOK_${name}_SECRET: "whsec_" and 24 to 64 bytes in Base64; while you rotate the secret, give both, separated by a space.`,
      }
    secrets.push({ address, keys })
  }
  return { value: { allowPrivateHosts: new Set(hosts.map((host) => host.toLowerCase())), secrets } }
}

const LOCAL_HOST = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOCAL_HOST.test(hostname))
}

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

function readAudit(words: readonly string[], directory: string): Command {
  const read = readWords(words, [], ['--data', '--noted'])
  if ('kind' in read) return read
  const { file } = read
  const data = read.values.get('--data')?.at(-1)
  const noted = read.values.get('--noted') ?? []
  if (!noted.every((hash) => /^[0-9a-f]{64}$/.test(hash))) return mistake('A hash must have 64 hexadecimal digits.')
  return {
    kind: 'audit',
    file: file === undefined ? undefined : resolve(directory, file),
    data: data === undefined ? undefined : resolve(directory, data),
    noted,
  }
}

function readVerify(words: readonly string[], directory: string): Command {
  const read = readWords(words, ['--json'], ['--junit'])
  if ('kind' in read) return read
  if (read.file === undefined) return mistake('Name the document to verify.')
  const junit = read.values.get('--junit')?.at(-1)
  return {
    kind: 'verify',
    file: resolve(directory, read.file),
    json: read.flags.has('--json'),
    junit: junit === undefined ? undefined : resolve(directory, junit),
  }
}

function readBackup(words: readonly string[], directory: string): Command {
  const read = readWords(words, ['--with-key'], ['--data', '--document'])
  if ('kind' in read) return read
  const { file } = read
  if (file === undefined) return mistake('Name the file to write, for example: ../backups/desk.backup')
  const [data, document] = ['--data', '--document'].map((name) => read.values.get(name)?.at(-1))
  if (data !== undefined && document !== undefined) return mistake('Give --data or --document, not both.')
  return {
    kind: 'backup',
    file: resolve(directory, file),
    data: data === undefined ? undefined : resolve(directory, data),
    document: document === undefined ? undefined : resolve(directory, document),
    withKey: read.flags.has('--with-key'),
  }
}

function readRestore(words: readonly string[], directory: string): Command {
  const read = readWords(words, [], ['--data'])
  if ('kind' in read) return read
  const data = read.values.get('--data')?.at(-1)
  if (read.file === undefined) return mistake('Name the backup to restore.')
  if (data === undefined) return mistake('A restore needs --data with a new directory.')
  return { kind: 'restore', file: resolve(directory, read.file), data: resolve(directory, data) }
}

interface ReadWords {
  readonly file: string | undefined
  /** Options that stand for themselves. */
  readonly flags: ReadonlySet<string>
  /** Those with a value, each as often as it was given. */
  readonly values: ReadonlyMap<string, readonly string[]>
}

const FASTEST = 1_000_000

function readSimulated(clock: string | undefined, speed: string | undefined): Setting<Config['simulated']> {
  if (clock === undefined) return speed === undefined ? { value: undefined } : { problem: '--speed needs --clock.' }
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/.test(clock) || Number.isNaN(Date.parse(clock)))
    return { problem: `--clock must be a moment like 2026-12-24T09:00, not "${clock}".` }
  const times = speed === undefined ? 1 : Number(speed)
  if (!(times >= 0.001 && times <= FASTEST))
    return { problem: `--speed must be a number up to ${FASTEST}, not "${speed}".` }
  return { value: { start: clock, speed: times } }
}

/** `--data DIR`, `--data=DIR`, `--watch`, and one document among them. */
function readWords(
  given: readonly string[],
  flagNames: readonly string[],
  valueNames: readonly string[],
): ReadWords | Extract<Command, { readonly kind: 'help' | 'mistake' }> {
  const words = [...given]
  const flags = new Set<string>()
  const values = new Map<string, string[]>()
  let file: string | undefined
  while (words.length > 0) {
    const word = words.shift() ?? ''
    const [name, inline] = word.startsWith('--') ? splitOption(word) : ['']
    if (name === '--help' || word === '-h') return { kind: 'help' }
    if (flagNames.includes(name)) flags.add(name)
    else if (valueNames.includes(name)) {
      const value = inline ?? words.shift()
      if (value === undefined || value === '') return mistake(`${name} needs a value.`)
      values.set(name, [...(values.get(name) ?? []), value])
    } else if (word.startsWith('-')) return mistake(`There is no option ${word}.`)
    else if (file === undefined) file = word
    else return mistake(`One file at a time: ${file} or ${word}?`)
  }
  return { file, flags, values }
}

function readExplain(words: readonly string[]): Command {
  const [name, inline] = splitOption(words[0] ?? '')
  const codes = [...(inline === undefined ? [] : [inline]), ...words.slice(1)]
  if (name !== '--explain') return mistake(`There is no option ${name}.`)
  return codes.length > 1 ? mistake('One code at a time.') : { kind: 'explain', code: codes[0] }
}

function splitOption(word: string): [name: string, value?: string] {
  const at = word.indexOf('=')
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}

function portOf(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return port <= 65_535 ? port : undefined
}

function mistake(sentence: string): { readonly kind: 'mistake'; readonly sentence: string } {
  return { kind: 'mistake', sentence }
}
