// Signs up in a real browser: at once, with approval, and over plain http from another machine.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openVisitor, OTHER_NAME, sharedBrowser } from '../browser/browser.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { describeJourney, expectAccessible, expectFocus, typePassword } from './journey.ts'
import { word, wording } from './words.ts'

const approved = readShipped('helpdesk').replace('open, as Customer', 'open, as Customer, approved by administrators')

describeJourney('somebody new', {}, (journey) => {
  test('is in at once, and reads at the field that an address is taken', async () => {
    const first = await journey.visit()
    await fill(first.page, 'nora.quist@example.com')
    await first.page.getByRole('button', { name: word('Sign up') }).waitFor({ state: 'detached' })
    await first.page.goto('/account')
    await first.page.getByRole('button', { name: word('Sign out'), exact: true }).waitFor()
    const second = await journey.visit()
    second.forgive(409)
    await fill(second.page, 'Nora.Quist@example.com')
    await second.page.getByText('There is already an account with this address.').waitFor()
    await expect.poll(() => second.page.getByLabel(word('Email')).getAttribute('aria-invalid')).toBe('true')
    await expectFocus(second.page.getByLabel(word('Email')))
    await expectAccessible(second.page)
  })

  test('who is refused after a click goes on at the field at fault, whose text is selected', async () => {
    const visitor = await journey.visit()
    const { page } = visitor
    for (const status of [401, 422]) visitor.forgive(status)
    const password = page.getByRole('textbox', { name: word('Password') })
    const selected = () =>
      password.evaluate((input: HTMLInputElement) =>
        input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
      )
    await fill(page, 'short.password@example.com', 'short')
    await expectFocus(password)
    await page.getByText('A password must have at least').waitFor()
    await expect.poll(selected).toBe('short')
    await typePassword(page, 'nora.quist@example.com', 'another sentence')
    await page.getByText('Wrong email address or password.').waitFor()
    await expectFocus(password)
    await expect.poll(selected).toBe('another sentence')
    await expectAccessible(page)
  })

  test('becomes the administrator by the link of the first start, which can be used once', async () => {
    const link = await journey.desk.inviteFirst()
    const { page } = await journey.visit()
    await page.goto(link)
    const title = wording('Become the administrator of {application}', { application: 'Helpdesk' })
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByText(word('Administrators invite people, give roles and change the document.')).waitFor()
    // What the link gives is no part of the address that others might see.
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    await expectAccessible(page)
    await fillIn(page, 'ada.first@example.com')
    await page.getByRole('link', { name: word('Studio') }).waitFor()
    const late = await journey.visit()
    late.forgive(422)
    await late.page.goto(link)
    await late.page
      .getByRole('heading', { name: wording('You are invited to {application}', { application: 'Helpdesk' }) })
      .waitFor()
    await late.page.getByText('This invitation').waitFor()
    await expectAccessible(late.page)
  })

  test('who came by http from elsewhere reads what would help, on signing in and up', async () => {
    const { page, context } = await openVisitor(
      await sharedBrowser(),
      journey.desk.url.replace('localhost', OTHER_NAME),
    )
    await fill(page, 'elsewhere@example.com')
    await page.getByText('Your browser can’t stay signed in here over http.').waitFor()
    await page.goto('/sign-in')
    await page.getByLabel(word('Email')).fill('elsewhere@example.com')
    await page.getByRole('textbox', { name: word('Password') }).fill('a sentence of words')
    await page.getByRole('button', { name: word('Sign in'), exact: true }).click()
    await page.getByText('put https in front of it').waitFor()
    await context.close()
  })
})

describeJourney('somebody new where administrators approve', { document: approved }, (journey) => {
  test('waits where administrators approve, as the form has said', async () => {
    const { page } = await journey.visit()
    await page.goto('/sign-up')
    await page.getByText(word('An administrator has to approve your account first.')).waitFor()
    await fill(page, 'nora.quist@example.com')
    await page.getByRole('heading', { name: word('Waiting for approval') }).waitFor()
  })
})

async function fill(page: Page, email: string, password = 'a sentence of words'): Promise<void> {
  await page.goto('/sign-up')
  await fillIn(page, email, password)
}

async function fillIn(page: Page, email: string, password = 'a sentence of words'): Promise<void> {
  await page.getByLabel(word('Name')).fill('Nora Quist')
  await page.getByLabel(word('Email')).fill(email)
  await page.getByRole('textbox', { name: word('Password') }).fill(password)
  await page.getByRole('button', { name: word('Sign up') }).click()
}
