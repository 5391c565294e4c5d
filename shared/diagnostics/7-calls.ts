// Lists the messages of reading and linking point 7.
import { entry } from './entry.ts'
import { didYouMean } from './all-points.ts'

export const badCall = entry<{ call: string; nearest?: string | undefined }>(
  'calls/bad-call',
  'error',
  ({ call, nearest }) => ({
    message: `"${call}" is no call.`,
    hint: didYouMean(nearest) ?? 'a call is a method and a path: "GET /api/overdue"',
  }),
)

export const badPath = entry<{ path: string; write?: string | undefined }>(
  'calls/bad-path',
  'error',
  ({ path, write }) => ({
    message: `"${path}" is no path of a call.`,
    hint: 'calls stand under /api, parameters are names, each once: /api/articles/:slug/favorite',
    write,
  }),
)

export const callWithoutDetails = entry<{ call: string; nearest?: string | undefined }>(
  'calls/call-without-steps',
  'warning',
  ({ call, nearest }) => ({
    message: `${call} is listed, and nothing says what it answers.`,
    hint: didYouMean(nearest) ?? `add a heading "### ${call}" with its steps, or "not shown."`,
  }),
)

export const doubledCall = entry<{ call: string }>(
  'calls/duplicate-call',
  'error',
  ({ call }) => `The call ${call} stands here twice.`,
  'leave one of them out, or give it another path',
)

export const headingDiffers = entry<{ overview: string; heading: string }>(
  'calls/heading-differs',
  'warning',
  ({ overview, heading }) => ({
    message: `The overview says ${overview}, the heading of that call says ${heading}.`,
    hint: 'write both alike; the heading counts',
  }),
)

export const badPlace = entry<{ place: string; nearest: string | undefined }>(
  'calls/bad-place',
  'error',
  ({ place, nearest }) => ({
    message: `"${place}" is no part of a call.`,
    hint: didYouMean(nearest) ?? 'inputs stand in the path, query, body or header',
  }),
)

export const badTaken = entry<{ name: string; where: string }>('calls/bad-input', 'error', ({ name, where }) => ({
  message: `"${name}" can't be the name of something in the ${where}.`,
  hint:
    where === 'body'
      ? 'names of a body may be nested: "article.title"'
      : 'one word, as it stands there: "limit", "X-Signature"',
}))

export const takenTwice = entry<{ name: string; other: string }>(
  'calls/duplicate-input',
  'error',
  ({ name, other }) => ({
    message:
      name === other
        ? `The input "${name}" stands here twice.`
        : `"${name}" and "${other}" can't both be there: what is an object is no single value.`,
    hint: name === other ? 'an input is found by its name, wherever it stands' : undefined,
  }),
  'give one of them another name',
)

export const bodyOfGet = entry<{ method: string }>('calls/body-of-get', 'error', ({ method }) => ({
  message: `A ${method} has no body.`,
  hint: 'take it from the query, or make the call a POST',
}))

export const badMethod = entry<{ method: string; nearest: string | undefined }>(
  'calls/bad-method',
  'error',
  ({ method, nearest }) => ({
    message: `"${method}" is no method.`,
    hint: didYouMean(nearest) ?? 'methods are GET, POST, PUT, PATCH and DELETE',
  }),
)

export const badAnswer = entry<{ answer: string; nearest?: string | undefined }>(
  'calls/bad-answer',
  'error',
  ({ answer, nearest }) => ({
    message: `"${answer}" is no answer.`,
    hint:
      didYouMean(nearest) ??
      'write "answer 200", with a block of JSON below the steps; "answer 204"; or "answer 200 as calendar"',
  }),
)

export const badAnswerStatus = entry<{ status: string }>('calls/bad-status', 'error', ({ status }) => ({
  message: `A call can't end with "answer ${status}": an answer has a status from 200 to 299.`,
  hint: 'what is refused is refused by a step: "refuse CODE if …"',
}))

export const afterAnswer = entry<{ step: string }>('calls/after-answer', 'error', ({ step }) => ({
  message: `"${step}" stands after the answer: it would never be done.`,
  hint: 'the answer is the last step',
}))

export const conditionalAnswer = entry('calls/conditional-answer', 'error', () => ({
  message: 'A call has one answer: its last step, without a condition, and no part of another step.',
  hint: 'put the condition into a value ("a ? b : c"), or refuse before: "refuse CODE if …"',
}))

export const bodyWithoutAnswer = entry<{ call: string }>('calls/body-without-answer', 'error', ({ call }) => ({
  message: `${call} has a body, and no step says "answer".`,
  hint: 'end the steps with "answer 200"',
}))

export const bodyOfNothing = entry('calls/body-of-nothing', 'error', () => ({
  message: '204 means that there is no body.',
  hint: 'answer 200, or leave the block out',
}))

export const badJson = entry<{ found: string; expected: string }>('calls/bad-json', 'error', ({ found, expected }) => ({
  message: `Expected in this block: ${expected}${found === '' ? '' : `; found ${found}`}.`,
  hint: 'a block is JSON in which every string in backticks is an expression',
}))

export const doubledMember = entry<{ name: string }>(
  'calls/duplicate-member',
  'error',
  ({ name }) => `The name "${name}" stands in this object twice.`,
  'leave one of them out',
)

export const badUrl = entry<{ url: string }>('calls/bad-url', 'error', ({ url }) => ({
  message: `"${url}" is no address to which something can be sent.`,
  hint: 'write "https://example.com/tickets", or an expression like `limits.address`',
}))

export const unnamedHost = entry<{ host: string }>('calls/unnamed-host', 'error', ({ host }) => ({
  message: `"${host}" does not say to which host this goes.`,
  hint: 'write the host out, or in a constant of point 9: "https://example.com/tickets/{number}"',
}))

