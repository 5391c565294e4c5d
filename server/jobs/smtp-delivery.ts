// Delivers one message by SMTP; addresses and subjects are values, never header lines.
import type { Transporter } from 'nodemailer'

/** Milliseconds. */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

export interface SmtpMessage {
  /** Id of the message, constant across tries. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
  /** An address for the header List-Unsubscribe; mail programs may post to it (RFC 8058). */
  readonly unsubscribe?: string | undefined
}

/** Resolves when the mail server has taken the message; throws `DeliveryFailed` otherwise. */
export type DeliverMessage = (message: SmtpMessage) => Promise<void>

const ONE_CLICK = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/** The message is made of codes: what a mail server says may repeat the message. */
export class DeliveryFailed extends Error {
  /** This message will never be taken; otherwise a later try has a chance. */
  readonly isFinal: boolean
  constructor(codes: string, isFinal: boolean) {
    super(codes)
    this.isFinal = isFinal
  }
}

/** `url`: `smtp://…` or `smtps://name:password@host:port`; `from`: the sender of messages. */
export function createSmtpDelivery({ url, from }: { readonly url: string; readonly from: string }): DeliverMessage {
  // Loaded with the first message.
  let transporter: Promise<Transporter> | undefined
  const open = (): Promise<Transporter> =>
    (transporter ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url, ...PATIENCE, disableFileAccess: true, disableUrlAccess: true }),
    ))
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

  return async ({ id, to, subject, text, html, unsubscribe }) => {
    try {
      const transport = await open()
      const messageId = `<${id}@${domain}>`
      const more = {
        ...(html === undefined ? {} : { html }),
        ...(unsubscribe === undefined ? {} : { list: { unsubscribe } }),
      }
      const headers = { Subject: subjectHeader(subject), ...(unsubscribe === undefined ? {} : ONE_CLICK) }
      await transport.sendMail({ from, to: { name: '', address: to }, text, messageId, headers, ...more })
    } catch (error) {
      throw failureOf(error)
    }
  }
}

/**
 * Writes a subject that looks as if it were encoded already (RFC 2047: `=?utf-8?Q?…?=`) in encoded words, so that it is read as it was
 * written: else its author would choose other words for the mailbox than for all who look at it before.
 */
function subjectHeader(subject: string): string | { readonly prepared: boolean; readonly value: string } {
  if (!subject.includes('=?')) return subject
  const words = splitByBytes(subject, BYTES_OF_A_WORD).map(
    (part) => `=?UTF-8?B?${Buffer.from(part, 'utf8').toString('base64')}?=`,
  )
  return { prepared: true, value: words.join('\r\n ') }
}

/** An encoded word has at most 75 characters. */
const BYTES_OF_A_WORD = 39

function splitByBytes(text: string, most: number): readonly string[] {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of text) {
    const size = Buffer.byteLength(character)
    if (bytes + size > most) {
      parts.push(part)
      part = ''
      bytes = 0
    }
    part += character
    bytes += size
  }
  return [...parts, part]
}

/** A recipient or a message that is turned away for good is not offered again; what is wrong on our side may be mended meanwhile. */
function failureOf(error: unknown): DeliveryFailed {
  const { code, responseCode, command } = error as { readonly [name in 'code' | 'responseCode' | 'command']?: unknown }
  const isRefused = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  const codes = [code, responseCode].filter((each) => each !== undefined).join(' ')
  return new DeliveryFailed(codes || 'unknown', isRefused && Number(responseCode ?? 550) >= 500)
}
