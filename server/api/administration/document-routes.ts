// Declares the routes of the document for administrators: read, check, publish, list revisions, put one back.
import {
  CHECKED,
  DOCUMENT_ANSWER,
  EXAMPLES,
  PLAN,
  PUBLISHED,
  REVISIONS,
  FOLLOWED_FILE_ANSWER,
} from './administration-answers.ts'
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { splitNames } from '#shared/text/split-names.ts'
import type { PlanBody } from '#shared/protocol/plan.ts'
import type {
  DocumentBody,
  ExampleOutcome,
  ExamplesBody,
  PublishedBody,
  FollowedFileBody,
} from '#shared/protocol/document.ts'
import { addressKey } from '../../auth/address-key.ts'
import { requireReauthentication } from '../../auth/sessions/require-reauthentication.ts'
import { LARGEST_DOCUMENT } from '../../document/read-document-file.ts'
import type { PersonalPublication } from '../../records/document/publish-as-person.ts'
import { checkAsPerson, publishAsPerson, publishRevisionAsPerson } from '../../records/document/publish-as-person.ts'
import { commandOfDeletion } from '../../records/document/deletion-command.ts'
import { readDocumentRevision, readDocumentRevisions } from '../../records/document/read-revisions.ts'
import { PAGE_QUERY } from '../records/record-parameters.ts'
import { oneOf, parameter } from '../routes/body-schema.ts'
import { readCursor, writeCursor } from '../request/cursor.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { findKnownTag, versionCondition } from '../response/etag.ts'
import type { ApiResponse } from '../response/response.ts'
import { jsonResponse } from '../response/response.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { refused, requireAdministrator } from '../../policy/refused.ts'

const FOR_ADMINISTRATORS = { requiresSession: true, offeredTo: 'administrators', status: 200 } as const
/** A slow line may take its time with 5 MB, and a large database with its tables. */
export const TIME = { body: 600_000, response: 600_000 } as const
export const MARKDOWN = { type: 'text/markdown', most: LARGEST_DOCUMENT } as const
export const IF_MATCH = {
  name: 'If-Match',
  description: 'The ETag of the document as it was read: another one in force is refused.',
  schema: { type: 'string' },
} as const

const EXAMPLES_QUERY = {
  ...oneOf('ignored'),
  description: 'Publishes a document though some of its examples do not hold.',
} as const

/** Characters of the reason of a publication, and of the names of what it deletes together. */
const LONGEST_REASON = 500
const LONGEST_NAMES = 4_000
const NAMES_TO_DELETE =
  'What may be deleted with its values, separated by commas: a field (`Ticket.note`) or an entity (`Report`).'
const DELETES = { deletes: parameter({ description: NAMES_TO_DELETE, maxLength: LONGEST_NAMES }) } as const
export const PUBLICATION_QUERY = {
  examples: EXAMPLES_QUERY,
  reason: parameter({ description: 'Why it is published.', maxLength: LONGEST_REASON }),
  deletes: parameter({
    description: `${NAMES_TO_DELETE} On PostgreSQL it is refused with 409 \`deletion_by_command\`: publish on the command line then.`,
    maxLength: LONGEST_NAMES,
  }),
} as const

const READ = defineRoute({
  method: 'GET',
  path: '/system/document',
  id: 'document',
  response: { schema: DOCUMENT_ANSWER },
  otherResponses: { 304: { description: 'You have it already.' } },
  summary: 'The document in force, with its text',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, context) =>
    documentResponse(context, await readDocumentRevision(dependencies, context.actorContext)),
})

const PUBLISH = defineRoute({
  method: 'PUT',
  path: '/system/document',
  id: 'publish_document',
  response: { schema: PUBLISHED },
  time: TIME,
  summary: 'Publish another document; by a session that was proven in the last hour',
  ...FOR_ADMINISTRATORS,
  headers: [IF_MATCH],
  query: PUBLICATION_QUERY,
  textBody: MARKDOWN,
  handle: async (dependencies, context, { body, query }) => {
    await requireProof(dependencies, context)
    await requireExamples(dependencies, context, String(body), query)
    return publishedResponse(
      await publishAsPerson(
        dependencies,
        context.actorContext,
        String(body),
        publicationOf(dependencies, context, query),
      ),
    )
  },
})

