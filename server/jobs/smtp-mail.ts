// Sends letters by SMTP. Addresses and subjects are given as values, never as lines of a header.
import type { Transporter } from 'nodemailer'
import type { Letter, Mail } from '../records/mail.ts'

/** Milliseconds. */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

interface Log {
  error(fields: object, message: string): void
}

/** `url`: `smtp://…` or `smtps://name:password@host:port`; `from`: whom letters come from. */
export function createSmtpMail({ url, from }: { readonly url: string; readonly from: string }, log: Log): Mail {
  // Loaded with the first letter.
  let transporter: Promise<Transporter> | undefined
  const open = (): Promise<Transporter> =>
    (transporter ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url, ...PATIENCE, disableFileAccess: true, disableUrlAccess: true }),
    ))

  async function deliver({ to, subject, text }: Letter): Promise<void> {
    const transport = await open()
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
  }

  return {
    send(letter) {
      deliver(letter).catch((error: unknown) => {
        // What the server answered may repeat the letter: the code of the failure is enough.
        const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown }
        log.error({ code, responseCode }, 'a letter could not be sent')
      })
    },
  }
}
