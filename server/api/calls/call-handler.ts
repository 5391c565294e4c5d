// Handles a call of the document's own: reads the request, runs the call, sends its answer.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import type { Citation } from '#shared/model/model.ts'
import { addressKey } from '../../auth/address-key.ts'
import { requireCaller } from '../../calls/decide-call.ts'
import { namesFromJson } from '../../calls/kept-names.ts'
import type { KeptNames } from '../../calls/kept-names.ts'
import { unknownParameters } from '../../calls/read-call-input.ts'
import type { CallAnswer } from '../../calls/render-answer.ts'
import { renderAnswer } from '../../calls/render-answer.ts'
import { prepareAccess } from '../../calls/call-access.ts'
import { SESSION_TOKEN, takesVersion } from '../../calls/resolve-call.ts'
import type { ResolvedCall } from '../../calls/resolve-call.ts'
import type { CallInputSource, CallOptions } from '../../calls/run-call.ts'
import { runReadOnlyCall, resolvedCallOf, writeCall } from '../../calls/run-call.ts'
import { clientInfoOf } from '../accounts/client-info-of.ts'
import { requireHttps } from '../accounts/require-https.ts'
import type { DocumentCall } from '#shared/model/7-calls/types.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { refuseForeignOrigin } from '../request/csrf.ts'
import type { JsonBody } from '../request/json-body.ts'
import { NO_BODY } from '../request/json-body.ts'
import { unknownParameter } from '../request/query-parameters.ts'
import { readBody } from '../request/read-input.ts'
import type { ApiResponse } from '../response/response.ts'
import { versionCondition } from '../response/etag.ts'
import { NO_CONTENT } from '../response/response.ts'
import { openObject } from '../routes/body-schema.ts'
import type { Handler } from '../routes/route.ts'
import type { Refused } from '../../policy/refused.ts'
import { refused } from '../../policy/refused.ts'

export function callHandler(call: DocumentCall): Handler {
  return async (dependencies, context, { parameters }) => {
    const { running, actorContext, query, request, caller } = context
    requireCaller(call, actorContext.actor)
    const resolved = resolvedCallOf(running, call)
    if (resolved.notRun !== undefined) throw notRun(resolved.notRun)
    const [unknown] = unknownParameters(call, query)
    if (unknown !== undefined) {
      const known = call.takes.filter((each) => each.in === 'query').map(({ written }) => written)
      throw unknownParameter(unknown, known)
    }
    // A link on another page must not do what a GET of the document does.
    if (resolved.writes && context.method === 'GET')
      refuseForeignOrigin(request, dependencies.publicUrl, caller.byCookie)
    if (resolved.writes && caller.viewing !== undefined) throw refused('view_only')
    const body = context.method === 'GET' ? { ...NO_BODY, value: {} } : await readBody(request, openObject({}))
    const header = (name: string): string | undefined => textHeader(request.headers[name])
    // A token that a cookie holds stays hidden from pages.
    const token = caller.byCookie ? undefined : caller.session?.secret
    const path = new Map(Object.entries(parameters))
    const given: CallInputSource = { path, query, header, body: body.value, token }
    const confirmed = (header('confirm') ?? '')
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== '')
    const expected = takesVersion(resolved) ? versionCondition(request.headers) : undefined
    const answer = resolved.writes
      ? await write(dependencies, context, resolved, { given, body, confirmed, expected })
      : await runReadOnlyCall(dependencies, actorContext, resolved, given, confirmed)
    return responseOf(answer)
  }
}

interface WriteRequest {
  readonly given: CallInputSource
  readonly body: JsonBody
  readonly confirmed: readonly string[]
  readonly expected: VersionCondition | undefined
}

/** Does it once, where a key says so; the answer to a repetition is rendered anew, with what the caller may read by then. */
async function write(
  dependencies: ApiDependencies,
  context: RequestContext,
  resolved: ResolvedCall,
  { given, body, confirmed, expected }: WriteRequest,
): Promise<CallAnswer> {
  const { actorContext, path, query, method, request, running, caller } = context
  if (resolved.access.length > 0) {
    // What hands out a token is never answered a second time for a key.
    const prepare: CallOptions['prepareAccess'] = (reading, names) =>
      prepareAccess(
        { dependencies, reading, caller, client: clientInfoOf(context), call: resolved.call },
        resolved.access,
        names,
      )
    if (caller.byToken === true) throw refused('not_by_token')
    requireHttps(running.model, request, dependencies.publicUrl)
    const options = { confirmed, expected, prepareAccess: prepare }
    return (await writeCall(dependencies, actorContext, resolved, given, options)).answer
  }
  const key = textHeader(request.headers['idempotency-key'])
  if (key === undefined)
    return (await writeCall(dependencies, actorContext, resolved, given, { confirmed, expected })).answer
  let answer: CallAnswer | undefined
  const inputs = resolved.call.takes.filter((each) => each.in === 'header')
  const headers = inputs.map(({ written }) => given.header(written.toLowerCase()) ?? '')
  const text = [`${method} ${path.join('/')}?${query.toString()}`, ...headers, body.bytes.toString('utf8')].join('\n')
  const { written: kept } = await dependencies.idempotency.run<KeptNames>(
    { key, request: text, from: addressKey(context.address) },
    actorContext,
    resolved.call.answer?.status ?? 204,
    async (guard) => {
      const done = await writeCall(dependencies, actorContext, resolved, given, { confirmed, expected, guard })
      answer = done.answer
      return done.kept
    },
  )
  const reading = { running, storage: dependencies.storage, actorContext }
  return (
    answer ??
    renderAnswer(reading, resolved, {
      ...namesFromJson(resolved, kept),
      [SESSION_TOKEN]: given.token ?? null,
    })
  )
}

function responseOf({ status, body, type }: CallAnswer): ApiResponse {
  if (status === 204) return NO_CONTENT
  return { status, ...(body === undefined ? {} : { body }), ...(type === undefined ? {} : { type }) }
}

function notRun(cites: Citation): Refused {
  return refused('not_run', {}, { cites })
}

function textHeader(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
