// Reads and validates the settings of serving, from options and the environment.
import { resolve } from 'node:path'
import { splitNames } from '#shared/text/split-names.ts'
import type { ReadWords } from './read-words.ts'

export interface Config {
  /** Absolute path of the document; undefined: the helpdesk that is shipped. */
  readonly file: string | undefined
  /** Absolute path of the data directory; undefined: one of the document's own. */
  readonly data: string | undefined
  /** Address of the PostgreSQL database that keeps the data (`postgres://name:password@host/database`); undefined: SQLite in the data directory. */
  readonly database: string | undefined
  readonly host: string
  readonly port: number
  /** Are sample data loaded? If nothing is said, where it listens to this machine only. */
  readonly sample: 'yes' | 'no' | 'if local'
  /** Whether the server listens to other machines too. */
  readonly isPublic: boolean
  /** Publish the document again when its file changes, and write to the file what is published in the browser. */
  readonly watch: boolean
  /** Publish the file where it has changed, into a database on which other processes may run. */
  readonly publish: boolean
  /** Publish the file also in place of what was published in the browser since. */
  readonly force: boolean
  /** Names of entities and fields that the start may delete with what they hold. */
  readonly deletes: readonly string[]
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
  /** Seconds for which it says that it is not ready before it stops, so that a balancer sends nothing more. */
  readonly drainSeconds: number
  /** Folder of other builds' assets, which are served beside the own ones. */
  readonly extraAssets: string | undefined
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

/** The options of `npm start` as they were read, beside the environment. */
export function readConfig(
  read: ReadWords,
  environment: Readonly<Record<string, string | undefined>>,
  directory: string,
): Setting<Config> {
  const [data, givenPort, host] = ['--data', '--port', '--host'].map((name) => read.values.get(name)?.at(-1))
  const simulated = readSimulated(read.values.get('--clock')?.at(-1), read.values.get('--speed')?.at(-1))
  if ('problem' in simulated) return simulated
  const database = readDatabase(environment, read)
  if ('problem' in database) return database
  const port = portOf(givenPort ?? (environment.PORT || '3000'))
  if (port === undefined)
    return { problem: `The port must be a number from 0 to 65535, not "${givenPort ?? environment.PORT ?? ''}".` }
  const publicUrl = environment.PUBLIC_URL || undefined
  if (publicUrl !== undefined && !(/^https?:\/\/[^/]+\/?$/.test(publicUrl) && URL.canParse(publicUrl))) {
    return { problem: `PUBLIC_URL must be an address like https://desk.example.com, not "${publicUrl}".` }
  }
  const trustedProxies = /^\d$/.exec(environment.TRUSTED_PROXIES || '0')?.[0]
  if (trustedProxies === undefined)
    return {
      problem: `TRUSTED_PROXIES must be the number of proxies in front of the server, 0 to 9, not "${environment.TRUSTED_PROXIES}".`,
    }
  const budgetFactor = /^\d{1,4}(\.\d{1,2})?$/.exec(environment.BUDGET_FACTOR || '1')?.[0]
  if (budgetFactor === undefined)
    return {
      problem: `BUDGET_FACTOR must be how many times the usual budget a person has, such as "2", not "${environment.BUDGET_FACTOR}".`,
    }
  const drainSeconds = /^\d{1,3}$/.exec(environment.DRAIN_SECONDS || (database.value === undefined ? '0' : '5'))?.[0]
  if (drainSeconds === undefined)
    return {
      problem: `DRAIN_SECONDS must be a number of seconds from 0 to 999, not "${environment.DRAIN_SECONDS}".`,
    }
  if (read.flags.has('--empty') && read.flags.has('--sample')) return { problem: 'Give --empty or --sample, not both.' }
  const listensOn = host ?? (environment.HOST || 'localhost')
  const mail = readMail(environment, publicUrl)
  if ('problem' in mail) return mail
  const providers = readProviders(environment)
  if ('problem' in providers) return providers
  const webhooks = readWebhooks(environment)
  if ('problem' in webhooks) return webhooks
  return {
    value: {
      file: read.file === undefined ? undefined : resolve(directory, read.file),
      data: data === undefined ? undefined : resolve(directory, data),
      database: database.value,
      host: listensOn,
      port,
      sample: read.flags.has('--empty') ? 'no' : read.flags.has('--sample') ? 'yes' : 'if local',
      isPublic: publicUrl !== undefined || !LOCAL_HOST.test(listensOn),
      watch: read.flags.has('--watch'),
      publish: read.flags.has('--publish'),
      force: read.flags.has('--force'),
      deletes: (read.values.get('--deletes') ?? []).flatMap(splitNames),
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
      drainSeconds: Number(drainSeconds),
      extraAssets: environment.EXTRA_ASSETS ? resolve(directory, environment.EXTRA_ASSETS) : undefined,
      startedByNpm: environment.npm_lifecycle_event === 'start',
    },
  }
}

/** Reads the address of the database; undefined: there is none. What is wrong is said without the address, which holds a password. */
export function readDatabaseUrl({
  DATABASE_URL: url = '',
}: Readonly<Record<string, string | undefined>>): Setting<string | undefined> {
  if (url === '') return { value: undefined }
  return !/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url) || new URL(url).pathname.length < 2
    ? { problem: 'DATABASE_URL must be an address like postgres://name:password@host/database.' }
    : { value: url }
}

function readDatabase(
  environment: Readonly<Record<string, string | undefined>>,
  { values, flags, file }: ReadWords,
): Setting<string | undefined> {
  const url = readDatabaseUrl(environment)
  if ('problem' in url) return url
  const publishes = flags.has('--publish')
  if (url.value === undefined && publishes)
    return {
      problem: '--publish needs DATABASE_URL: on a data directory each start publishes a file that has changed.',
    }
  if (url.value === undefined) return url
  if (publishes && file === undefined) return { problem: '--publish needs the document that it publishes.' }
  if (values.has('--data'))
    return { problem: 'With DATABASE_URL the data is kept in that database: leave out --data, or DATABASE_URL.' }
  // Others see the clock of the server in the same data.
  if (values.has('--clock')) return { problem: '--clock needs a data directory: leave out DATABASE_URL.' }
  return (environment.SECRET_KEY ?? '') === ''
    ? {
        problem:
          'DATABASE_URL needs SECRET_KEY, because no file keeps the key of the secrets in the database: openssl rand -base64 32 makes one.',
      }
    : url
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

const SLOWEST = 0.001
const FASTEST = 1_000_000

function readSimulated(clock: string | undefined, speed: string | undefined): Setting<Config['simulated']> {
  if (clock === undefined) return speed === undefined ? { value: undefined } : { problem: '--speed needs --clock.' }
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/.test(clock) || Number.isNaN(Date.parse(clock)))
    return { problem: `--clock must be a moment like 2026-12-24T09:00, not "${clock}".` }
  const times = speed === undefined ? 1 : Number(speed)
  if (!(times >= SLOWEST && times <= FASTEST))
    return { problem: `--speed must be a number from ${SLOWEST} to ${FASTEST}, not "${speed}".` }
  return { value: { start: clock, speed: times } }
}

function portOf(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return port <= 65_535 ? port : undefined
}
