// Declares what waits for a person: records on which they can do the next step.

export interface WaitingItem {
  readonly entity: string
  /** Path of the entity: "tickets". */
  readonly path: string
  readonly id: string
  readonly title: string
  /** Address of its page, where a screen of the document shows it to the person. */
  readonly page?: string
  /** The state that it is in, as people call it. */
  readonly state: string
  /** Transitions that lead it on, which this person may do now. */
  readonly steps: readonly { readonly name: string; readonly label: string }[]
}

export interface WaitingBody {
  readonly items: readonly WaitingItem[]
  readonly count: number
  /** There are more than were looked at. */
  readonly more: boolean
}
