// Letters by SMTP: what goes over the wire, and what does not.
// @module-tag I04
// @module-tag I11
import { helpdesk } from '../../helpers/compile-document.ts'
import { expect, test } from 'vitest'
import { resetMessage } from '../../../server/auth/mail/account-messages.ts'
import { createSmtpDelivery } from '../../../server/jobs/smtp-delivery.ts'
import { startSmtpServer } from '../../doubles/smtp-server.ts'

const FROM = 'Desk <desk@example.com>'
const GOOD_UNTIL = '2026-11-21T11:00:00.000Z'

test('a letter leaves with its one recipient, its subject, its text and its own id', async () => {
  const server = await startSmtpServer()
  const deliver = createSmtpDelivery({ url: server.url, from: FROM })
  const text = 'A link:\n\nhttps://desk.example.com/#link=x\n'
  await deliver({ id: '7', to: 'ada@example.com', subject: 'Büro: a new password', text })
  const [letter] = server.received
  expect(letter?.recipients).toEqual(['ada@example.com'])
  expect(letter?.data).toMatch(/^From: Desk <desk@example\.com>$/m)
  expect(letter?.data).toMatch(/^Subject: =\?UTF-8\?[QB]\?/m)
  expect(letter?.data).toMatch(/^Message-ID: <7@example\.com>$/m)
  expect(letter?.data).toContain('https://desk.example.com/#link')
  await server.close()
})

test('neither an address nor the name of the application begins a header of its own', async () => {
  const server = await startSmtpServer()
  const deliver = createSmtpDelivery({ url: server.url, from: FROM })
  const name = 'Desk\r\nBcc: all@example.com\r\nX-Evil: yes'
  const model = { name, settings: helpdesk().settings }
  const link = 'https://desk.example.com/#link=x'
  const letter = resetMessage({ to: 'ada@example.com', model, link, goodUntil: GOOD_UNTIL })
  await deliver({ id: '7', to: 'ada@example.com', subject: letter.subject, text: letter.text })
  const evil = { id: '8', to: 'bea@example.com\r\nBcc: all@example.com', subject: 'x\r\nX-Evil: yes', text: '' }
  await deliver(evil).catch(() => {})
  for (const { recipients, data } of server.received) {
    const [head = ''] = data.split('\r\n\r\n')
    expect(head).not.toMatch(/^(Bcc|X-Evil):/im)
    expect(recipients).toHaveLength(1)
    expect(recipients).not.toContain('all@example.com')
  }
  await server.close()
})

test.each([
  ['=?utf-8?Q?Your_invoice?='],
  [
    'Büro =?utf-8?B?WW91ciBpbnZvaWNl?= and a text that goes on for more than one line of a header, with =?utf-8?Q?more?=',
  ],
  ['An honest subject, = and ?'],
])('a subject is read as it was written, also where it looks like an encoded one: %s', async (subject) => {
  const server = await startSmtpServer()
  const deliver = createSmtpDelivery({ url: server.url, from: FROM })
  await deliver({ id: '7', to: 'ada@example.com', subject, text: 'x' })
  const [head = ''] = server.received[0]?.data.split('\r\n\r\n') ?? []
  const subjects = head.match(/^Subject: .*(?:\r\n .*)*/gm) ?? []
  expect(subjects).toHaveLength(1)
  expect(readSubject(subjects[0] ?? '')).toBe(subject)
  for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78)
  await server.close()
})

/** Decodes the subject as mail programs read it (RFC 2047): blanks between two encoded words are dropped. */
function readSubject(header: string): string {
  return header
    .slice('Subject: '.length)
    .replaceAll('\r\n', '')
    .replaceAll(/(?<=\?=)\s+(?==\?)/g, '')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeURIComponent(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )
}

test('a failure is reported by codes, without the mail, and whether another try has a chance', async () => {
  const refusing = await startSmtpServer({ refuses: 550 })
  const busy = await startSmtpServer({ refuses: 451 })
  const letter = { id: '7', to: 'ada@example.com', subject: 'A secret', text: 'https://desk.example.com/#link=secret' }
  const fails = (url: string) => expect(createSmtpDelivery({ url, from: FROM })(letter)).rejects
  await fails(refusing.url).toMatchObject({ message: 'EENVELOPE 550', isFinal: true })
  await fails(busy.url).toMatchObject({ message: 'EENVELOPE 451', isFinal: false })
  const { url } = busy
  await Promise.all([refusing.close(), busy.close()])
  await fails(url).toMatchObject({ isFinal: false })
})
