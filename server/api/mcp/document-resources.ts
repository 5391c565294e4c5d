// Offers agents the document itself and the description of the API, as far as the caller may read them.
import { canReadDocument } from '#shared/decisions/2-screens.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { ApiRoute } from '../routes/route.ts'
import { describeApi } from '../openapi/describe-api.ts'
import { RESOURCE_NOT_FOUND, RpcError } from './json-rpc.ts'
import type { Actor } from '#shared/policy/actor.ts'

interface DocumentResource {
  readonly uri: string
  readonly name: string
  readonly description: string
  readonly mimeType: string
}

const DOCUMENT: DocumentResource = {
  uri: 'verbatim://document',
  name: 'Document',
  description: 'The specification that this application runs, as Markdown.',
  mimeType: 'text/markdown',
}

const DESCRIPTION: DocumentResource = {
  uri: 'verbatim://openapi',
  name: 'API description',
  description: 'What you may do, as OpenAPI 3.1.',
  mimeType: 'application/json',
}

export function listDocumentResources(running: RunningDocument, actor: Actor): readonly DocumentResource[] {
  return canReadDocument(running.model, actor) ? [DOCUMENT, DESCRIPTION] : [DESCRIPTION]
}

/** Reads a resource of the document. A resource that the actor may not read is reported as not existing. */
export function readDocumentResource(
  running: RunningDocument,
  actor: Actor,
  fixedRoutes: readonly ApiRoute[],
  uri: unknown,
): object {
  const found = listDocumentResources(running, actor).find((each) => each.uri === uri)
  if (found === undefined) throw new RpcError(RESOURCE_NOT_FOUND, `There is no resource ${String(uri)}.`)
  const text = found === DOCUMENT ? running.text : JSON.stringify(describeApi(running, actor, fixedRoutes))
  return { contents: [{ uri: found.uri, mimeType: found.mimeType, text }] }
}
