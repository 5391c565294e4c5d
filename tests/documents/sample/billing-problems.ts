// What customers report about plans, payments and the invoices they write.
import type { Problem } from './problem.ts'

export const billingProblems: readonly Problem[] = [
  {
    topic: 'billing',
    tags: ['payment'],
    urgency: 1,
    cases: [
      {
        subjects: [
          'Card is refused for {amount}',
          'Payment of {amount} failed on {weekday}',
          'You could not charge our card',
        ],
        descriptions: [
          'A payment of {amount} failed on {weekday}. We changed banks in {month}; the new card is stored since then, I believe. Please don’t switch us off.',
        ],
        question: [
          'Which are the last four digits of the card that should be used? We see two.',
          'The one that ends in 4021. The other one can go.',
        ],
        resolution:
          'The old card was still the first choice. It is removed, {amount} was charged to the new one, and nothing was switched off meanwhile.',
      },
      {
        subjects: [
          'Card is refused for {amount}',
          'Payment of {amount} failed on {weekday}',
          'You could not charge our card',
        ],
        descriptions: [
          'You wrote that our card was refused for {amount}. The bank says that nobody asked for the amount. The card is valid until next year.',
        ],
        resolution:
          'The bank wanted a confirmation in its app that had run out. We asked anew, you confirmed, and {amount} is paid.',
      },
    ],
    reopened: [
      'Now {amount} was taken twice.',
      'The second charge was a reservation that the bank releases by itself; we also cancelled it. It is gone from your statement.',
    ],
    note: 'Do not suspend: good customer, bank trouble only.',
  },
  {
    topic: 'billing',
    tags: ['plan'],
    urgency: 0,
    isQuestion: true,
    cases: [
      {
        subjects: ['Price for {n} more people', 'Adding {n} seats in the middle of {month}'],
        descriptions: [
          'We grow by {n} people in {month}. What would that cost, and is it counted by the day or by the month?',
        ],
        resolution:
          'Seats are counted by the day until the end of your year. For {n} people this comes to {amount}; guests are free.',
      },
      {
        subjects: ['Adding {n} seats in the middle of {month}', 'Do we pay for guests, too?'],
        descriptions: [
          'Before I invite {n} more people: do we pay from today or from the next invoice? And do the guests of {client} count?',
        ],
        resolution:
          'I sent an offer for {n} seats. It is charged on the next invoice only, and seats can be returned at the end of the year.',
      },
    ],
    question: ['Do you pay by the month or by the year at present? The answer differs.', 'By the year, since {month}.'],
    reopened: [
      'The invoice shows one seat more than we have people.',
      'A deactivated person counted until the end of the day. Corrected, the difference is on the next invoice.',
    ],
    note: 'Could be interested in the large plan, sales knows.',
  },
  {
    topic: 'billing',
    tags: ['invoice', 'PDF'],
    urgency: 1,
    cases: [
      {
        subjects: ['Invoice {number} has no tax number', 'Something is missing on invoice {number}'],
        descriptions: [
          'The PDF of invoice {number} to {client} comes without our tax number. On the screen it is there. Their bookkeeping sent it back.',
        ],
        resolution:
          'The field had slipped below the margin of the page when the logo grew. The template is mended, and invoice {number} can be sent again.',
      },
      {
        subjects: ['PDF of invoice {number} lacks our address', 'Something is missing on invoice {number}'],
        descriptions: [
          '{client} refuses invoice {number}, as our address is missing at the top. It was there in {month}. I have changed the template since, only the colours.',
        ],
        resolution:
          'The template named the field of the old form. I put the right one in place and made the PDF of {number} anew.',
      },
    ],
    question: [
      'Which template does the invoice use, “Classic” or your own?',
      'Our own, “{client} long”. It was made by {colleague}.',
    ],
    reopened: [
      'On the screen it is right, but the email still carries the old PDF.',
      'The PDF of a sent invoice is kept as it was. I made a corrected copy with a note, as bookkeeping needs it.',
    ],
    note: 'Own templates break with tall logos; known, product has a plan for it.',
  },
  {
    topic: 'billing',
    tags: ['invoice'],
    urgency: 0,
    cases: [
      {
        subjects: [
          'Hours of {month} are not on the invoice to {client}',
          'Invoice {number}: {n} hours too few',
          'Some hours can’t be billed',
        ],
        descriptions: [
          'For {client} we recorded more hours in {month} than invoice {number} shows; {n} are missing. They are approved, I checked.',
        ],
        question: [
          'Could these hours lie in a task that was closed in {month}? Closed tasks are left out when “open tasks only” is ticked.',
          'The tick was set. I would never have found that.',
        ],
        resolution:
          'The invoice was made with “open tasks only”. Without it all hours of {month} are there; I showed you where to turn it off for good.',
      },
      {
        subjects: [
          'Hours of {month} are not on the invoice to {client}',
          'Invoice {number}: {n} hours too few',
          'Some hours can’t be billed',
        ],
        descriptions: [
          'I made invoice {number} from the hours of {month}. {colleague}’s are not among them. They are marked as billable.',
        ],
        resolution:
          'The hours were entered on {weekday} after the draft was made. “Refresh hours” on the draft takes them in; invoice {number} is complete.',
      },
    ],
    reopened: [
      'Now all are there, but rounded to full hours.',
      'Rounding was set for the client {client}. It is off now, minutes are shown.',
    ],
    note: '“Open tasks only” again. Perhaps it should be off from the start.',
  },
  {
    topic: 'billing',
    tags: ['invoice', 'tax'],
    urgency: 0,
    isQuestion: true,
    cases: [
      {
        subjects: ['Reverse charge for {client}', 'No tax for a client outside the country?'],
        descriptions: [
          '{client} sits in another country of the Union and has a tax number. The invoice still adds our tax. How do I mark it as reverse charge?',
        ],
        question: [
          'Has the tax number of {client} been entered at the client or only at the project?',
          'At the project. I did not see the field at the client.',
        ],
        resolution:
          'With the tax number at the client, invoices take reverse charge and the sentence the law wants. Draft {number} is corrected.',
        reopened: [
          'The sentence stands there in German, our client reads French.',
          'The sentence follows the language of the client, which was not set. It is French now.',
        ],
      },
      {
        subjects: ['Wrong tax for {client}'],
        descriptions: ['Invoice {number} to {client} shows 19 % tax, it should be 7 %. The line is for printed books.'],
        resolution:
          'Each line can have a tax of its own. I made “reduced” for you and set it for printed matter; {number} is right now.',
      },
    ],
    note: 'We explain the product, not the tax. Ask them to check with their adviser.',
  },
  {
    topic: 'billing',
    tags: ['refund'],
    urgency: 0,
    isQuestion: true,
    cases: [
      {
        subjects: ['Refund of {amount}, please', 'We were charged after we had cancelled'],
        descriptions: [
          'We cancelled the extra storage in {month}, yet {amount} was taken on {weekday}. Please send it back.',
        ],
        resolution:
          'You were right: the cancellation had been noted a day late. {amount} goes back to your card within five days.',
        reopened: [
          'Two weeks later nothing has arrived on the card.',
          'The bank had returned it, as the card was replaced. We sent it by transfer, and you confirmed that it arrived.',
        ],
      },
      {
        subjects: ['Double payment of {amount}'],
        descriptions: [
          '{amount} was paid twice: once by card, once by transfer, as our bookkeeping did not know about the card. Can you return one of them?',
        ],
        question: ['Shall we send it back or take it off the next invoice?', 'Off the next invoice is fine.'],
        resolution:
          'The second payment is kept as a credit; your next invoice is lower by {amount}. A note for the bookkeeping is on its way.',
      },
    ],
    note: 'Refund approved, see the mail of the manager.',
  },
  {
    topic: 'billing',
    tags: ['plan'],
    urgency: 0,
    isQuestion: true,
    cases: [
      {
        subjects: ['From {month} on by the year instead of months'],
        descriptions: [
          'We would like to pay by the year from {month} on. What is the price for {n} people, and is the rest of the month lost?',
        ],
        resolution: 'The yearly plan starts on the first of {month}; what was paid for this month is taken off.',
      },
      {
        subjects: ['Smaller plan from {month} on', 'Which plan for {many} projects?'],
        descriptions: [
          'The season is over and we need fewer people. Can we go down to the small plan in {month} without losing {project}?',
        ],
        question: [
          'Will you need the API in the smaller plan? It is not part of it.',
          'We don’t use it. Thank you for asking.',
        ],
        resolution:
          'The small plan holds as many projects as you like, only with fewer people. The change is entered for {month}; nothing is deleted.',
      },
    ],
    reopened: [
      'The page still shows the old plan.',
      'It changes at midnight of the first day. We looked together the day after: the new plan is shown.',
    ],
    note: 'Yearly contract needs the approval of a manager.',
  },
  {
    topic: 'billing',
    tags: ['invoice', 'email'],
    urgency: 1,
    cases: [
      {
        subjects: ['{client} never got invoice {number}', 'Invoice {number} is marked as sent, but was not'],
        descriptions: [
          'Invoice {number} is marked as sent since {weekday}. {client} says that nothing has arrived, and a copy to myself did not arrive either.',
        ],
        question: [
          'Do you send with your own address as the sender? Then your domain has to allow it.',
          'Yes, with rechnung@ our own domain. What exactly do I have to tell our IT?',
        ],
        resolution:
          'Your domain did not allow us to send for it. Your IT added the two entries we sent; {number} has arrived at {client}.',
        reopened: [
          '{number} arrived, the one after it did not.',
          'The second entry at your domain had a typing error. Both are right now, and our check is green.',
        ],
      },
      {
        subjects: ['Emails with invoices come back', 'Mails to {client} are rejected'],
        descriptions: [
          'Two invoices to {client} came back with “policy rejection”. Reminders do arrive. What is the difference?',
        ],
        resolution: 'The attachment was over the limit of {client}. With “link instead of attachment” it went through.',
      },
    ],
    note: 'Send the article on sender addresses first, it solves most of these.',
  },
  {
    topic: 'billing',
    tags: ['export', 'bookkeeping'],
    urgency: 0,
    cases: [
      {
        subjects: ['Export of {month} for our tax adviser', 'The export file for {month} is refused'],
        descriptions: [
          'Our adviser can’t read the export of {month}: “line {n}: account missing”. The months before were fine.',
        ],
        question: [
          'Were new kinds of services added in {month}? Each needs an account.',
          'Yes, “Travel by train” is new. So that is it.',
        ],
        resolution:
          'The new service had no account. It has one now, and the export of {month} was read by your adviser without complaint.',
      },
      {
        subjects: ['Bookkeeping export: wrong accounts in {month}'],
        descriptions: [
          'In the export for the bookkeeping all lines of {client} go to one account. They should be split into services and travel.',
        ],
        resolution:
          'Accounts can be set by service and overruled by client. I removed the rule for {client}; the lines are split as you want them.',
      },
    ],
    reopened: [
      'The adviser says that umlauts are broken in the file.',
      'The adviser’s program wants another encoding. It is a choice in the export now: “Windows-1252”.',
    ],
    note: 'Ask for the file of the adviser’s program, not for a screenshot.',
  },
  {
    topic: 'billing',
    tags: ['invoice', 'currency'],
    urgency: 0,
    isQuestion: true,
    cases: [
      {
        subjects: ['Invoice to {client} in another currency', 'Francs and euros in {project}'],
        descriptions: [
          '{client} wants invoices in francs, our rates are in euros. At which rate does the product convert, and on which day?',
        ],
        question: ['Is the rate fixed in the contract, or does it follow the market?', 'It is fixed for the year.'],
        resolution:
          'A client can have a fixed rate with a date from which it holds. It is entered for {client}, and the draft follows it.',
      },
      {
        subjects: ['Exchange rate on invoice {number}'],
        descriptions: [
          'Invoice {number} uses the rate of {weekday}, our contract says the first of the month. Can I set this?',
        ],
        resolution:
          'The rate is that of the day of the invoice. I set “first of the month” for {project}; {number} was made anew.',
      },
    ],
    reopened: [
      'The sum in the overview is now a mix of both currencies.',
      'The overview converts with the rate of the day; the tile is set to the fixed rate now.',
    ],
    note: 'Fixed rates by client exist since spring, hardly anybody knows.',
  },
]
