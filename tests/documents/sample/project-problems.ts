// What customers report about tasks, reports, sharing and display.
import type { Problem } from './problem.ts'

export const projectProblems: readonly Problem[] = [
  {
    topic: 'product',
    tags: ['tasks'],
    urgency: 2,
    cases: [
      {
        subjects: ['All tasks of {project} are gone', '{project} has disappeared'],
        descriptions: [
          'Since {time} the project {project} is empty for all of us. Yesterday there were {many} tasks. Nobody deleted anything as far as we know. We present it to {client} tomorrow.',
        ],
        resolution:
          '{project} had been archived by a rule for idle projects. It is back with all {many} tasks, and the rule asks first from now on.',
      },
      {
        subjects: ['{many} tasks deleted by mistake'],
        descriptions: [
          'I meant to delete one task and deleted the list with {many} of them, by mistake, at {time}. Please bring them back, {client} waits for them.',
        ],
        resolution:
          'The list was in the trash. We brought it back with comments and files; deleting a list with tasks now asks for its name.',
      },
    ],
    question: [
      'Please don’t enter anything in the project for the moment. May we set it back to the state of {time}?',
      'Yes, please do. Nobody has worked in it since.',
    ],
    reopened: [
      'The tasks are back, the files in them are not.',
      'Files come back an hour after the tasks. All {n} folders are there now, checked with {colleague}.',
    ],
    note: 'Nothing is lost before 30 days. Calm them first.',
  },
  {
    topic: 'product',
    tags: ['tasks', 'wish'],
    urgency: 0,
    isQuestion: true,
    cases: [
      {
        subjects: ['Wish: repeat tasks in {project} each month', 'Can {n} tasks come back every month?'],
        descriptions: [
          'We copy the same {n} tasks in {project} each month. It would be great if a task could repeat by itself.',
        ],
        question: [
          'Would it be enough if a task is made anew when the former one is done?',
          'Yes, that would be even better than a fixed day.',
        ],
        resolution:
          'Repeating is there, a little hidden: the three dots of a task, Repeat. I set it up for the {n} tasks of {project} as an example.',
        reopened: [
          'The repeated task has no owner.',
          'The owner is taken over now when “keep people” is ticked. It is, for your tasks.',
        ],
      },
      {
        subjects: ['Could tasks in {project} depend on each other?', 'Idea for {project}: one task waits for another'],
        descriptions: [
          'In {project} one task has to wait for another. Today we write it into the title. Is something like that planned?',
        ],
        resolution:
          'Dependencies come with the next version; your wish is noted with your name, so you are told. Until then “blocked by” as a tag helps.',
      },
    ],
    note: 'Counts as a vote for dependencies.',
  },
  {
    topic: 'product',
    tags: ['email', 'tasks'],
    urgency: 0,
    cases: [
      {
        subjects: ['Emails to {project} do not become tasks', 'Forwarded mails of {client} vanish'],
        descriptions: [
          'We forward mails of {client} to the address of {project}. Since {weekday} no task is made of them. There is no error mail either.',
        ],
        question: [
          'Is the sender a member of {project}? Mails from strangers wait for a lead’s approval.',
          'No, it is a new address of {client}. Where can I approve it?',
        ],
        resolution:
          'The mails waited under {project}, Inbox, “from strangers”. They are approved, and the domain of {client} is trusted now.',
        reopened: [
          'Mails become tasks, but without their attachments.',
          'They were over 10 MB together. Larger ones now come as links.',
        ],
      },
      {
        subjects: ['Reply by email shows the whole thread', 'Comments of {colleague} by email are endless'],
        descriptions: [
          'When {colleague} replies by email, the whole thread with all signatures becomes a comment. It is hard to read.',
        ],
        resolution:
          'Quoted text and signatures are cut off since {time}. The whole mail can be seen by “show original”.',
      },
    ],
    note: 'Approval list is easy to miss.',
  },
  {
    topic: 'product',
    tags: ['mobile'],
    urgency: 1,
    cases: [
      {
        subjects: ['App on {phone} ends right after opening', '{phone}: the app does not start since {weekday}'],
        descriptions: [
          'After the update on {weekday} the app on my {phone} ends right after the logo. I removed and installed it again, no change.',
        ],
        question: [
          'Which version of the system is on the phone? Settings, About.',
          'It is one behind the newest, the phone offers an update.',
        ],
        resolution:
          'The app could not read a setting of the former version. 6.2.2 mends it; on your {phone} it opens again.',
        reopened: [
          'It opens now, but shows the project list of yesterday.',
          'The first load after the update was cut off. Pulling the list down loads it anew, and the cause is mended.',
        ],
      },
      {
        subjects: ['No push messages on the {phone} since {weekday}'],
        descriptions: [
          'My {phone} shows no messages of the app any more; the settings allow them. {colleague} has the same phone and gets them.',
        ],
        resolution:
          'Messages were bound to the former phone. After signing out and in again on the {phone} they arrive.',
      },
    ],
    note: 'Crash report is in the tracker of the app.',
  },
  {
    topic: 'product',
    tags: ['report'],
    urgency: 0,
    cases: [
      {
        subjects: ['Budget of {project}: numbers differ', 'Which number is right for {project}?'],
        descriptions: [
          'The tile for {project} says that {n} % of the budget are left, the report says something else. Which one is right?',
        ],
        question: [
          'Does the report include drafts? There is a switch at the top right.',
          'It does, and I don’t know since when.',
        ],
        resolution:
          'The tile counts approved hours, the report all of them. Both say so now, and for {project} I set them alike.',
      },
      {
        subjects: ['Report for {client} counts hours twice'],
        descriptions: [
          'The report for {client} shows more hours in {month} than the sheets. I think those of {colleague} are in it twice.',
        ],
        resolution:
          '{colleague} was in two teams, each counted once. The report counts people, not memberships, since {weekday}.',
      },
    ],
    reopened: [
      'For {month} it is right, for the year it is not.',
      'The year was taken from memory of the night before. It is worked out anew now.',
    ],
    note: 'Utilisation is explained in the articles, link it.',
  },
  {
    topic: 'product',
    tags: ['settings', 'how-to'],
    urgency: 0,
    isQuestion: true,
    words: { field: ['Cost centre', 'Order number', 'Purchase order', 'Room', 'Region', 'Contract'] },
    cases: [
      {
        subjects: ['A field “{field}” for all projects', '“{field}” should be required'],
        descriptions: [
          'We need a field “{field}” in every project, to be filled before hours can be booked. Is that possible?',
        ],
        question: ['Shall it be free text or a list to choose from?', 'A list. I can send you the {n} values.'],
        resolution:
          'Settings, Fields, New, “for all projects”. I made “{field}” with your {n} values, required before the first hour.',
        reopened: [
          'Old projects show it as empty, and I can’t book there.',
          'Required holds for new projects only now; for the old ones you got a list to fill in.',
        ],
      },
      {
        subjects: ['Where do I find the field {field}?'],
        descriptions: [
          '{colleague} made a field “{field}” for {project}. I don’t see it, and it is missing in the report.',
        ],
        resolution: 'The field was for leads only. It is for everybody now, and the report has a column for it.',
      },
    ],
    note: 'Own fields for all projects: part of the large plan and up. They have it.',
  },
  {
    topic: 'product',
    tags: ['sharing'],
    urgency: 0,
    cases: [
      {
        subjects: ['Public link of {project} asks for a password', '{client} can’t open {project}'],
        descriptions: ['I sent {client} the public link of {project}. They are asked for a password that I never set.'],
        question: [
          'Is the rule “links need a password” set for your organisation? Your administrator can see it.',
          'Yes, since {month}, I am told. Nobody told me before.',
        ],
        resolution:
          'Your organisation wants a password on each link. The link of {project} has one now; it is in your inbox, please give it by phone.',
      },
      {
        subjects: ['Link for {client} has expired'],
        descriptions: [
          'The link that we gave to {client} in {month} does not work any more. It should be valid for the whole year.',
        ],
        resolution:
          'Links end after 90 days unless said otherwise. The one for {client} is valid until the end of the year.',
      },
    ],
    reopened: [
      'The link works, but shows last week’s state.',
      'The page for guests was kept for a week. It is renewed each hour now.',
    ],
    note: 'Be careful, never send the password by the same way as the link.',
  },
  {
    topic: 'product',
    tags: ['display'],
    urgency: 0,
    cases: [
      {
        subjects: ['Timeline jumps in {browser}', '{browser}: bars in {project} jump back'],
        descriptions: [
          'In the timeline of {project} everything jumps back to today when I move a bar. Only in {browser}, since {weekday}.',
        ],
        question: [
          'Does it stay when you turn off the extensions of {browser}?',
          'Without the ad blocker it is fine. With it, it jumps.',
        ],
        resolution: 'The page redrew on each move. Mended on {weekday}; in {browser} the bars stay where you put them.',
      },
      {
        subjects: ['Dark colours: text can’t be read', 'Comments in {project} are grey on grey'],
        descriptions: [
          'With dark colours the comments in {project} are grey on grey. {colleague} with {browser} sees it too. A picture would show it best.',
        ],
        resolution: 'The colours of comments were fixed. They follow the theme now, checked for contrast.',
        reopened: [
          'Better, but links are still dark blue on black.',
          'Links follow the theme as well now, please reload once.',
        ],
      },
    ],
    note: 'Ask for a screenshot with the address bar.',
  },
  {
    topic: 'product',
    tags: ['backup', 'how-to'],
    urgency: 0,
    isQuestion: true,
    cases: [
      {
        subjects: ['Is there a backup of {project}?', 'Back to the state of {weekday}?'],
        descriptions: [
          'On {weekday} somebody changed the whole plan of {project}. Can we have the former state beside the present one, to compare?',
        ],
        question: [
          'Is it enough to see the former state, or shall it be put in place again?',
          'Seeing it is enough, we take over the dates by hand.',
        ],
        resolution: 'History, {weekday}, “show as it was” opens the former plan for reading. It goes back 90 days.',
      },
      {
        subjects: ['Keeping a copy of {project} for ten years'],
        descriptions: [
          'Our contract with {client} says that {project} has to be kept for ten years. How can we take a full copy with us?',
        ],
        resolution:
          '“Full copy” in the settings of {project} makes a folder with pages, files and tables that opens without us. {colleague} has it.',
        reopened: [
          'In the copy the comments are missing.',
          'Comments have to be ticked. I made the copy again with them.',
        ],
      },
    ],
    note: 'Full copy is a large file, do it in the evening.',
  },
  {
    topic: 'product',
    tags: ['performance', 'display'],
    urgency: 2,
    cases: [
      {
        subjects: ['Error page since {time} for all of us', '“Something went wrong” on every click in {project}'],
        descriptions: [
          'Since {time} every page ends with “something went wrong”, for all {n} of us, in {browser} and others. We can’t record any hours and the deadline for {client} is today.',
        ],
        resolution:
          'A release at {time} was taken back {n} minutes later. All pages work; we are sorry for the trouble, the report on it comes tomorrow.',
      },
      {
        subjects: ['White page after signing in', '“Chunk failed to load” since {time} in {browser}'],
        descriptions: [
          'After signing in the page stays white. The console says “chunk failed to load”. {colleague} in the other office has the same since {time}.',
        ],
        question: [
          'Do you reach us through a proxy? We see requests for files of the version of last week.',
          'There is one, yes. Our IT empties its memory now.',
        ],
        resolution:
          'Your proxy handed out old files. It is emptied, and we mark the files so that it can’t happen again.',
      },
    ],
    reopened: [
      'It is back, though only in {browser}.',
      '{browser} kept a broken file. With the release of {weekday} it fetches it anew by itself.',
    ],
    note: 'See the incident channel. Answer all of these with the same words.',
  },
]
