// Declares the routes of drafts of the document: all authors', and reading, keeping and deleting one's own.
import { LARGEST_DOCUMENT } from '../../document/read-document-file.ts'
import { deleteOwnDraft, keepOwnDraft, listDrafts, readOwnDraft } from '../../records/document/drafts.ts'
import { versionCondition } from '../response/etag.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { integer } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { DRAFT, DRAFTS, OWN_DRAFT } from './administration-answers.ts'

const FOR_ADMINISTRATORS = { requiresSession: true, offeredTo: 'administrators' } as const

const LIST = defineRoute({
  method: 'GET',
  path: '/system/document/drafts',
  id: 'document_drafts',
  response: { schema: DRAFTS },
  status: 200,
  summary: 'Who is writing a draft of the document, since when and from which revision; without the texts',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, { actorContext }) => jsonResponse(200, await listDrafts(dependencies, actorContext)),
})

const READ = defineRoute({
  method: 'GET',
  path: '/system/document/draft',
  id: 'document_draft',
  response: { schema: OWN_DRAFT },
  status: 200,
  summary: 'Your own draft of the document, with its text; null where you have none',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, { actorContext }) =>
    jsonResponse(200, { draft: await readOwnDraft(dependencies, actorContext) }),
})

const KEEP = defineRoute({
  method: 'PUT',
  path: '/system/document/draft',
  id: 'keep_document_draft',
  response: { schema: DRAFT },
  status: 200,
  // A slow line may take its time with 5 MB.
  time: { body: 600_000 },
  summary: 'Keep a text as your draft of the document; it need not compile, and nothing is published',
  ...FOR_ADMINISTRATORS,
  query: { base: integer({ minimum: 0, description: 'Number of the revision that the draft was made from.' }) },
  headers: [
    {
      name: 'If-Match',
      description: 'The version of the draft as it was read, "0" where there was none: another one is refused.',
      schema: { type: 'string' },
    },
  ],
  textBody: { type: 'text/markdown', most: LARGEST_DOCUMENT },
  handle: async (dependencies, { actorContext, request }, { query: { base = dependencies.current.number }, body }) =>
    jsonResponse(
      200,
      await keepOwnDraft(dependencies, actorContext, { text: String(body), base }, versionCondition(request.headers)),
    ),
})

const DELETE = defineRoute({
  method: 'DELETE',
  path: '/system/document/draft',
  id: 'delete_document_draft',
  status: 204,
  summary: 'Delete your own draft of the document, where you have one',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, { actorContext }) => {
    await deleteOwnDraft(dependencies, actorContext)
    return NO_CONTENT
  },
})

export const DRAFT_ROUTES: readonly ApiRoute[] = [LIST, READ, KEEP, DELETE]
