// What customers report about signing in, people, rights and settings.
import type { Problem } from './problem.ts'

export const accountProblems: readonly Problem[] = [
  {
    topic: 'account',
    tags: ['sign-in'],
    urgency: 1,
    cases: [
      {
        subjects: [
          '{colleague} can’t sign in since {weekday}',
          'Password of {colleague} is refused',
          'Sign-in fails for {colleague} after changing the password',
        ],
        descriptions: [
          '{colleague} changed the password on {weekday} and is told “name or password is wrong” ever since. I watched it being typed, it is right. The rest of us can sign in.',
          'Since {weekday} {colleague} gets “name or password is wrong” in {browser}. We tried another machine with the same result.\n\nExpected: the new password works on the first try.',
        ],
        question: [
          'Could you tell us whether {colleague} signs in with the work address or with the address of the invitation? Both exist in your organisation.',
          'With the address of the invitation, as it turns out. I did not know that there were two.',
        ],
        resolution:
          '{colleague} had two accounts. We merged them; signing in with the work address works, and the time sheets of both are in one place.',
      },
      {
        subjects: [
          '{colleague} can’t sign in since {weekday}',
          'Password of {colleague} is refused',
          'Sign-in fails for {colleague} after changing the password',
        ],
        descriptions: [
          '{colleague} changed the password on {weekday} and is told “name or password is wrong” ever since. I watched it being typed, it is right. The rest of us can sign in.',
          'Since {weekday} {colleague} gets “name or password is wrong” in {browser}. We tried another machine with the same result.\n\nExpected: the new password works on the first try.',
        ],
        question: [
          'Is the password being filled in by the browser? It may still keep the old one.',
          'Yes, {browser} fills it in. Typing by hand works, but the next day the old one is back.',
        ],
        resolution:
          'The browser kept sending the old password. After removing the stored one under settings, passwords, signing in works.',
      },
    ],
    reopened: [
      'It worked once, but since this morning {colleague} is refused again.',
      'The old account was still bound to the phone. We signed it out everywhere and checked together on the phone that the new password holds.',
    ],
    note: 'Two accounts with nearly the same address. Please check for doubles before resetting anything.',
  },
  {
    topic: 'account',
    tags: ['sign-in', 'email'],
    urgency: 0,
    cases: [
      {
        subjects: [
          'No email arrives to reset my password',
          'Reset link never arrives ({browser})',
          'Waiting for the password link since {time}',
        ],
        descriptions: [
          'I asked for a new password at {time} and again an hour later. Nothing has arrived, not in the spam folder either. Other mail from you does arrive.',
          'The page says that a link was sent. It was at {time}, and I have been looking into an empty inbox since then. I need to hand in my hours today.',
        ],
        question: [
          'Does your company hold mail back in a quarantine? Your administrator would see a message from no-reply@example.com there.',
          'You were right, all three messages sit in the quarantine. Our IT lets them through now.',
        ],
        resolution:
          'The messages were held in your company’s quarantine. The sender is now on the list of allowed ones, and the link works.',
      },
      {
        subjects: [
          'No email arrives to reset my password',
          'Reset link never arrives ({browser})',
          'Waiting for the password link since {time}',
        ],
        descriptions: [
          'I asked for a new password at {time} and again an hour later. Nothing has arrived, not in the spam folder either. Other mail from you does arrive.',
          'The page says that a link was sent. It was at {time}, and I have been looking into an empty inbox since then. I need to hand in my hours today.',
        ],
        resolution:
          'Your address was on our list of bounced ones after a full mailbox in {month}. We took it off and sent a new link, which you used.',
      },
    ],
    reopened: [
      'The link arrived, but it says that it has expired, though I clicked it right away.',
      'Your mail scanner opens each link once, which used it up. You now set the password with a code, and links to your company ask for a click on the page itself.',
    ],
    note: 'Check the bounce list first; this is the fourth one this quarter.',
  },
  {
    topic: 'account',
    tags: ['people', 'how-to'],
    urgency: 0,
    isQuestion: true,
    cases: [
      {
        subjects: ['How do I invite {n} freelancers for {project}?', 'Inviting people from outside to {project}'],
        descriptions: [
          'For {project} we work with {n} freelancers until {month}. They should enter their hours and see that one project, nothing else. Which role is meant for that?',
        ],
        question: ['Should they see the hours of each other too, or only their own?', 'Only their own, please.'],
        resolution:
          'The role *Guest* with “own hours only” does this. I added it to {project}; please invite them by People, Invite, and choose that role.',
      },
      {
        subjects: ['Guest access for {client}'],
        descriptions: [
          '{client} would like to see the progress of {project} without our rates. Is there a kind of access for this? I found *Guest*, but am not sure what it shows.',
        ],
        resolution:
          'We set up a guest group that sees {project} without rates. You can add people to it yourself from now on; the article “Invite people from outside” shows each step.',
      },
    ],
    reopened: [
      'One of the guests sees the budget of {project} on the overview tile.',
      'The tile took its rights from the team. It is bound to the role now; we looked at it with a guest account together.',
    ],
    note: 'Rates must stay hidden. Test with a guest account before answering.',
  },
  {
    topic: 'account',
    tags: ['sign-in', 'mobile'],
    urgency: 1,
    cases: [
      {
        subjects: [
          'New {phone} since {weekday}, and the codes are gone',
          'Two-step codes after a change of phone',
          'Locked out since {time}, my old phone had the codes',
        ],
        descriptions: [
          'I replaced my phone by a {phone} and gave the old one back. The app for the codes is empty now, so I am asked for a code that I can’t know. I have no recovery codes either.',
          'My codes were on the old phone, which is wiped. With the {phone} I can’t get past the second step. {colleague} can confirm that it is me.',
        ],
        question: [
          'For your safety we call you back at the number in your profile. When can we reach you today?',
          'Any time until {time} is fine. The number is still right.',
        ],
        resolution:
          'After a call at the number we know, the second step was reset and set up on the {phone}. The ten recovery codes are printed this time.',
      },
      {
        subjects: [
          'New {phone} since {weekday}, and the codes are gone',
          'Two-step codes after a change of phone',
          'Locked out since {time}, my old phone had the codes',
        ],
        descriptions: [
          'I replaced my phone by a {phone} and gave the old one back. The app for the codes is empty now, so I am asked for a code that I can’t know. I have no recovery codes either.',
          'My codes were on the old phone, which is wiped. With the {phone} I can’t get past the second step. {colleague} can confirm that it is me.',
        ],
        resolution:
          'Your administrator {colleague} confirmed you by the internal form; we reset the second step. Please keep the recovery codes somewhere else than on the phone.',
      },
    ],
    reopened: [
      'Each code is refused as “too late”, though I type it within seconds.',
      'The clock of the phone was two minutes behind. With automatic time the codes are accepted.',
    ],
    note: 'Identity must be checked by phone; never reset on an email alone.',
  },
  {
    topic: 'account',
    tags: ['permissions'],
    urgency: 0,
    cases: [
      {
        subjects: ['{colleague} sees the rates of everybody', 'Who may see hourly rates in {project}?'],
        descriptions: [
          '{colleague} joined as a normal member on {weekday} and can see the hourly rates of the whole team in {project}. That should be for project leads only.',
        ],
        question: [
          'Has {colleague} been a lead in another project before? Rights are kept when a project is copied.',
          'Yes! {project} is a copy of last year’s project, where {colleague} was the lead.',
        ],
        resolution:
          'The project had been copied with its leads. We removed the old leads from {project}; rates are hidden for {colleague} now.',
        reopened: [
          'In the export the rates are still there.',
          'The export ran with the rights of the person who saved it. It now runs with those of the reader; please save it once anew.',
        ],
      },
      {
        subjects: ['Too many people can change {project}'],
        descriptions: [
          'In {project} everybody seems to be able to change the budget. We only wanted the two leads to do that. Did something change in {month}?',
        ],
        resolution:
          'The team “Everyone” had been given the right to edit. It is read only now, and the two leads keep theirs.',
      },
    ],
    note: 'Copies keep the leads. Mention it to product: this surprises people.',
  },
  {
    topic: 'account',
    tags: ['people'],
    urgency: 0,
    isQuestion: true,
    cases: [
      {
        subjects: ['{colleague} leaves us at the end of {month}', 'Removing a colleague, keeping the hours'],
        descriptions: [
          '{colleague} leaves at the end of {month}. I want to take away the access, but the hours and comments have to stay for the invoices of {client}.',
        ],
        question: [
          'Who shall become the lead of the projects that {colleague} leads today?',
          'I shall take them over myself.',
        ],
        resolution:
          'Use *Deactivate*, not *Remove*: the access ends, everything recorded stays. I did it with you for {colleague} as of the end of {month}.',
      },
      {
        subjects: [
          'What happens to the data of the {n} people who left?',
          'Removing {colleague} and {n} others for good?',
        ],
        descriptions: [
          'We would like to remove {n} people who have left. Do their time sheets vanish when I do that? I did not dare to click.',
        ],
        resolution:
          'Deactivated people keep their hours and do not count for the plan. The list you sent is done, their open tasks are yours now.',
      },
    ],
    reopened: [
      '{colleague} still gets the weekly summary by email.',
      'The summary had been set up by address, not by person. It is removed.',
    ],
    note: 'Plan has one seat less afterwards, billing knows.',
  },
  {
    topic: 'account',
    tags: ['sign-in', 'integration'],
    urgency: 2,
    cases: [
      {
        subjects: [
          'Nobody can sign in with the company account',
          'Single sign-on broken since {time}',
          'SSO: “audience does not match” for all of us',
        ],
        descriptions: [
          'Since {time} nobody of our {many} people can sign in with the company account. The page shows “audience does not match”. We have not changed anything on our side that I know of.',
        ],
        resolution:
          'The certificate of your provider had been renewed. We read the new metadata; signing in works for everybody since {time}.',
      },
      {
        subjects: ['Nobody can sign in with the company account', 'Single sign-on broken since {time}'],
        descriptions: [
          'Single sign-on answers with an error for everybody since {weekday}, {time}. People who are still signed in can work, all others stand in front of a closed door. Please help quickly.',
        ],
        resolution:
          'The application’s address at your provider lacked the final slash after the move. Corrected with your IT on the phone; {colleague} and two others confirmed it.',
      },
    ],
    question: [
      'Has the certificate of your identity provider been renewed in the last days? We see one that is new to us.',
      'Our provider renewed it in the night. I uploaded the new metadata file to this ticket’s folder.',
    ],
    reopened: [
      'The Berlin office is fine, but Lisbon still gets the error.',
      'Lisbon uses a second provider. Its metadata is renewed too, and both are now read again each night.',
    ],
    note: 'Certificate runs out in two years; reminder is in the calendar of the team.',
  },
  {
    topic: 'account',
    tags: ['settings', 'email'],
    urgency: 0,
    isQuestion: true,
    cases: [
      {
        subjects: [
          'Far too many emails about {project}',
          'Please fewer notifications',
          'Daily summary instead of single emails?',
        ],
        descriptions: [
          'I get an email for every comment in {project}, {n} in the last hour alone. I would like one summary in the evening.',
        ],
        resolution:
          'Under Account, Notifications, “daily at 17:00” is chosen for {project} now; mentions still arrive at once.',
      },
      {
        subjects: ['Far too many emails about {project}', 'Please fewer notifications'],
        descriptions: [
          'Since I became the lead of {project} my inbox overflows. Can I keep the questions to me and drop the rest?',
        ],
        resolution:
          'Leads follow each task by default. I showed you how to stop following, and the summary is set for the evening.',
      },
    ],
    question: [
      'Do you read the app’s inbox too? Then we could send only what has waited there for a day.',
      'I do, every morning. That sounds perfect.',
    ],
    reopened: [
      'Now the summary arrives, and the single emails as well.',
      'The phone had its own setting for emails. Both are the same now.',
    ],
    note: 'Third request for quiet hours this month, worth telling product.',
  },
  {
    topic: 'account',
    tags: ['settings'],
    urgency: 0,
    words: { oldname: ['Brightside', 'Kontor 9', 'Ostwind', 'Larkspur', 'Studio Nine', 'Twelve Oaks'] },
    cases: [
      {
        subjects: [
          'We changed our name from {oldname}',
          'New company name and logo ({oldname} no more)',
          '{oldname} still stands on our invoices',
        ],
        descriptions: [
          'We are no longer called {oldname} since {month}. The new logo is in place, yet PDFs come with the old name in the footer.',
        ],
        resolution:
          'The name stood in the invoice template as plain text. It is replaced by the field of the organisation, so it can’t go stale again.',
      },
      {
        subjects: [
          'We changed our name from {oldname}',
          'New company name and logo ({oldname} no more)',
          '{oldname} still stands on our invoices',
        ],
        descriptions: [
          '{oldname} is our former name. I changed it in the settings, but invoices and the sign-in page still show it. Where else is it kept?',
        ],
        resolution:
          'Sign-in page and PDF footer take the new name now. Invoices that were sent keep the old one, as the law wants it.',
      },
    ],
    question: [
      'Shall invoices that are already sent keep the old name? By law they should.',
      'Yes, please leave those alone, only the new ones.',
    ],
    reopened: [
      'The reminder letters were forgotten, they still say {oldname}.',
      'Reminders have a template of their own; corrected, and a test letter is attached to the project.',
    ],
    note: 'Invoice templates with plain text names: there are many of these.',
  },
  {
    topic: 'account',
    tags: ['data protection'],
    urgency: 0,
    isQuestion: true,
    cases: [
      {
        subjects: [
          'Data protection: what is kept about {colleague}?',
          'Copy of all data of one person',
          'Request of a former employee for the own data',
        ],
        descriptions: [
          '{colleague}, who left in {month}, asks for a copy of all personal data. We have to answer within a month. How do I get it out?',
        ],
        question: [
          'Do you need the copy as files for a machine, or something to be read by the person?',
          'Something readable. A PDF would be best.',
        ],
        resolution:
          'People, {colleague}, “Copy of personal data” makes both, a PDF and files. I made it for you and put it where only you can fetch it, for seven days.',
        reopened: [
          'Comments in other people’s projects are missing in the copy.',
          'Comments are included since the last version; I made the copy anew.',
        ],
      },
      {
        subjects: [
          'Where is our data kept, and until when? ({project})',
          'Question of our data protection officer on {project}',
        ],
        descriptions: [
          'Our data protection officer asks where our data is kept, for how long, and how to hand out a copy for one person. Is there a paper on this?',
        ],
        resolution:
          'The paper on data protection is sent to you: data in Frankfurt, backups for 35 days, contract for processing included. The copy for one person is a button on the page of the person.',
      },
    ],
    note: 'One month by law. Do not let this one lie.',
  },
]
