// What is said beside the facts: progress, thanks, notes among agents. Faults and questions are talked about differently.

export interface Replies {
  /** Sentences about what was tried before asking for help. */
  readonly tried: readonly string[]
  /** Agents to customers, while they work. `{first}` is the customer's first name. */
  readonly progress: readonly string[]
  /** Customers, unasked. */
  readonly additions: readonly string[]
  /** Customers, after the solution. */
  readonly thanks: readonly string[]
  /** Agents to agents. */
  readonly aside: readonly string[]
}

export const onFaults: Replies = {
  tried: [
    'I have signed out and in again, without any change.',
    'I looked through the answers and found nothing that fits.',
    'Tried so far: another browser, another machine, a restart.',
    '{colleague} sees the same.',
    'It worked until {weekday}.',
    'We can work around it for the moment, but not for long.',
    'It is not urgent, but it comes up again and again.',
    'Please tell me if you need access, I can give it.',
    'A short answer is enough.',
    'I can be reached by phone until {time}, if that is quicker.',
  ],
  progress: [
    'Thank you for the clear description, {first}. I see the same here and look into it.',
    'A short word in between: we have found the place and are testing a remedy with a copy of your data.',
    'Hello {first}, I have taken this over. You will hear from me today.',
    'I asked a colleague who knows this part better. We meet about it this afternoon.',
    'We can see it in the logs from {time} on. Nothing is lost, it is only not shown.',
    'Could reproduce it with {browser}. The cause is clear, the remedy is being checked.',
    'Thanks, that is all I need. I come back to you as soon as it is done.',
    'It is not quite what we thought at first; I need a little longer and keep you posted.',
    'Until it is solved: with a reload of the page you can go on working in {project}.',
    'I changed it for {colleague} as a test. If that holds until tomorrow, I do it for all of you.',
    'Good catch, {first}. Two others reported something like it, so I treat them together.',
    'Quick update: half of it works already, the rest follows before the promised time.',
  ],
  additions: [
    'One more thing: it also happens to {colleague}, who works from home.',
    'I forgot to say that it began on {weekday}, after lunch.',
    'In {browser} it is the same, by the way. I have just tried it.',
    'Any news? I have to tell {client} something by {weekday}.',
    'It does not hurry as much as I thought, tomorrow is early enough.',
    'A colleague told me to sign out and in again. That did not help.',
    'I made a picture of it and put it into the shared folder.',
    'It went away for an hour and came back at {time}.',
  ],
  thanks: [
    'Works, thank you very much!',
    'Perfect, that was quick. Thanks!',
    'Thank you, I have checked it with {colleague}: all good.',
    'That did it. I would never have looked there.',
    'Great, {client} is happy as well. Thank you.',
    'Solved indeed. Have a nice weekend!',
    'Confirmed, it works again on all our machines.',
    'Thanks a lot for the explanation, I have passed it on to the team.',
    'You saved our month’s end. Thank you!',
    'All right, that works for us.',
  ],
  aside: [
    'Same as two weeks ago, see the tag. I tell product.',
    'Called them, very friendly. Nothing more to do until they look.',
    'Their plan includes support within a day, so no shortcuts here.',
    'I have a copy of the data for testing, deleted on Friday.',
    'Known to the developers, no date yet.',
    'Could become an article. I make a draft.',
    '{colleague} on their side knows the system well, ask there first.',
    'Checked rights and plan: both fine.',
    'If it comes up again, please give it to me.',
    'Logs are saved beside the ticket.',
  ],
}

export const onQuestions: Replies = {
  tried: [
    'A short answer is enough.',
    'I looked through the answers and found nothing that fits.',
    'It does not hurry.',
    'I can be reached by phone until {time}, if that is quicker.',
    'If there is an article on it, a link will do.',
    'Please tell me if somebody else should ask for this.',
    '{colleague} would like to know it, too.',
  ],
  progress: [
    'Thank you for asking, {first}. I look it up and come back to you today.',
    'Hello {first}, I have taken this over. You will hear from me today.',
    'It can be done; I am writing down the steps for you.',
    'I try it with a copy of your data first, so that I tell you the right thing.',
    'I asked a colleague who knows this part better. We talk about it this afternoon.',
    'Thanks, that is all I need. I come back to you as soon as I know.',
    'Good question, {first}. I shall make an article of the answer.',
  ],
  additions: [
    'We decide on it on {weekday}; an answer before that would be great.',
    'Any news? I have to tell {client} something by {weekday}.',
    'It does not hurry as much as I thought, tomorrow is early enough.',
    'It concerns {n} people, by the way.',
    '{colleague} asked me the same this morning.',
  ],
  thanks: [
    'Exactly what I needed, thank you!',
    'Thanks a lot for the explanation, I have passed it on to the team.',
    'Perfect, that was quick. Thanks!',
    'That is how we shall do it. Thank you.',
    'All right, that works for us.',
    'Very clear, thank you. {colleague} says thanks as well.',
  ],
  aside: [
    'Could become an article. I make a draft.',
    'Called them, very friendly. Nothing more to do until they look.',
    'Checked rights and plan: both fine.',
    'If it comes up again, please give it to me.',
    'Their plan includes support within a day, so no shortcuts here.',
    'Second one this week, worth telling product.',
  ],
}

/** Managers, when they give a ticket to somebody. */
export const handing: readonly string[] = [
  'You know this customer best, please have a look.',
  'This one fits your team. The promise is tight, tell me if it can’t be kept.',
  'Giving this to you, as the queue of the others is full.',
  'Please take this next, it has waited long enough.',
]

/** Agents, when a promise is moved with the customer's agreement. */
export const agreed: readonly string[] = [
  'As agreed on the phone: we need the next release for this, so the promise is moved. Thank you for your patience, {first}.',
  'You said that the end of the week is early enough. I noted it as the new promise.',
  'The other side’s IT is only back on {weekday}; we agreed on a later date.',
]
