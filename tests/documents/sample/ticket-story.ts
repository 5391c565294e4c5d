// Tells one ticket from its report to where it stands today, under the rules of the helpdesk's document.
import { inWorkingHours, isoDuration, day, hour, minute } from './moments.ts'
import type { Reporter, Worker } from './people.ts'
import type { Case, Problem } from './problem.ts'
import type { Chance } from './random.ts'
import { agreed, handing, onFaults, onQuestions } from './replies.ts'

export type Ending = 'new' | 'open' | 'waiting' | 'resolved' | 'closed'

export interface Plot {
  readonly key: string
  /** Seconds before the loading, negative. */
  readonly created: number
  readonly ending: Ending
  readonly priority: 'low' | 'normal' | 'high' | 'urgent'
  /** Is it solved (or will it be) within the promise? */
  readonly late: boolean
  readonly reopened: boolean
  readonly customer: Reporter
  readonly agent: Worker
  readonly manager: Worker
  readonly problem: Problem
  readonly story: Case
  readonly subject: string
  /** Puts the ticket's own words into a text. */
  readonly say: (text: string) => string
}

export interface Act {
  readonly at: number
  readonly line: { readonly [key: string]: unknown }
}

const window = 7 * day

/** All acts on the ticket, in order of time. Timers fire as the document says: escalation at the promise, closing after seven days. */
export function tellTicket(plot: Plot, chance: Chance): readonly Act[] {
  const { customer, agent, manager, problem, story, say, key } = plot
  const { additions, aside, progress, thanks, tried } = problem.isQuestion ? onQuestions : onFaults
  const acts: Act[] = []
  let urgent = plot.priority === 'urgent'
  let due = plot.created + (urgent ? 4 * hour : 48 * hour)
  let state: Ending = 'new'
  let entered = plot.created
  let last = plot.created

  /** Fires the escalation if its time comes before `until`: at the promise, or on entering the state after it. */
  const passTime = (until: number): void => {
    const fires = Math.max(due, entered)
    if (urgent || (state !== 'new' && state !== 'open') || fires > until || fires >= 0) return
    urgent = true
    last = Math.max(last, fires)
    acts.push({ at: fires, line: { as: null, do: 'escalate', on: key } })
  }
  const act = (at: number, line: { readonly [key: string]: unknown }): number => {
    const moment = Math.max(at, last + minute)
    passTime(moment)
    last = Math.max(moment, last)
    acts.push({ at: last, line })
    return last
  }
  const move = (
    at: number,
    as: string,
    transition: string,
    to: Ending,
    input?: { readonly [name: string]: unknown },
  ): void => {
    entered = act(at, { as, do: transition, on: key, ...(input && { with: input }) })
    state = to
    passTime(entered)
  }
  const comment = (at: number, as: string, body: string, internal = false): void => {
    act(at, {
      as,
      create: 'Comment',
      with: { ticket: { ref: key }, body: say(body), ...(internal && { internal: true }) },
    })
  }

  const tags = problem.tags.map((tag) => ({ ref: `tag ${tag}` }))
  const tagged = chance.happens(0.55)
  const opening = [
    customer.greeting,
    say(chance.pick(story.descriptions)),
    chance.happens(0.5) ? say(chance.pick(tried)) : '',
    chance.happens(0.8) ? customer.closing : '',
  ]
  const description = opening.filter((part) => part !== '').join('\n\n')
  acts.push({
    at: plot.created,
    line: {
      as: customer.email,
      create: 'Ticket',
      name: key,
      with: {
        subject: plot.subject,
        description,
        ...(plot.priority !== 'normal' && { priority: plot.priority }),
        ...(tagged && { tags }),
        ...(story.files && { attachments: story.files.map((file) => ({ upload: `helpdesk/${file}` })) }),
      },
    },
  })
  if (chance.happens(0.05))
    act(plot.created + chance.between(3, 15) * minute, {
      as: customer.email,
      do: 'update',
      on: key,
      with: { description: `${description}\n\nPS: ${say(chance.pick(additions))}` },
    })

  const span = workSpan(plot, urgent, chance)
  const at = (share: number): number => {
    const raw = plot.created + span * share
    const shifted = inWorkingHours(raw, chance.between(2, 50) * minute)
    return plot.late || shifted < plot.created + span ? Math.min(shifted, -minute * chance.between(3, 40)) : raw
  }
  if (plot.ending === 'new') {
    if (chance.happens(0.2)) comment(plot.created + span * 0.6, customer.email, chance.pick(additions))
    passTime(-1)
    return acts
  }

  if (chance.happens(0.14)) {
    move(at(0.12), manager.email, 'assign', 'open', { agent: { ref: agent.email } })
    act(last + 20, { as: manager.email, do: 'update', on: key, with: { team: { ref: `team ${agent.team}` } } })
    if (chance.happens(0.6)) comment(last + minute, manager.email, chance.pick(handing), true)
  } else move(at(chance.between(0.05, 0.2)), agent.email, 'take', 'open')
  if (!tagged) act(last + chance.between(1, 6) * minute, { as: agent.email, do: 'update', on: key, with: { tags } })
  if (chance.happens(0.28))
    act(last + chance.between(2, 9) * minute, {
      as: agent.email,
      do: 'update',
      on: key,
      with: { internal_note: say(problem.note) },
    })
  if (chance.happens(0.45)) comment(at(0.28), agent.email, chance.pick(progress))
  if (chance.happens(0.22)) comment(at(0.34), agent.email, chance.pick(aside), true)

  const asks = plot.ending === 'waiting' || chance.happens(plot.late ? 0.75 : 0.6)
  if (asks && story.question) {
    const [question, answer] = story.question
    move(at(0.42), agent.email, 'ask', 'waiting', { question: say(question) })
    if (plot.ending === 'waiting') {
      if (chance.happens(0.2)) comment(at(0.8), agent.email, chance.pick(aside), true)
      return acts
    }
    move(at(chance.between(0.5, 0.7)), customer.email, 'answer', 'open', { reply: say(answer) })
  } else if (chance.happens(0.2)) comment(at(0.55), customer.email, chance.pick(additions))
  if (plot.ending === 'open' && !plot.late && due < 0) {
    // The promise was moved in time, so an older ticket is not overdue.
    due = chance.between(0.3, 4) * day
    const moved = Math.min(at(0.75), plot.created + 44 * hour)
    act(moved, { as: agent.email, do: 'update', on: key, with: { due_at: { moment: isoDuration(due) } } })
    comment(last + minute, agent.email, chance.pick(agreed))
  }
  if (plot.ending === 'open' && !plot.reopened) {
    passTime(-1)
    return acts
  }

  move(at(0.97), agent.email, 'resolve', 'resolved', { resolution: say(story.resolution) })
  if (plot.reopened && story.reopened) {
    const [reason, second] = story.reopened
    const spare = Math.min(window, -last)
    move(last + chance.between(0.15, 0.6) * spare, customer.email, 'reopen', 'open', { reason: say(reason) })
    if (chance.happens(0.5)) comment(last + chance.between(20, 90) * minute, agent.email, chance.pick(progress))
    if (plot.ending === 'open') {
      passTime(-1)
      return acts
    }
    const until = Math.min(last + chance.between(2, 30) * hour, -chance.between(20, 300) * minute)
    move(until, agent.email, 'resolve', 'resolved', { resolution: say(second) })
  }
  const resolved = last
  if (chance.happens(0.3))
    comment(Math.min(resolved + chance.between(0.3, 40) * hour, -2 * minute), customer.email, chance.pick(thanks))
  if (plot.ending === 'closed') acts.push({ at: resolved + window, line: { as: null, do: 'close', on: key } })
  return acts
}

/** How long the work takes, in seconds: within the promise unless the ticket is late, and not beyond today. */
function workSpan(plot: Plot, urgent: boolean, chance: Chance): number {
  const soFar = -plot.created - 4 * minute
  if (plot.ending === 'new' || plot.ending === 'open' || plot.ending === 'waiting')
    return soFar * chance.between(0.85, 1)
  const wanted = urgent
    ? plot.late
      ? chance.between(5, 12)
      : chance.between(0.6, 3.8)
    : plot.late
      ? chance.between(52, 130)
      : chance.between(2, 46)
  return Math.min(wanted * hour, soFar)
}
