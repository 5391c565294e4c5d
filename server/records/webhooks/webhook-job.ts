// Declares a webhook among the jobs, and reads it from its job.
import type { Job } from '../../storage/job.ts'

/** Tells an application of this kind how many webhooks have led to this one. */
export const HOPS_HEADER = 'verbatim-hops'

export interface WebhookJob {
  /** Id of the webhook, which is also its idempotency key and the same at each try. */
  readonly id: string
  readonly method: string
  readonly url: string
  /** JSON; null: there is none, or it was delivered and is kept no longer. */
  readonly body: string | null
  readonly madeAt: string
  /** The record that it tells of; null: it is sent by a call that has none at hand. */
  readonly about: { readonly entity: string; readonly record: string } | null
  /** 1: it was sent by what a person or the calendar did; more: by a call that a webhook made. */
  readonly hops: number
  /** The document's line that sends it. */
  readonly line: number
  /** Null: it was not delivered. */
  readonly deliveredAt: string | null
  /** HTTP status of the last try. */
  readonly status: number | null
  readonly milliseconds: number | null
  readonly isSigned: boolean
  /** False: it could not even be rendered. */
  readonly isSendable: boolean
}

export function readWebhookJob({ value }: Pick<Job, 'value'>): WebhookJob {
  return value as unknown as WebhookJob
}
