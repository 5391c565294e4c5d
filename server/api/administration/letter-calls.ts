// Letters that could not be sent, for administrators: seen, sent again, dismissed.
import { dismissLetter, listUnsentLetters, sendAgain } from '../../records/letters/unsent-letters.ts'
import { jsonAnswer, NO_CONTENT } from '../answer.ts'
import { readJson } from '../body.ts'
import type { Call } from '../exchange.ts'
import { checkParameters } from '../parameters.ts'
import type { Resources } from '../resources.ts'

const lettersCall: Call = async (dependencies, { query, acting }) => {
  checkParameters(query, [])
  return jsonAnswer(200, { items: await listUnsentLetters(dependencies, acting) })
}

function sendAgainCall(id: string): Call {
  return async (dependencies, exchange) => {
    await readJson(exchange.request)
    await sendAgain(dependencies, exchange.acting, id)
    return NO_CONTENT
  }
}

function dismissCall(id: string): Call {
  return async (dependencies, exchange) => {
    await readJson(exchange.request)
    await dismissLetter(dependencies, exchange.acting, id)
    return NO_CONTENT
  }
}

export const LETTER_RESOURCES: Resources = {
  'system/letters': { signedIn: true, calls: { GET: lettersCall } },
  'system/letters/:id': (id) => ({ signedIn: true, calls: { DELETE: dismissCall(id) } }),
  'system/letters/:id/send': (id) => ({ signedIn: true, calls: { POST: sendAgainCall(id) } }),
}