export const credentialsInUrl = entry<object>('calls/credentials-in-url', 'error', () => ({
  message: 'An address here holds no name and password: everyone who may read the document would know them.',
  hint: 'leave them out, and let the operator sign what is sent, with WEBHOOK_…_URL and WEBHOOK_…_SECRET',
}))

export const payloadOfGet = entry<object>(
  'calls/payload-of-get',
  'error',
  () => 'A GET carries no payload.',
  'make it a POST, or leave the payload out',
)

export const badWhen = entry<{ when: string }>('calls/bad-when', 'error', ({ when }) => ({
  message: `"${when}" does not say when it goes out.`,
  hint: 'write "Ticket.resolve", "Ticket created", "Ticket changed", "Ticket.due_at changed", "Ticket deleted" or "Ticket restored"',
}))

export const badToken = entry<{ token: string }>('calls/bad-token', 'error', ({ token }) => ({
  message: `"${token}" can't stand before a token.`,
  hint: 'one word: "Bearer", "Token"',
}))

export const badOrigin = entry<{ origin: string; write?: string | undefined }>(
  'calls/bad-origin',
  'error',
  ({ origin, write }) => ({
    message: `"${origin}" is no origin.`,
    hint: 'an origin is a scheme and a host: "https://app.example.com"',
    write,
  }),
)

export const answersWithoutBody = entry('calls/answers-without-body', 'error', () => ({
  message: 'Nothing says how errors are answered.',
  hint: 'write "problem details", or put a block of JSON below the setting',
}))

export const badShape = entry<{ heading: string }>('calls/bad-shape', 'error', ({ heading }) => ({
  message: `"${heading}" does not say whose shape it is.`,
  hint: 'write "### Shape late_ticket of Ticket"',
}))

export const shapeWithoutEntries = entry<{ shape: string }>('calls/shape-without-entries', 'error', ({ shape }) => ({
  message: `The shape "${shape}" has no names.`,
  hint: 'list them in a table with the header | name | value |',
}))

export const doubledShapeName = entry<{ name: string }>(
  'calls/duplicate-shape-name',
  'error',
  ({ name }) => `The name "${name}" stands in this shape twice.`,
  'leave one of them out',
)

export const shapesTooDeep = entry<{ limit: number }>(
  'calls/shapes-too-deep',
  'error',
  ({ limit }) => `More than ${limit} shapes show one another.`,
  'let the inner shapes show less',
)

export const shapeTooLarge = entry<{ shape: string; limit: number }>(
  'calls/shape-too-large',
  'error',
  ({ shape, limit }) =>
    `The shape "${shape}" shows more than ${limit} values, counted with all that it shows of others.`,
  'let it show fewer of them',
)

export const shapeOfOther = entry<{ shape: string; entity: string; expected: string }>(
  'calls/shape-of-other',
  'error',
  ({ shape, entity, expected }) => ({
    message: `The shape "${shape}" is of ${entity}; its lines can't be those of ${expected}.`,
    hint: `name a shape of ${expected}`,
  }),
)

// Linked

export const systemPath = entry<{ path: string }>('calls/system-path', 'error', ({ path }) => ({
  message: `${path} belongs to the system; no call of the document can stand there.`,
  hint: 'choose another first word after /api/',
}))

export const hidesStandard = entry<{ call: string; does: string }>(
  'calls/hides-standard-call',
  'warning',
  ({ call, does }) => ({
    message: `${call} stands in place of the standard call that ${does}.`,
    hint: 'if that is not meant, choose another path',
  }),
)

export const findsNoRecord = entry<{ path: string; entity: string; fields: string }>(
  'calls/finds-no-record',
  'error',
  ({ path, entity, fields }) => ({
    message: `${path} does not say which ${entity} is meant.`,
    hint: `it needs a parameter that is a unique field of ${entity}: ${fields}`,
  }),
)

export const unknownParameter = entry<{ name: string; nearest: string | undefined }>(
  'calls/unknown-parameter',
  'error',
  ({ name, nearest }) => ({
    message: `The path has no parameter "${name}".`,
    hint: didYouMean(nearest) ?? `write it into the path: "/:${name}"`,
  }),
)

export const noEvents = entry('calls/no-events', 'warning', () => ({
  message: 'Nothing that is answered here lasts from one moment or day to another: the calendar would be empty.',
  hint: 'put a block below the steps, with an expression that gives records with a beginning and an end, or shapes of some',
}))

export const unknownCall = entry<{ call: string; nearest: string | undefined }>(
  'calls/unknown-call',
  'error',
  ({ call, nearest }) => ({
    message: `Point 7 has no call ${call}.`,
    hint: didYouMean(nearest),
  }),
  'describe it under point 7: "### POST /api/…"',
)

export const ruleOnStandardCall = entry<{ call: string; does: string }>(
  'calls/rule-on-standard-call',
  'error',
  ({ call, does }) => ({
    message: `${call} is the standard call that ${does}.`,
    hint: 'name the entity, or one of its transitions ("Ticket.resolve"): the rule then holds for every way in',
  }),
)

export const ruleOfRecords = entry<{ kind: string }>('calls/rule-of-records', 'error', ({ kind }) => ({
  message: `"${kind}" is said of the records of an entity; a call has none.`,
  hint: 'name the entity, or write a condition on what the call is given',
}))

export const unknownInput = entry<{ name: string; nearest: string | undefined }>(
  'calls/unknown-input',
  'error',
  ({ name, nearest }) => ({ message: `The call takes no "${name}".`, hint: didYouMean(nearest) }),
)
