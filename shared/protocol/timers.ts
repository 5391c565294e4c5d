// Declares the lists of timers: of a record for its readers, and of all for administrators.

export interface TimerItem {
  readonly id: string
  readonly kind: 'timer' | 'transition' | 'schedule'
  /** Name of the timer or the transition for people. */
  readonly name: string
  /** Null: it is a schedule, which has no record. */
  readonly entity: string | null
  readonly record: string | null
  readonly title: string
  /** RFC 3339. */
  readonly dueAt: string | null
  /** `late`: its moment has passed, and it is under way. `failed`: it was refused, and waits for a change of the record; a schedule for its next moment. */
  readonly status: 'due' | 'late' | 'failed'
  /** The sentence that refused it; for administrators. */
  readonly problem: string | null
  /** Line of the document that refused. */
  readonly line: number | null
}

export interface TimersBody {
  readonly items: readonly TimerItem[]
}