const CHECK = defineRoute({
  method: 'POST',
  path: '/system/document/check',
  id: 'check_document',
  onlyReads: true,
  response: { schema: CHECKED },
  time: TIME,
  summary: 'What publishing a document would say and change; nothing is published',
  ...FOR_ADMINISTRATORS,
  query: DELETES,
  textBody: MARKDOWN,
  handle: async (dependencies, { actorContext }, { body, query }) => {
    const options = { deletes: splitNames(query.deletes ?? ''), backUp: dependencies.backUpData }
    return jsonResponse(200, await checkAsPerson(dependencies, actorContext, String(body), options))
  },
})

const RUN_EXAMPLES = defineRoute({
  method: 'POST',
  path: '/system/document/examples',
  id: 'run_examples',
  onlyReads: true,
  response: { schema: EXAMPLES },
  time: TIME,
  summary: 'Whether the examples of a document hold, each on an empty database; nothing is published or sent',
  ...FOR_ADMINISTRATORS,
  textBody: MARKDOWN,
  handle: async (dependencies, context, { body }) =>
    jsonResponse(200, {
      examples: await runExamples(dependencies, context, String(body)),
    } satisfies ExamplesBody),
})

const PLAN_DOCUMENT = defineRoute({
  method: 'POST',
  path: '/system/document/plan',
  id: 'plan_document',
  onlyReads: true,
  response: { schema: PLAN },
  time: TIME,
  summary: 'What publishing a document changes for data, people, rules, timers, screens and programs',
  ...FOR_ADMINISTRATORS,
  query: DELETES,
  textBody: MARKDOWN,
  handle: async (dependencies, context, { body, query }) =>
    jsonResponse(200, await planText(dependencies, context, String(body), splitNames(query.deletes ?? ''))),
})

const LIST = defineRoute({
  method: 'GET',
  path: '/system/document/revisions',
  id: 'document_revisions',
  response: { schema: REVISIONS },
  summary: 'Revisions, newest first',
  ...FOR_ADMINISTRATORS,
  query: PAGE_QUERY,
  handle: async (dependencies, { actorContext }, { query: { limit = DEFAULT_LIMIT, after } }) => {
    const before = after === undefined ? undefined : Number(readCursor('revisions', after)[0])
    const { items, next } = await readDocumentRevisions(dependencies, actorContext, { limit, before })
    return jsonResponse(200, { items, next: next === null ? null : writeCursor('revisions', [next]) })
  },
})

const READ_REVISION = defineRoute({
  method: 'GET',
  path: '/system/document/revisions/:number',
  id: 'document_revision',
  response: { schema: DOCUMENT_ANSWER },
  otherResponses: { 304: { description: 'You have it already.' } },
  summary: 'A revision, with its text',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, context, { parameters }) =>
    documentResponse(
      context,
      await readDocumentRevision(dependencies, context.actorContext, numberIn(parameters.number)),
    ),
})

const FOLLOWED_FILE = defineRoute({
  method: 'GET',
  path: '/system/document/file',
  id: 'document_file',
  response: { schema: FOLLOWED_FILE_ANSWER },
  summary: 'The file that the server follows, and what it says that is not published',
  ...FOR_ADMINISTRATORS,
  handle: async ({ followedFile }) => {
    const { file = null, waiting = null } = followedFile?.() ?? {}
    return jsonResponse(200, { file, waiting } satisfies FollowedFileBody)
  },
})

