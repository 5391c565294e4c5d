// Composes the mail of what one event tells a person: subject, text and HTML, with links to the records.
import type { Model } from '#shared/model/model.ts'
import type { InLanguages } from '#shared/text/language.ts'
import { languageOf } from '#shared/text/language.ts'
import { sayPhrase } from '#shared/text/phrase.ts'
import type { LinkedMailChoice, MailContent, MailMessage } from './mail.ts'

export interface Notice {
  /** Null: the text is both. */
  readonly subject: string | null
  readonly text: string
  /** Page of the record, or the inbox; null: it is not known where people find the application. */
  readonly link: string | null
  /** Kind of notification that the recipient can switch off; absent in messages from before this form. */
  readonly kind?: string
}

interface NotificationMail {
  readonly to: string
  /** Its id. */
  readonly person: string
  /** Identifier of the event and the recipient; notices that share it are sent as one message. */
  readonly event: string
  readonly model: Pick<Model, 'name' | 'settings'>
  /** Undefined: it is not known where people find the application. */
  readonly publicUrl: string | undefined
  readonly notice: Notice
  readonly sealChoice: (choice: LinkedMailChoice) => string
}

/** The page on which a person switches mail off without signing in. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'

/** Longer ones are cut off by programs that show them. */
const LONGEST_SUBJECT = 200
/** Maximum number of notices in one message; the others are in the inbox. */
const MOST_NOTICES = 20

export function notificationMail({
  to,
  person,
  event,
  model,
  publicUrl,
  notice,
  sealChoice,
}: NotificationMail): MailMessage {
  const base = publicUrl?.replace(/\/+$/, '')
  const linkFor = (notices: readonly Notice[]): string | undefined => {
    const kinds = [...new Set(notices.flatMap(({ kind }) => (kind === undefined ? [] : [kind])))]
    if (base === undefined || kinds.length === 0) return undefined
    return `${base}${UNSUBSCRIBE_PATH}?choice=${encodeURIComponent(sealChoice({ person, kinds }))}`
  }
  const compose = (notices: readonly Notice[]): MailContent => {
    const shown = notices.slice(0, MOST_NOTICES)
    const more = notices.length - shown.length
    const [first = notice] = shown
    const unsubscribe = linkFor(notices)
    const frame = { application: model.name, locale: model.settings.language, base, unsubscribe }
    return {
      subject: asSubject(first.subject ?? first.text),
      text: composeText(shown, more, frame),
      html: composeHtml(shown, more, frame),
      unsubscribe,
    }
  }
  return { to, ...compose([notice]), gathered: { event, notices: [notice], compose } }
}

/** URL of the page where a person chooses which emails they get. */
function settingsOf(base: string): string {
  return `${base}/account#mail`
}

/** Content of an email around its notices. */
interface MailFrame {
  readonly application: string
  /** BCP 47. */
  readonly locale: string
  readonly base: string | undefined
  readonly unsubscribe: string | undefined
}

const MORE = { en: '{count} more in your inbox.', de: '{count} weitere im Posteingang.' }
const WHICH_MAIL: InLanguages = { en: 'Email settings', de: 'E-Mails auswählen' }
const NO_MORE: InLanguages = { en: 'Stop these emails', de: 'Solche E-Mails abbestellen' }
const OPEN: InLanguages = { en: 'Open', de: 'Öffnen' }

function composeText(notices: readonly Notice[], more: number, { base, locale, unsubscribe }: MailFrame): string {
  const language = languageOf(locale)
  const parts = notices.flatMap(({ text, link }) => (link === null ? [text] : [text, link]))
  const others = more === 0 ? [] : [sayPhrase({ says: MORE, values: { count: more } }, locale)]
  const choices = [
    ...(unsubscribe === undefined ? [] : [`${NO_MORE[language]}: ${unsubscribe}`]),
    ...(base === undefined ? [] : [`${WHICH_MAIL[language]}: ${settingsOf(base)}`]),
  ]
  const footer = choices.length === 0 ? [] : [`--\n${choices.join('\n')}`]
  return `${[...parts, ...others, ...footer].join('\n\n')}\n`
}

/** Without pictures, scripts and styles from elsewhere; what records say is text. */
function composeHtml(
  notices: readonly Notice[],
  more: number,
  { application, locale, base, unsubscribe }: MailFrame,
): string {
  const language = languageOf(locale)
  const cell = 'font:16px/1.5 system-ui,sans-serif;color:#1a1a1a'
  const parts = notices.map(({ subject, text, link }) => {
    const head = subject === null ? '' : `<p style="${cell};font-weight:600;margin:0">${escapeHtml(subject)}</p>`
    const open =
      link === null ? '' : `<p style="${cell};margin:4px 0 0"><a href="${escapeHtml(link)}">${OPEN[language]}</a></p>`
    const body = escapeHtml(text).replaceAll('\n', '<br>')
    return `<div style="margin:0 0 24px">${head}<p style="${cell};margin:0">${body}</p>${open}</div>`
  })
  const others =
    more === 0 ? '' : `<p style="${cell}">${sayPhrase({ says: MORE, values: { count: more } }, locale)}</p>`
  const small = 'font:13px/1.5 system-ui,sans-serif;color:#666'
  const linkTo = (address: string | undefined, says: InLanguages): readonly string[] =>
    address === undefined ? [] : [`<a href="${escapeHtml(address)}">${says[language]}</a>`]
  const settings = base === undefined ? undefined : settingsOf(base)
  const choices = [escapeHtml(application), ...linkTo(unsubscribe, NO_MORE), ...linkTo(settings, WHICH_MAIL)]
  const footer = `<p style="${small}">${choices.join(' · ')}</p>`
  return `<!doctype html><html lang="${escapeHtml(locale)}"><body style="margin:0;padding:24px">${parts.join('')}${others}${footer}</body></html>`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** On one line: what a record says must not begin a header of its own. */
function asSubject(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length <= LONGEST_SUBJECT ? line : `${characters.slice(0, LONGEST_SUBJECT - 1).join('')}…`
}
