// Declares the list of webhooks for administrators.

export interface DeliveryItem {
  readonly id: string
  /** Id of the webhook as its receiver knows it (`webhook-id`). */
  readonly webhook: string
  readonly method: string
  readonly url: string
  /** The record that it tells of; null: of none. */
  readonly entity: string | null
  readonly record: string | null
  readonly title: string
  /** Line of the document that defines the webhook. */
  readonly line: number
  readonly madeAt: string
  readonly tries: number
  /** `waiting`: its first try is to come; `retrying`: a try failed; `failed`: it was given up. */
  readonly status: 'waiting' | 'retrying' | 'delivered' | 'failed'
  /** Status of the response to the last try. `milliseconds` is how long that try took. */
  readonly response: number | null
  readonly milliseconds: number | null
  readonly isSigned: boolean
  /** False: it could not even be rendered. */
  readonly isSendable: boolean
  readonly problem: string | null
  readonly nextTryAt: string | null
  readonly deliveredAt: string | null
}

export interface DeliveriesBody {
  readonly items: readonly DeliveryItem[]
}