const PUT_BACK = defineRoute({
  method: 'POST',
  path: '/system/document/revisions/:number/publish',
  id: 'publish_revision',
  response: { schema: PUBLISHED },
  time: { response: TIME.response },
  summary: 'Publish an earlier revision again; by a session that was proven in the last hour',
  ...FOR_ADMINISTRATORS,
  headers: [IF_MATCH],
  query: PUBLICATION_QUERY,
  handle: async (dependencies, context, { parameters, query }) => {
    await requireProof(dependencies, context)
    const number = numberIn(parameters.number)
    const { text } = await readDocumentRevision(dependencies, context.actorContext, number)
    await requireExamples(dependencies, context, text, query)
    return publishedResponse(
      await publishRevisionAsPerson(
        dependencies,
        context.actorContext,
        number,
        publicationOf(dependencies, context, query),
      ),
    )
  },
})

export const DOCUMENT_ROUTES: readonly ApiRoute[] = [
  READ,
  PUBLISH,
  CHECK,
  RUN_EXAMPLES,
  PLAN_DOCUMENT,
  LIST,
  READ_REVISION,
  PUT_BACK,
  FOLLOWED_FILE,
]

/** Runs the examples of a text; null: it has errors. */
async function runExamples(
  { current, runExamples: run }: ApiDependencies,
  { actorContext }: RequestContext,
  text: string,
): Promise<readonly ExampleOutcome[] | null> {
  const { model, file } = current.running
  requireAdministrator(model, actorContext.actor)
  return run({ file, text })
}

/** Plans a text. Who may not read data learns nothing of it. */
async function planText(
  { current, planDocument, backUpData: backUp }: ApiDependencies,
  { actorContext: { actor, now } }: RequestContext,
  text: string,
  deletes: readonly string[],
): Promise<PlanBody> {
  const { model, file } = current.running
  requireAdministrator(model, actor)
  const looksAtData = model.accountPolicy.administratorsReadData
  const plan = (await planDocument?.({ file, text, now, deletes, looksAtData })) ?? null
  const command = plan === null ? undefined : commandOfDeletion({ file, deletes, backUp, conflicts: plan.conflicts })
  return { plan, ...(command === undefined ? {} : { command }) }
}

/** Refuses a text whose examples do not hold, unless the request ignores them. What has errors is refused as such. */
export async function requireExamples(
  dependencies: ApiDependencies,
  context: RequestContext,
  text: string,
  { examples }: { readonly examples?: unknown },
): Promise<void> {
  if (examples === 'ignored') return
  const outcomes = (await runExamples(dependencies, context, text)) ?? []
  const failed = outcomes.filter(({ failure }) => failure !== null)
  if (failed.length > 0) throw refused('examples_fail', { count: failed.length }, { examples: failed })
}

export async function requireProof(
  { storage }: ApiDependencies,
  { actorContext: { session, now, byToken } }: RequestContext,
): Promise<void> {
  if (byToken === true) throw refused('not_by_token')
  await requireReauthentication(storage.database, session, now)
}

export function publicationOf(
  { backUpData }: ApiDependencies,
  { request, address }: RequestContext,
  { reason, deletes }: { readonly reason?: string | undefined; readonly deletes?: string | undefined },
): PersonalPublication {
  return {
    follows: versionCondition(request.headers),
    address: addressKey(address),
    deletes: splitNames(deletes ?? ''),
    reason,
    backUp: backUpData,
  }
}

/** Reads the number of a revision, or 0, which names no revision, if the text is not a number. */
function numberIn(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

function etagOf({ number, revision }: { readonly number: number; readonly revision: string }): string {
  return `"${number}.${revision}"`
}

function documentResponse({ request }: RequestContext, body: DocumentBody): ApiResponse {
  const etag = etagOf(body)
  const known = findKnownTag(request.headers['if-none-match'], etag)
  return known === undefined ? jsonResponse(200, body, ['ETag', etag]) : { status: 304, headers: ['ETag', known] }
}

function publishedResponse(body: PublishedBody): ApiResponse {
  return jsonResponse(200, body, ['ETag', etagOf(body)])
}
