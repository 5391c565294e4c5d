// Letters by SMTP: what goes over the wire, and what does not (I04).
import { expect, test } from 'vitest'
import { resetLetter } from '../../../server/auth/links/letters.ts'
import { createSmtpMail } from '../../../server/jobs/smtp-mail.ts'
import { startSmtpServer } from '../../helpers/smtp-server.ts'

const FROM = 'Desk <desk@example.com>'
const SILENT = { error: () => {} }

test('a letter leaves with its one recipient, its subject and its text', async () => {
  const server = await startSmtpServer()
  const mail = createSmtpMail({ url: server.url, from: FROM }, SILENT)
  const arrived = server.next()
  mail.send({
    to: 'ada@example.com',
    subject: 'Büro: a new password',
    text: 'A link:\n\nhttps://desk.example.com/#link=x\n',
  })
  await arrived
  const [letter] = server.received
  expect(letter?.recipients).toEqual(['ada@example.com'])
  expect(letter?.data).toMatch(/^From: Desk <desk@example\.com>$/m)
  expect(letter?.data).toMatch(/^Subject: =\?UTF-8\?[QB]\?/m)
  expect(letter?.data).toContain('https://desk.example.com/#link')
  await server.close()
})

test('neither an address nor the name of the application begins a header of its own', async () => {
  const server = await startSmtpServer()
  const mail = createSmtpMail({ url: server.url, from: FROM }, SILENT)
  const application = 'Desk\r\nBcc: all@example.com\r\nX-Evil: yes'
  const arrived = server.next()
  mail.send(resetLetter({ to: 'ada@example.com', application, link: 'https://desk.example.com/#link=x' }))
  await arrived
  const second = server.next()
  mail.send({ to: 'bea@example.com\r\nBcc: all@example.com', subject: 'x\r\nX-Evil: yes', text: '' })
  await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 500))])
  for (const { recipients, data } of server.received) {
    const [head = ''] = data.split('\r\n\r\n')
    expect(head).not.toMatch(/^(Bcc|X-Evil):/im)
    expect(recipients).toHaveLength(1)
    expect(recipients).not.toContain('all@example.com')
  }
  await server.close()
})

test('what could not be sent is noted without the letter', async () => {
  const server = await startSmtpServer(true)
  const noted = new Promise<string>((resolve) => {
    const log = { error: (fields: object, message: string) => resolve(`${JSON.stringify(fields)} ${message}`) }
    const mail = createSmtpMail({ url: server.url, from: FROM }, log)
    mail.send({ to: 'ada@example.com', subject: 'A secret', text: 'https://desk.example.com/#link=secret' })
  })
  expect(await noted).toBe('{"code":"EENVELOPE","responseCode":550} a letter could not be sent')
  await server.close()
})
