// Handles the page that switches mail off by a link in a message, without signing in and without scripts.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { languageOf } from '#shared/text/language.ts'
import { NOBODY } from '../auth/caller.ts'
import { limitRequests } from '../auth/rate-limit/limit-requests.ts'
import { followDocument } from '../document/follow-document.ts'
import type { LinkedKind } from '../records/inbox/choose-by-link.ts'
import { chooseByLink, readLinkedKinds } from '../records/inbox/choose-by-link.ts'
import { UNSUBSCRIBE_PATH } from '../records/mail/notification-mail.ts'
import type { PagesDependencies } from './page-handler.ts'
import { escapeHtml } from './prose-html.ts'
import { sendHtml } from './send-html.ts'
import type { UnsubscribeTexts } from './unsubscribe-texts.ts'
import { UNSUBSCRIBE_TEXTS } from './unsubscribe-texts.ts'

/**
 * A GET changes nothing: programs look at links before people do. A POST switches off, as mail programs send it (RFC 8058),
 * or on again where the form says so. The secret in the address is all that counts: no cookie is read.
 */
export async function handleUnsubscribe(
  dependencies: PagesDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now()
  const { storage, current } = dependencies
  await followDocument(dependencies, await storage.database.revisionInForce())
  const { model } = current.running
  const texts = UNSUBSCRIBE_TEXTS[languageOf(model.settings.language)]
  const send = (status: number, title: string, body: string): void => {
    const nonce = randomBytes(16).toString('base64url')
    const { language } = model.settings
    const content = `<header><a href="/">${escapeHtml(model.name)}</a></header>${body}`
    const html = renderPlain({ language, title: `${title} · ${model.name}`, body: content, nonce })
    const page = { html, nonce, status, route: () => UNSUBSCRIBE_PATH, methods: 'GET, HEAD, POST' }
    sendHtml(dependencies, { request, response, startedAt, caller: NOBODY }, page)
  }
  const sendSentence = (status: number, title: string, sentence: string): void =>
    send(status, title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>`)
  const wait = await limitRequests(dependencies, NOBODY, dependencies.addressOf(request))
  if (wait !== undefined) {
    response.setHeader('Retry-After', String(wait))
    return sendSentence(429, texts.tooMany, texts.tryLater)
  }
  if (!METHODS.has(request.method ?? '')) return sendSentence(405, texts.notHere, texts.getOrPost)
  const secret = new URL(request.url ?? '/', 'http://localhost').searchParams.get('choice') ?? ''
  const now = new Date(dependencies.clock.now()).toISOString()
  const mail = request.method === 'POST' ? isSwitchedOn(await readForm(request)) : undefined
  if (mail !== undefined) await chooseByLink(dependencies, secret, { mail, now })
  const kinds = await readLinkedKinds(dependencies, secret, now)
  if (kinds === undefined) return sendSentence(404, texts.noSuchLink, texts.chooseInAccount)
  const state = mail ?? kinds.some((kind) => kind.mail)
  const title = mail === undefined && state ? texts.question : state ? texts.isOn : texts.isOff
  send(200, title, renderChoice(texts, { title, secret, kinds, state }))
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])

interface ShownChoice {
  readonly title: string
  readonly secret: string
  readonly kinds: readonly LinkedKind[]
  /** Do they come by mail? */
  readonly state: boolean
}

function renderChoice(texts: UnsubscribeTexts, { title, secret, kinds, state }: ShownChoice): string {
  const list = kinds.map(({ label }) => `<li>${escapeHtml(label)}</li>`).join('')
  const action = `${UNSUBSCRIBE_PATH}?choice=${encodeURIComponent(secret)}`
  return [
    `<h1>${escapeHtml(title)}</h1>`,
    list === '' ? '' : `<ul>${list}</ul>`,
    `<p>${escapeHtml(texts.inInbox)}</p>`,
    `<form method="post" action="${escapeHtml(action)}">`,
    `<button name="mail" value="${state ? 'off' : 'on'}">${escapeHtml(state ? texts.switchOff : texts.undo)}</button>`,
    '</form>',
    `<p><a href="/account#mail">${escapeHtml(texts.allChoices)}</a></p>`,
  ].join('')
}

/**
 * Reads whether mail is switched on. The request of a mail program does not contain the field, and so switches mail
 * off.
 */
function isSwitchedOn(form: URLSearchParams): boolean {
  return form.get('mail') === 'on'
}

const LARGEST_FORM = 4_096

/** Reads the form of a request, or an empty one where the form has another encoding or is too large. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) {
    if (text.length <= LARGEST_FORM) text += String(chunk)
  }
  return new URLSearchParams(text.length > LARGEST_FORM ? '' : text)
}

interface PlainPage {
  readonly language: string
  readonly title: string
  readonly body: string
  readonly nonce: string
}

function renderPlain({ language, title, body, nonce }: PlainPage): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`
}

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;font:1rem/1.5 system-ui,sans-serif}main{max-width:36rem;margin:0 auto;padding:2rem 1rem}' +
  'header{margin:0 0 2rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}button{font:inherit;min-height:2.75rem;padding:0 1rem;cursor:pointer}'
