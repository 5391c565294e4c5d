// Renders a webhook in the command's transaction, and puts it among the jobs that run after the commit.
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { Expression, Node } from '#shared/expressions/node.ts'
import { writeValue } from '#shared/expressions/read-value.ts'
import type { Value } from '#shared/expressions/value.ts'
import { expandComputed } from '#shared/model/7-calls/expand-computed.ts'
import { expandShapes } from '#shared/model/7-calls/expand-shapes.ts'
import type { Citation, Entity, MessageTemplate, Model } from '#shared/model/model.ts'
import { makeConditions } from '../../policy/conditions.ts'
import type { CommandContext } from '../write/command-context.ts'
import { evaluateNow } from '../access/condition-facts.ts'
import type { RecordSnapshot } from '../access/condition-facts.ts'
import type { WebhookJob } from './webhook-job.ts'

/** A `send` effect, or a row of the table of outgoing calls. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: MessageTemplate
  readonly payload?: Expression
  readonly cite: Citation
}

/** Bytes of one body, and characters of one address. */
const LARGEST_BODY = 262_144
const LONGEST_URL = 4_000

/** Queues a webhook about a loaded record, on the document's authority. */
export async function queueWebhookOf(
  context: CommandContext,
  entity: Entity,
  snapshot: RecordSnapshot,
  request: OutgoingRequest,
): Promise<void> {
  const { running } = context
  const { prepared, conditions } = running.compiled('webhook', request, () => {
    const found = prepareWebhook(running.model, request)
    return { prepared: found, conditions: makeConditions(entity.name.identifier, webhookNodes(found)) }
  })
  const evaluate = await evaluateNow(context, conditions, snapshot)
  await queueWebhook(context, prepared, evaluate, { entity: entity.name.identifier, record: snapshot.record.id })
}

/** Prepares a webhook: its shapes are expanded. */
export function prepareWebhook(model: Pick<Model, 'shapes' | 'entities'>, request: OutgoingRequest): OutgoingRequest {
  const { payload } = request
  if (payload === undefined) return request
  return { ...request, payload: { ...payload, tree: expandComputed(model, expandShapes(model, payload.tree)) } }
}

export function webhookNodes({ url, payload }: OutgoingRequest): readonly Node[] {
  const parts = url.flatMap((part) => (typeof part === 'string' ? [] : [part.tree]))
  return payload === undefined ? parts : [...parts, payload.tree]
}

/** Webhooks of one record leave for one host in their order. */
export async function queueWebhook(
  { transaction, actorContext, newId, isSilent }: CommandContext,
  request: OutgoingRequest,
  evaluate: Evaluator,
  about: WebhookJob['about'],
): Promise<void> {
  if (isSilent) return
  const { now } = actorContext
  const { method, payload, cite } = request
  const url = renderUrl(request.url, evaluate)
  const body =
    payload === undefined ? null : JSON.stringify(writeValue(evaluate(payload.tree) ?? null, payload.tree.type))
  const isTooLarge = body !== null && Buffer.byteLength(body) > LARGEST_BODY
  const problem = url === undefined ? NO_ADDRESS : isTooLarge ? TOO_LARGE : null
  const isDead = problem !== null
  const value: WebhookJob = {
    id: `msg_${newId(now)}`,
    method,
    url: url?.href ?? '',
    body: isTooLarge ? null : body,
    madeAt: now,
    about,
    hops: (actorContext.hops ?? 0) + 1,
    line: cite.line,
    deliveredAt: null,
    status: null,
    milliseconds: null,
    isSigned: false,
    isSendable: !isDead,
  }
  const queue = isDead || about === null || url === undefined ? undefined : `${about.record} ${url.host}`
  const fresh = { about: null, key: null, tries: 0, dueAt: now, problem, isDead, queue }
  await transaction.putJob({ kind: 'webhook', ...fresh, value: { ...value } })
}

/** A value that is a step up in the path would reach what the document does not name; `%2e` is a dot to all who read addresses. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i

const NO_ADDRESS = 'What the document gives here is no address.'
const TOO_LARGE = `The payload is larger than ${LARGEST_BODY / 1_024} kB.`

/** The first part names the host as the document does; what stands in the others can't change it. */
function renderUrl([first, ...rest]: MessageTemplate, evaluate: Evaluator): URL | undefined {
  if (first === undefined) return undefined
  const base = typeof first === 'string' ? first : textOf(evaluate(first.tree))
  const others = rest.map((part) => (typeof part === 'string' ? part : encodeURIComponent(textOf(evaluate(part.tree)))))
  const whole = [base, ...others].join('')
  if (!/^https?:/i.test(base) || whole.length > LONGEST_URL || !URL.canParse(whole) || !URL.canParse(base))
    return undefined
  const [path = ''] = whole.split(/[?#]/)
  const url = new URL(whole)
  if (DOT_SEGMENT.test(path) || url.username !== '' || url.password !== '') return undefined
  return url.host === new URL(base).host ? url : undefined
}

function textOf(value: Value): string {
  return value === null || value === undefined ? '' : String(writeValue(value, { kind: 'text' }))
}
