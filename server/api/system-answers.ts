// Describes the answers of the system's own routes: health, the inbox, changes, views, watches, files.
import {
  ANY,
  answer,
  FLAG,
  itemsOf,
  listOf,
  mapOf,
  MOMENT,
  orNull,
  listPage,
  PRESENT,
  SOMEBODY,
  TEXT,
  WHOLE,
  words,
} from './routes/answer-schema.ts'

export const LIVE_ANSWER = answer({ status: words('live') })
export const READY_ANSWER = answer({ status: words('ready') })
export const NOT_READY_ANSWER = answer({ status: words('not ready'), reason: TEXT })

export const OPENAPI_ANSWER = {
  ...answer({ openapi: TEXT, info: mapOf(ANY), paths: mapOf(mapOf(ANY)) }),
  description: 'A description in OpenAPI 3.1.',
}

export const SPECIFICATION = answer(
  {
    revision: TEXT,
    name: TEXT,
    unknowns: listOf(answer({ point: WHOLE, name: TEXT, line: WHOLE })),
    formerNames: listOf(answer({ entity: TEXT, name: TEXT, field: TEXT })),
    model: ANY,
  },
  { document: TEXT },
)

export const INBOX_ANSWER = listPage(
  answer(
    {
      id: TEXT,
      at: MOMENT,
      subject: orNull(TEXT),
      text: TEXT,
      read_at: orNull(MOMENT),
    },
    { entity: TEXT, record: TEXT, path: TEXT, page: TEXT },
  ),
  { unread: WHOLE },
)

export const WAITING_ANSWER = answer({
  items: listOf(
    answer(
      {
        entity: TEXT,
        path: TEXT,
        id: TEXT,
        title: TEXT,
        state: TEXT,
        steps: listOf(answer({ name: TEXT, label: TEXT })),
      },
      { page: TEXT },
    ),
  ),
  count: WHOLE,
  more: FLAG,
})

const CHANGED_RECORD = answer(
  {
    entity: TEXT,
    id: TEXT,
    events: listOf(words('created', 'changed', 'deleted', 'restored', 'transition')),
    transitions: listOf(TEXT),
  },
  { title: TEXT, inTrash: PRESENT },
)
export const CHANGES_ANSWER = listPage(
  answer({ id: TEXT, at: MOMENT, by: SOMEBODY, records: listOf(CHANGED_RECORD), isCut: FLAG }),
)
export const UNDONE = answer({ id: TEXT, records: WHOLE })
/** Describes an `UndoStatus`. */
export const UNDO_STATUS = answer(
  {
    id: TEXT,
    changeSet: TEXT,
    state: words('waiting', 'running', 'done', 'stopped', 'failed'),
    changes: WHOLE,
    tried: WHOLE,
    createdAt: MOMENT,
  },
  {
    endedAt: MOMENT,
    result: UNDONE,
    problem: answer({ code: TEXT, message: TEXT }, { about: answer({ entity: TEXT, id: TEXT }, { title: TEXT }) }),
  },
)

export const VIEW = answer({ id: TEXT, screen: TEXT, name: TEXT, query: TEXT, role: orNull(TEXT), own: FLAG })
export const VIEWS = itemsOf(VIEW)

export const WATCHES = itemsOf(answer({ entity: TEXT, path: TEXT, id: TEXT, title: TEXT }))
export const MENTIONABLE_ANSWER = itemsOf(answer({ id: TEXT, name: TEXT }, { picture: TEXT }))

export const UPLOADED = answer({ id: TEXT, name: TEXT, type: TEXT, size: WHOLE, url: TEXT })

export const BATCH_ANSWER = answer({
  answers: listOf(answer({ status: WHOLE }, { body: mapOf(ANY) })),
  changeSet: TEXT,
})

/** A result, or an error of the protocol (JSON-RPC 2.0). */
export const RPC_ANSWER = answer(
  { jsonrpc: words('2.0'), id: { type: ['string', 'integer', 'null'] } },
  { result: mapOf(ANY), error: answer({ code: WHOLE, message: TEXT }) },
)
