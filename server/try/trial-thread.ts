// Runs a trial in a thread: serves the draft's application on a port of this machine, and answers the server.
import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { compile } from '#shared/compile.ts'
import type { OpenedTrial } from './open-trial.ts'
import { openTrial } from './open-trial.ts'
import type {
  NumberedQuestion,
  TrialAnswers,
  TrialQuestion,
  TrialState,
  TrialThreadMessage,
  TrialWork,
} from './trial-work.ts'
import { SECRET_HEADER, TrialRefused } from './trial-work.ts'

const work = workerData as TrialWork
const secret = Buffer.from(work.secret)

try {
  const { model } = compile(work.text)
  if (model === undefined) throw new Error('The server starts no trial of a document that has errors.')
  const trial = await openTrial(work, model)
  const server = createServer((request, response) => {
    const shown = Buffer.from(String(request.headers[SECRET_HEADER] ?? ''))
    if (shown.length === secret.length && timingSafeEqual(shown, secret)) trial.app(request, response)
    else response.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  parentPort?.on('message', (message: NumberedQuestion) => void answer(trial, message))
  post({ port, first: trial.people.first, state: await stateOf(trial, true) })
} catch (error) {
  if (!(error instanceof TrialRefused)) throw error
  post({ refused: error.refusal })
  process.exit()
}

async function answer(trial: OpenedTrial, { number, question }: NumberedQuestion): Promise<void> {
  try {
    post({ number, answer: await find(trial, question) })
  } catch (error) {
    if (error instanceof TrialRefused) post({ number, refused: error.refusal })
    else post({ number, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

async function find(trial: OpenedTrial, question: TrialQuestion): Promise<TrialAnswers[keyof TrialAnswers]> {
  switch (question.ask) {
    case 'state':
      return stateOf(trial, true)
    case 'people':
      return { items: await trial.people.find(question.search) }
    case 'messages':
      return { items: trial.sent.list(question.before), sent: trial.sent.count(), kept: trial.sent.kept() }
    case 'move':
      return stateOf(trial, await trial.move(question.step))
    case 'actor':
      return trial.people.choose(question.actor)
  }
}

async function stateOf(trial: OpenedTrial, isMoved: boolean): Promise<TrialState> {
  const { people, sent } = trial
  return { now: trial.now(), nextDue: await trial.nextDue(), isMoved, roles: people.roles, sent: sent.count() }
}

function post(message: TrialThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}
