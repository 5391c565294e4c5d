// The answers that help without a ticket.

export interface ArticleText {
  readonly title: string
  readonly topic: 'account' | 'billing' | 'product'
  readonly published: boolean
  readonly body: string
}

export const articles: readonly ArticleText[] = [
  {
    title: 'Sign in when the password is refused',
    topic: 'account',
    published: true,
    body: `Most refused passwords have one of three causes. Go through them in this order.

1. **The browser fills in an old one.** Delete the stored password, then type the new one by hand once.
2. **There are two accounts.** An invitation to a private address makes an account of its own. Ask your administrator under *People* whether you are listed twice.
3. **Caps lock or another keyboard.** Type the password into the name field to see it, then cut it out again.

If none of this helps, choose *Forgot your password?* on the sign-in page. The link is valid for one hour and works once.

> After ten wrong tries we pause sign-in for your address for fifteen minutes. Waiting helps, trying on does not.`,
  },
  {
    title: 'Move your codes to a new phone',
    topic: 'account',
    published: true,
    body: `Do this **before** you give the old phone away.

1. Open *Account*, *Two steps* on a computer.
2. Choose *Add a phone* and scan the picture with the new one.
3. Enter the six digits that it shows.
4. Remove the old phone from the list.

**The old phone is already gone?** Use one of your ten recovery codes in place of the six digits. Each works once.

**No recovery codes either?** [Report a problem](/report). We call you back at the number in your profile; for your safety we don’t reset the second step by email.`,
  },
  {
    title: 'Invite people from outside',
    topic: 'account',
    published: true,
    body: `Freelancers and clients can work with you without seeing everything.

| role | sees | may |
|---|---|---|
| Guest | one project, without rates | comment |
| Guest with hours | one project, own hours | comment, record hours |
| Member | all open projects | everything but settings |

1. Open the project, then *People*, *Invite*.
2. Enter the addresses, one per line.
3. Choose the role and, if you like, the last day of the access.

Guests are free and do not count as seats. Their access ends by itself on the day you set; what they wrote stays.`,
  },
  {
    title: 'Keep the hours of people who leave',
    topic: 'account',
    published: true,
    body: `Use **Deactivate**, never *Remove*, for somebody who leaves.

- *Deactivate* ends the access at once or on a day you choose. Hours, comments and files stay, and the seat is free again.
- *Remove* is for accounts made by mistake. It is refused as soon as there are hours.

Before you deactivate a lead, choose who takes the projects over: *People*, the person, *Hand over*. Open tasks without an owner show up in red on the overview.`,
  },
  {
    title: 'When a payment fails',
    topic: 'billing',
    published: true,
    body: `Nothing is switched off for **14 days** after a payment has failed. In this time we try again on day 3, 7 and 10.

What you can do:

- **Renew the card** under *Plan*, *Payment*. The open amount is charged at once.
- **Confirm in your bank’s app.** Some banks ask for each new amount; the question runs out after ten minutes. Choose *Try again* to be asked anew.
- **Pay by transfer.** Use the number of the invoice as the reference. It takes up to three working days until we see it.

Double payments become a credit on your next invoice. If you would rather have the money back, tell us.`,
  },
  {
    title: 'How seats are counted',
    topic: 'billing',
    published: true,
    body: `A seat is a person who can sign in and is not a guest.

- **By the month:** we count the highest number of seats in the month.
- **By the year:** added seats are charged by the day until the end of your year. Fewer seats count from the next year on.

*Example.* You add 3 people on day 265 of your year. You pay 3 × 100 ⁄ 365 of the yearly price, on the next invoice.

Deactivated people do not count from the day after. Guests never count.`,
  },
  {
    title: 'Send invoices from your own address',
    topic: 'billing',
    published: true,
    body: `Invoices look best when they come from your own domain. Mail servers accept that only if your domain allows it.

1. *Settings*, *Sender*: enter the address, for example \`invoices@your-company.example\`.
2. Give the two entries that are shown there to whoever looks after your domain.
3. Choose *Check*. Both lines must be green; it can take an hour until they are seen everywhere.

Until then we send from our address with yours as the reply address. No invoice is held back.

**An invoice came back?** Open it, then *Deliveries*: there is what the other server said, word by word.`,
  },
  {
    title: 'Hours that are missing on an invoice',
    topic: 'billing',
    published: true,
    body: `Check these four, from the most frequent to the rarest.

1. *Open tasks only* is ticked on the draft: hours on closed tasks are left out.
2. The hours were recorded after the draft was made. *Refresh hours* takes them in.
3. They are not marked as billable. The sheet shows a grey coin.
4. They are not approved, and your organisation bills approved hours only.

Each line of a draft shows where it comes from when you point at it.`,
  },
  {
    title: 'Import tasks and clients from a file',
    topic: 'product',
    published: true,
    body: `We read CSV and XLSX with up to 50,000 lines. The first line names the columns.

- **Dates:** \`2026-04-03\` is always understood. For \`03.04.26\` you choose whether the day or the month stands first.
- **People:** use addresses, not names.
- **Umlauts look broken?** Save the file as UTF-8, or choose the encoding in step two.

*Check* goes through the whole file and changes nothing. It lists every line that would be refused, and why. *Import* then takes all lines or none.`,
  },
  {
    title: 'The timer on your phone',
    topic: 'product',
    published: true,
    body: `The timer keeps the moment when you started it. It goes on when the phone sleeps, when the app is ended, and without a network.

If hours are missing all the same:

1. Open *More*, *Waiting to be sent*. What stands there is safe and not yet with us.
2. Pull the list down to send it.
3. If an entry stays, tap it. It says what is wrong, mostly a month that is already locked.

Please update to version 6.2 or later; older ones lost hours when the battery ran low.`,
  },
  {
    title: 'Bring back what was deleted',
    topic: 'product',
    published: true,
    body: `Deleted tasks, lists and projects stay in the trash for **30 days**.

1. Open *Trash* at the bottom of the list of projects.
2. Choose what you need, then *Bring back*.

Everything returns to its place, with comments and owners. Files follow within the hour.

**Not in the trash?** Perhaps the project is archived: choose *Show archived* in the list. Nothing in the archive is ever deleted.`,
  },
  {
    title: 'What to do when nothing works',
    topic: 'product',
    published: false,
    body: `*Draft for the next incident, not yet agreed.*

1. Look at the status page first. If there is an incident, the last line says when we write again.
2. Reload with the shift key held down.
3. Try a private window. If that works, an extension is in the way.
4. Report it as *urgent* with the time, the address of the page and the words that you see. At least 40 characters, so that we can start right away.`,
  },
]
