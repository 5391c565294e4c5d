// Decides what the 400 tickets are about, who reports them when, who solves them, and where they stand today.
import { accountProblems } from './account-problems.ts'
import { billingProblems } from './billing-problems.ts'
import { day, hour, inWorkingHours, minute } from './moments.ts'
import { agents, customers, managers } from './people.ts'
import type { Reporter, Worker } from './people.ts'
import { commonWords } from './problem.ts'
import type { Case, Problem } from './problem.ts'
import { productProblems } from './product-problems.ts'
import { projectProblems } from './project-problems.ts'
import type { Chance } from './random.ts'
import type { Ending, Plot } from './ticket-story.ts'

const living = { new: 24, open: 40, waiting: 16, resolved: 20 } as const
const all = 400
const problems = [...accountProblems, ...billingProblems, ...productProblems, ...projectProblems]

type Beginning = Pick<Plot, 'created' | 'ending' | 'late' | 'reopened'>

/** Makes the plots of all tickets, in order of their reports. */
export function makePlots(chance: Chance): readonly Plot[] {
  const beginnings = [...closedTickets(chance), ...livingTickets(chance)].toSorted((a, b) => a.created - b.created)
  const reporters = dealCustomers(chance, beginnings.length)
  const subjects = new Set<string>()
  let deck: Problem[] = []
  return beginnings.map((beginning, index) => {
    if (deck.length === 0) deck = chance.shuffle(problems)
    const problem = deck.pop()!
    const story = chooseCase(problem, beginning, chance)
    const customer = reporters[index]!
    const agent = chooseAgent(problem, chance)
    const manager = managers.find((one) => one.team === agent.team) ?? managers[0]!
    const { subject, say } = chooseWords(problem, story, customer, subjects, chance)
    return {
      ...beginning,
      key: `ticket ${index + 1}`,
      customer,
      agent,
      manager,
      problem,
      story,
      subject,
      say,
      reopened: beginning.reopened && story.reopened !== undefined,
      priority: choosePriority(problem, beginning, chance),
    }
  })
}

/** The desk grew over the year: more reports lately than in the beginning. */
function closedTickets(chance: Chance): Beginning[] {
  const count = all - living.new - living.open - living.waiting - living.resolved
  return Array.from({ length: count }, (_, index) => {
    const reopened = index % 14 === 5
    const late = !reopened && index % 9 === 2
    const least = reopened ? 24 : late ? 15 : 10
    const share = (index + chance.next()) / count
    const daysAgo = least + (363 - least) * Math.pow(share, 1.45)
    return { created: reportAt(daysAgo * day, chance), ending: 'closed', late, reopened }
  })
}

function livingTickets(chance: Chance): Beginning[] {
  const make = (ending: Ending, count: number, from: number, to: number, more: Partial<Beginning> = {}): Beginning[] =>
    Array.from({ length: count }, () => ({
      created: reportAt(chance.between(from, to), chance),
      ending,
      late: false,
      reopened: false,
      ...more,
    }))
  return [
    ...make('new', living.new - 3, 6 * minute, 40 * hour),
    ...make('new', 3, 50 * hour, 70 * hour, { late: true }),
    ...make('open', living.open - 17, 1 * hour, 44 * hour),
    ...make('open', 9, 3 * day, 13 * day, { late: true }),
    ...make('open', 5, 3 * day, 8 * day),
    ...make('open', 3, 6 * day, 8.5 * day, { reopened: true }),
    ...make('waiting', living.waiting - 6, 4 * hour, 42 * hour),
    ...make('waiting', 6, 3 * day, 7 * day),
    ...make('resolved', living.resolved - 3, 10 * hour, 6.2 * day),
    ...make('resolved', 3, 7.2 * day, 9 * day, { reopened: true }),
  ]
}

/** Mostly in working hours; some people write in the evening. */
function reportAt(secondsAgo: number, chance: Chance): number {
  const raw = -Math.round(secondsAgo)
  if (chance.happens(0.12)) return raw
  const shifted = Math.round(inWorkingHours(raw, chance.between(0.1, 9.5) * hour))
  return shifted < -5 * minute ? shifted : raw
}

/** Between five and forty tickets for each customer. */
function dealCustomers(chance: Chance, count: number): readonly Reporter[] {
  const dealt = customers.flatMap((customer) => Array.from({ length: 5 }, () => customer))
  while (dealt.length < count) {
    const customer = chance.weighted(customers, (one) => one.share)
    if (dealt.filter((one) => one === customer).length < 40) dealt.push(customer)
  }
  return chance.shuffle(dealt)
}

function chooseAgent(problem: Problem, chance: Chance): Worker {
  const team =
    problem.topic === 'billing' ? 'billing' : problem.topic === 'account' || chance.happens(0.25) ? 'desk' : 'product'
  return chance.weighted(
    [...agents, ...managers].filter((worker) => worker.team === team),
    (worker) => worker.share,
  )
}

function choosePriority(problem: Problem, beginning: Beginning, chance: Chance): Plot['priority'] {
  const fresh = beginning.created > -5 * hour
  const calm = (beginning.ending === 'new' || beginning.ending === 'open') && !fresh && !beginning.late
  if (!calm && !beginning.reopened && chance.happens([0, 0.06, 0.5][problem.urgency] ?? 0)) return 'urgent'
  return chance.weighted(['low', 'normal', 'high'] as const, (word) => ({ low: 13, normal: 64, high: 23 })[word])
}

/** A case that has what the ticket needs: a question if it waits for the answer, a disagreement if it is reopened. */
function chooseCase(problem: Problem, beginning: Beginning, chance: Chance): Case {
  const cases = problem.cases.map((one) => ({
    ...one,
    question: one.question ?? problem.question,
    reopened: one.reopened ?? problem.reopened,
  }))
  const fitting = cases.filter(
    (one) => (beginning.ending !== 'waiting' || one.question) && (!beginning.reopened || one.reopened),
  )
  return chance.pick(fitting.length > 0 ? fitting : cases)
}

/** Words for the ticket, chosen so that no two tickets have one subject. */
function chooseWords(
  problem: Problem,
  story: Case,
  customer: Reporter,
  subjects: Set<string>,
  chance: Chance,
): Pick<Plot, 'subject' | 'say'> {
  for (let tries = 0; tries < 200; tries++) {
    const words: { [name: string]: string } = { first: customer.name.split(' ')[0]! }
    for (const [name, choices] of Object.entries({ ...commonWords, ...problem.words }))
      words[name] = chance.pick(choices)
    const say = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? `{${name}}`)
    const subject = say(chance.pick(story.subjects))
    if (subjects.has(subject)) continue
    subjects.add(subject)
    return { subject, say }
  }
  throw new Error(`no words for ${story.subjects[0]}`)
}
