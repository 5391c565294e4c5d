// What customers report about speed, files, calendars and exports.
import type { Problem } from './problem.ts'

export const productProblems: readonly Problem[] = [
  {
    topic: 'product',
    tags: ['performance'],
    urgency: 1,
    cases: [
      {
        subjects: [
          'The board of {project} takes {n} seconds to open',
          '{project} is very slow since {weekday}',
          'Slow overview with {many} tasks',
        ],
        descriptions: [
          'Opening the board of {project} takes about {n} seconds, in {browser} and on two machines. Other projects open at once. It has around {many} tasks.',
        ],
        question: [
          'Which filter is chosen on the board? “Everything, ever” is a heavy one.',
          'Indeed, it says “everything”. I think {colleague} saved it for all of us.',
        ],
        resolution:
          'A saved view loaded all {many} tasks of all years. It now begins with the open ones, and the board opens in under a second.',
      },
      {
        subjects: ['{project} is very slow since {weekday}'],
        descriptions: [
          'Since {weekday} each click in {project} takes seconds. It is the same for {colleague}, who works from home. We expected it to be as fast as in {month}.',
        ],
        resolution:
          'An index was being rebuilt after the update. It finished at {time}; we measured 0.4 seconds for {project} afterwards.',
      },
    ],
    reopened: [
      'It was fine for two days, today it is slow again.',
      'A report in the background asked for everything each minute. It runs at night now.',
    ],
    note: 'Look at the slow log for their organisation before asking.',
  },
  {
    topic: 'product',
    tags: ['mobile', 'time sheet'],
    urgency: 1,
    cases: [
      {
        subjects: ['Timer on the {phone} stops by itself since {weekday}'],
        descriptions: [
          'I start the timer on my {phone}, put it into my pocket, and an hour later it shows 4 minutes. This happened on {weekday} and again today.',
        ],
        question: [
          'Is the energy saving mode on? It may end the app in the background.',
          'It is, below 30 %. In the afternoon that is always so.',
        ],
        resolution:
          'The timer now keeps its start and not its ticks, so it survives being ended. Version 6.2 of the app has it, and you confirmed it for two days.',
        reopened: [
          'After the update the timer runs, but on the wrong project.',
          'The last project was taken in place of the pinned one. Corrected in 6.2.1, which is on your phone now.',
        ],
      },
      {
        subjects: ['Hours from the {phone} get lost', 'App on {phone}: time is not saved'],
        descriptions: [
          'Hours that I enter on the {phone} without a network are gone when it comes back. I lost the whole {weekday} on {project}.',
        ],
        resolution:
          'The hours were still on the phone in a queue that had got stuck. We freed it; {weekday} is complete again.',
      },
    ],
    note: 'Ask for the version of the app first.',
  },
  {
    topic: 'product',
    tags: ['calendar', 'integration'],
    urgency: 0,
    cases: [
      {
        subjects: ['Calendar shows meetings an hour too late', 'Wrong times in the calendar for {project}'],
        files: ['calendar-an-hour-late.png'],
        descriptions: [
          'Meetings from {project} stand in my calendar an hour too late since the clocks changed. In the product they are right.',
        ],
        question: [
          'Which time zone does your profile show under Account, Region?',
          'It says Lisbon, I moved to Berlin in {month}.',
        ],
        resolution:
          'Your profile still had the former time zone. It is corrected, and the meetings were sent to your calendar anew.',
        reopened: [
          'New ones are right, those made before stay wrong.',
          'We rewrote the old entries as well, {many} in all.',
        ],
      },
      {
        subjects: ['Calendar of {colleague} does not arrive'],
        descriptions: [
          'The calendar of {colleague} is connected, but no task arrives there since {weekday}. Mine works with the same settings.',
        ],
        resolution:
          'The permission at the calendar had run out. {colleague} connected it once more; {n} tasks came over at once.',
      },
    ],
    note: 'Time zone of the profile, nine times out of ten.',
  },
  {
    topic: 'product',
    tags: ['import'],
    urgency: 0,
    cases: [
      {
        subjects: ['Import of {many} tasks stops in line {n}', 'CSV of {client} is refused'],
        files: ['tasks.csv'],
        descriptions: [
          'I want to import {many} tasks for {project}. It stops in line {n} with “date not understood”. The dates look like 03.04.25.',
        ],
        resolution:
          'Dates of the form 03.04.25 could mean two things. Choose “day first” in step two; all {many} tasks are in {project} now.',
      },
      {
        subjects: ['Importing clients: umlauts are broken', 'Question marks in place of umlauts, list of {client}'],
        descriptions: [
          'The list of {client} has {many} lines. The import shows question marks in place of ö and ü. The file comes from our old program.',
        ],
        resolution:
          'The file was in an old encoding. Saved as UTF-8 it reads well; the import now guesses it and asks.',
      },
    ],
    question: [
      'Could you send us the first ten lines of the file, with invented names if you like?',
      'I put it into the shared folder. The names are real, please be careful with them.',
    ],
    reopened: [
      'All came in, but each has me as the owner.',
      'The column “owner” held names in place of addresses. We matched them; the tasks have their owners.',
    ],
    note: 'Delete the sample file after solving.',
  },
  {
    topic: 'product',
    tags: ['export'],
    urgency: 0,
    cases: [
      {
        subjects: ['Export of {project} ends after 1,000 lines'],
        descriptions: [
          'The export of {project} has exactly 1,000 lines. There should be about {many} more. No message about it anywhere.',
        ],
        resolution:
          'The view on the screen was limited to 1,000, and the export took it over. “Export everything” has no such limit.',
      },
      {
        subjects: ['Numbers arrive as text in the spreadsheet', 'No sums in the spreadsheet for {month}'],
        descriptions: [
          'In the spreadsheet for {month} all hours are text, so no sum works. In the file of last year they were numbers.',
        ],
        question: [
          'Do you open the file with a German or an English version of your spreadsheet program?',
          'With a German one, since last week.',
        ],
        resolution:
          'Decimals follow the language of your account now. The file for {month} has numbers; I attached it to {project}.',
      },
    ],
    reopened: [
      'The sum at the end differs from the one on the screen.',
      'The screen rounds each line, the file only the sum. Both round the sum now.',
    ],
    note: 'Limit of 1,000 should at least be said in the file.',
  },
  {
    topic: 'product',
    tags: ['files'],
    urgency: 1,
    cases: [
      {
        subjects: ['Upload to {project} stops at 99 %'],
        files: ['upload-stops.png'],
        descriptions: [
          'A drawing of 9 MB for {project} stops at 99 % and then says “try again”. Smaller ones work. {browser}, office network.',
        ],
        question: [
          'Does it work from a phone without the office network? Some firewalls cut long uploads.',
          'From the phone it works at once. So it is our firewall?',
        ],
        resolution:
          'Your firewall ends uploads after 30 seconds. Your IT raised it for our address, and the drawing of {project} is there.',
      },
      {
        subjects: ['Files of {project} can’t be opened', 'White pages in place of the files of {project}'],
        files: ['white-page.png'],
        descriptions: [
          'Since {weekday} files in {project} open as a white page. Downloading them works. Our {client} sees the same.',
        ],
        resolution:
          'The preview did not know this kind of PDF. It is shown since {time}, and {colleague} opened three of them.',
        reopened: [
          'It works for me, {colleague} still sees a white page.',
          'An old version sat in the browser’s memory. After a reload with the shift key it is gone for {colleague} too.',
        ],
      },
    ],
    note: 'Check the size and the network first.',
  },
  {
    topic: 'product',
    tags: ['time sheet', 'how-to'],
    urgency: 0,
    isQuestion: true,
    cases: [
      {
        subjects: ['Can hours of {month} be unlocked?', 'Correcting approved hours of {colleague}'],
        descriptions: [
          'The hours of {month} are approved, but {colleague} booked {n} of them on the wrong project. How can we correct this without undoing the month?',
        ],
        question: [
          'Is the month already on an invoice to {client}? Then the correction needs a credit note.',
          'Not yet, the invoice is a draft.',
        ],
        resolution:
          'A lead can unlock single days: Hours, {month}, the lock beside the day. {colleague}’s {n} hours are on the right project now.',
        reopened: [
          'The day is unlocked, but the change is not saved.',
          'The day was locked by the payroll as well. With both locks off it was saved.',
        ],
      },
      {
        subjects: ['How are breaks recorded?', 'Breaks in the time sheets of {colleague}'],
        descriptions: ['By law we have to show breaks. Is there a field for it, or do I enter two pieces of work?'],
        resolution:
          'Breaks are a kind of entry since 6.0, see Settings, Hours. They are shown in the sheet and left out of the invoice.',
      },
    ],
    note: 'Point to the article on locked months.',
  },
  {
    topic: 'product',
    tags: ['integration', 'API'],
    urgency: 1,
    cases: [
      {
        subjects: ['API answers 401 since {weekday}', 'Key for the API refused since {time}'],
        descriptions: [
          'Our script that reads the hours of {project} gets 401 since {weekday}. The key is the same as before.\n\n```\nGET /v2/hours?project=…\n401 Unauthorized\n```',
        ],
        resolution:
          'Keys made before {month} had an end. You were told, but the mail went to {colleague}, who left. A new key is in place and your script runs.',
        reopened: [
          'It ran the whole night and stopped again at {time}.',
          'The new key was scoped to one project only. We widened it to the two that the script reads.',
        ],
      },
      {
        subjects: ['Webhook for {project} arrives twice'],
        descriptions: [
          'The webhook for {project} reaches our server twice, a second apart. We book each hour double now. Is there an id that tells them apart?',
        ],
        resolution:
          'Your server answered after 12 seconds, we repeat after 10. Please answer at once and work later; the header `Webhook-Id` is the same for both.',
      },
    ],
    question: [
      'Could you tell us the request id of one such answer? It is in the header X-Request-Id.',
      'It is 7f3e-{number}. Time about {time}.',
    ],
    note: 'Repeats are documented; the mail on ending keys should go to two people.',
  },
  {
    topic: 'product',
    tags: ['printing', 'PDF'],
    urgency: 0,
    cases: [
      {
        subjects: ['Report of {project} is cut off on paper'],
        descriptions: [
          'When I print the report of {project}, the right column is missing. It is there on the screen. {browser}, A4, portrait.',
        ],
        question: [
          'Do you use the browser’s print or the button “PDF” at the top?',
          'The browser’s. I did not see the button.',
        ],
        resolution:
          'The button “PDF” makes pages that fit. For {project} I saved a view with fewer columns, so it also fits portrait.',
      },
      {
        subjects: ['PDF of the plan: tiny letters', 'Plan of {project} on one page for {client}'],
        descriptions: [
          'The plan of {project} as a PDF has letters that nobody can read. {client} wants it on one page of A3.',
        ],
        resolution:
          'The size of paper can be chosen since 6.1: A3, landscape. The PDF for {client} is attached to the project.',
      },
    ],
    reopened: [
      'The table is whole now, but the header is missing from page two on.',
      'Headers are repeated on each page since {weekday}. Please make the PDF once more.',
    ],
    note: 'Print styles are on the list of product for the next quarter.',
  },
  {
    topic: 'product',
    tags: ['search'],
    urgency: 0,
    cases: [
      {
        subjects: ['Search does not find {client}', 'Search misses {n} tasks of {client}'],
        descriptions: [
          'When I search for {client} I get nothing, though there are {n} tasks with this name. Searching for a part of it works.',
        ],
        question: [
          'Was the name entered with a special space or dash, perhaps pasted from a letter?',
          'It was pasted from a PDF. Could that be it?',
        ],
        resolution:
          'The name held an invisible space from the PDF. We cleaned the {n} tasks, and the search now treats such spaces as plain ones.',
        reopened: [
          'Tasks are found, comments are not.',
          'Comments are searched too since the index was rebuilt at {time}.',
        ],
      },
      {
        subjects: ['Searching for “{project}” shows old tasks first'],
        descriptions: [
          'I look for “{project}” and the first page is from two years ago. What I need is from {weekday}. Can it be sorted by date?',
        ],
        resolution: 'Search has a choice “newest first” at the right. It is kept once you chose it.',
      },
    ],
    note: 'Non-breaking space again.',
  },
]
