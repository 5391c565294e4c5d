// Lists what the reference promises of points 6 to 9, and of what is wrong.
import type { Promises } from './promise.ts'

export const POINTS_6_TO_9: Promises = {
  'Point 6: roles and permissions': [
    ['default deny', 'policy/nothing-granted.test.ts', 'nobody but the administrator reads or writes'],
    ['"except" takes away', 'server/records/sentences.test.ts', 'that is taken from a role outweighs what all have'],
    [
      '"all except" in a row of several entities',
      'shared/model/allowed-spellings.test.ts',
      'leaves out a field of those that have it',
    ],
    [
      'update: as it was and as it will be',
      'policy/row-policy-of-writes.test.ts',
      'to a row that is not granted is refused, though it was granted before',
    ],
    ['create: as it will be', 'policy/row-policy-of-writes.test.ts', 'is decided as it will be'],
    [
      'a field that is not granted takes its default',
      'server/records/sentences.test.ts',
      'that lacks a field gives it its default, and refuses it where it is sent',
    ],
    [
      'unreadable is 404',
      'policy/other-peoples-records.test.ts',
      'gets for records that may not be read the same answer as for records that never were',
    ],
    [
      'otherwise',
      'server/records/grants.test.ts',
      'a grant that fails says so by its own code, and cites its line to those that the document names',
    ],
    ['no way around', 'policy/surfaces.test.ts', 'the proof asks every call of the router'],
  ],
  Exporting: [
    [
      'read and export, row by row and field by field',
      'server/api/exports.test.ts',
      'has the rows and the fields of which export is granted, and no others',
    ],
    [
      'as the list is',
      'server/api/exports.test.ts',
      'is narrowed and ordered as the list is, also by what may be read only',
    ],
    [
      'no formula',
      'server/api/exports.test.ts',
      'as comma-separated values quotes what needs it, and no cell is a formula',
    ],
    [
      'workbook',
      'server/api/exports.test.ts',
      'as a workbook has numbers and dates as such, and texts that are never formulas',
    ],
    ['comes back', 'server/api/export-and-import.test.ts', '%s comes back as it was'],
    [
      'a text that a workbook had to cut',
      'server/api/related-titles.test.ts',
      'changes nothing where it is as it was, and is refused elsewhere',
    ],
    ['in the audit', 'server/api/exports.test.ts', 'is noted in the audit, one that is refused is not'],
    ['no way around', 'policy/surfaces.test.ts', 'the proof asks every call of the router'],
  ],
  Importing: [
    [
      'all or none',
      'server/api/imports.test.ts',
      'keeps nothing where one row is refused, and says of each what is wrong with it',
    ],
    ['tried first', 'server/api/imports.test.ts', 'is tried first: it says what would be done, and nothing is kept'],
    [
      'a related record',
      'server/api/related-titles.test.ts',
      'is found by a title of several parts, of other records too',
    ],
    ['what it reads', 'server/api/imports.test.ts', 'reads what an export wrote, and what spreadsheets write'],
    [
      'changes what exists, and is undone as one',
      'server/api/imports.test.ts',
      'changes the records that a unique column finds, and is undone as one',
    ],
    ['its own grant', 'server/api/imports.test.ts', 'needs its own grant, row by row'],
    ['records per import', 'server/api/imports.test.ts', 'says what can’t be read, and where'],
    [
      'each column is read in one way',
      'server/api/imports/columns.test.ts',
      'are asked for where nothing tells: the trial says both values, a run is refused until it is said',
    ],
    [
      'the encoding is shown',
      'server/api/imports/encodings.test.ts',
      'can be chosen, by a parameter or by the content type',
    ],
    [
      'a workbook',
      'server/api/imports/workbooks.test.ts',
      'are read from the first that is not hidden, and another can be chosen',
    ],
    [
      'the good rows',
      'server/api/imports/background.test.ts',
      'are kept, and the refused ones are a file with reasons that goes in once it is mended',
    ],
  ],
  'Signing up and signing in': [
    ['open', 'server/auth/sign-up.test.ts', 'a person who signs up is in at once, with the role of the document'],
    [
      'approved by administrators',
      'server/auth/sign-up-approval.test.ts',
      'only administrators decide, and no API token does',
    ],
    [
      'by invitation',
      'server/auth/providers/provider-invitations.test.ts',
      'a stranger from the provider is none of them',
    ],
    [
      'what is not offered is not there',
      'server/auth/links.test.ts',
      'is not there where the document does not offer it',
    ],
    [
      'second factor',
      'server/auth/second-factor.test.ts',
      'it counts from the moment the role is given, on every surface',
    ],
    ['may give', 'server/auth/accounts.test.ts', 'nobody gives what they may not give, nobody raises themselves'],
    [
      'no data for administrators',
      'policy/view-as.test.ts',
      'where administrators have no data, they can’t view either',
    ],
    [
      'who reads the document',
      'server/records/grants.test.ts',
      'the document is read by the roles that it names, and by administrators, who read no data here',
    ],
  ],
  'Roles by relation': [
    [
      'the role follows from the record',
      'policy/row-policy-of-writes.test.ts',
      'by a role that follows from another record is decided on the record that it leads to',
    ],
    [
      'its screens are open with the first record',
      'server/web/screens-by-relation.test.ts',
      'opens with the first record, only to that person, and with it the screens of roles that this one includes',
    ],
    [
      'and in the menu',
      'journeys/screens-of-a-document.test.ts',
      'a screen for a role by relation is in the menu of those who have it on a record',
    ],
  ],
  'Histories and undoing': [
    [
      'what may be read now and might have been then',
      'policy/history-then.test.ts',
      'a value that was written while its field was hidden stays unknown when the state has moved on',
    ],
    ['undone whole or not', 'server/api/changes.test.ts', 'a batch is undone whole or not at all'],
    [
      'what changed since stands against it',
      'server/api/changes.test.ts',
      'what others have changed since is not taken from them, other fields are no matter',
    ],
  ],
  'Point 7: the calls it makes': [
    [
      'described for what the caller may do',
      'server/api/descriptions.test.ts',
      'holds what the caller may do, and nothing else',
    ],
    [
      'tools for agents',
      'server/api/mcp.test.ts',
      'finds a tool per verb and transition that its person may do, and no other',
    ],
  ],
  'A call': [
    [
      'inputs of query and headers',
      'server/api/calls/document-calls.test.ts',
      'takes inputs of the query and of headers',
    ],
    [
      'all wrong inputs at once',
      'server/api/calls/document-calls.test.ts',
      'names all wrong inputs at once, and unknown parameters',
    ],
  ],
  'The record of the path': [
    [
      'found if the caller may read it',
      'server/api/calls/document-calls.test.ts',
      'finds a record that the caller may read, and no other',
    ],
    [
      'below the one to which it belongs',
      'server/api/calls/document-calls.test.ts',
      'leads to a record only through the one to which it belongs',
    ],
    [
      'parents first',
      'server/api/calls/order-of-checks-in-calls.test.ts',
      'run in their order: signed in, path, permitted, valid, in a state for it',
    ],
  ],
  Steps: [
    ['one command', 'server/api/calls/document-call-writes/steps.test.ts', 'are undone together where one is refused'],
    [
      'no records that the caller may not read',
      'server/api/calls/document-call-writes/steps.test.ts',
      'go through no records that the caller may not read',
    ],
    [
      'accounts',
      'server/api/calls/document-call-writes/accounts.test.ts',
      'are made by a step, and are signed in from there on',
    ],
    ['lines', 'server/api/calls/lines-in-calls.test.ts', 'writes all of it at once'],
    [
      'lines are described, within for each and try too',
      'server/api/calls/lines-in-calls.test.ts',
      'it says so where a step inside "for each" or "try" takes them',
    ],
    [
      'iCalendar',
      'server/api/calls/document-call-writes/steps.test.ts',
      'a calendar has an event for each record with a span',
    ],
    [
      'without an answer 204',
      'server/api/calls/order-of-checks-in-calls.test.ts',
      'what stands below a record in the path must belong to it, and no answer is 204',
    ],
    ['refusals repeat what was sent', 'server/api/calls/answers-of-shapes.test.ts', 'repeats what the caller sent'],
  ],
  Shapes: [
    [
      'what the caller may read of them',
      'server/api/calls/document-calls.test.ts',
      'leaves out what the caller may not read of the record of the path',
    ],
    [
      'one takes the lines of another',
      'shared/model/calls/answers.test.ts',
      'shows others, and takes the lines of another first',
    ],
  ],
  'Settings of all answers': [
    [
      'the form of errors',
      'server/api/calls/document-call-writes/steps.test.ts',
      'follow the rules of fields, whose refusals have the form of the document',
    ],
    [
      'cors',
      'server/api/calls/document-call-writes/other-origins.test.ts',
      'may make the document’s calls where it says so, with tokens',
    ],
    [
      'never with a cookie',
      'server/api/calls/document-call-writes/other-origins.test.ts',
      'are refused with a cookie, which the browser sends unasked',
    ],
  ],
  'Rules on a call': [
    [
      'refused before the first step',
      'server/api/calls/document-calls.test.ts',
      'comes from the rules of point 5 that are bound to the call',
    ],
  ],
  'Outgoing calls': [
    [
      'when it has happened',
      'server/jobs/webhooks/sent.test.ts',
      'follows transitions, creations, changes of a field and deletions of the table of point 7',
    ],
    [
      'the address may begin with a constant',
      'shared/model/allowed-spellings.test.ts',
      'the address of an outgoing call may begin with a constant, without quotes',
    ],
  ],
  'What is checked': [
    [
      'a fixed segment wins',
      'server/api/calls/order-of-checks-in-calls.test.ts',
      'a fixed segment wins over a parameter',
    ],
    [
      'in place of the standard ones',
      'server/api/calls/document-calls.test.ts',
      'tells of the calls that the caller may make, in place of the standard ones there',
    ],
  ],
  'Point 8: the error catalogue': [
    ['holes are filled with what may be read', 'server/records/messages.test.ts', 'keeps back the rest'],
    [
      'the system’s refusals are worded anew',
      'server/api/words/reworded-refusals.test.ts',
      'one refusal by its name, and by a code all others that carry it, which may be cited',
    ],
    ['used and not listed is a warning', 'shared/checks/run-checks.test.ts', 'one that is used and not listed'],
  ],
  'Point 9: business constants and limits': [
    ['the value in force', 'server/records/sentences.test.ts', 'a constant has the value in force at the moment'],
    ['what holds where nothing is said', 'server/constants-of-point-9.test.ts', 'has the usual settings'],
    ['session', 'server/constants-of-point-9.test.ts', 'ends sessions after the time that it says'],
    [
      'page size',
      'server/constants-of-point-9.test.ts',
      'has lists as long as it says, unless the caller says otherwise',
    ],
    [
      'first day of week',
      'journeys/screens-of-a-document.test.ts',
      'a calendar shows what lasts, in weeks that begin as point 9 says',
    ],
    [
      'requests',
      'server/api/bad-input.test.ts',
      'too many requests of one person are refused for a while, others go on',
    ],
    [
      'sign-in attempts',
      'server/auth/accounts.test.ts',
      'is limited for an account, and a person who signed in from here before still gets in',
    ],
    [
      'storage per person',
      'server/api/storage-per-person.test.ts',
      'O11: a write beyond it is refused with the line of point 9, and others go on',
    ],
    [
      'trash',
      'server/records/choices.test.ts',
      'what an entity says nothing of stays in the trash as long as point 9 says',
    ],
    [
      'language',
      'server/api/words/german-refusals.test.ts',
      'with the label of the field, numbers, dates, durations and lists by the rules of the language',
    ],
  ],
  Lookups: [
    ['two keys', 'shared/expressions/lookups.test.ts', 'answers by two keys, in brackets or after a dot'],
    ['one key', 'shared/expressions/lookups.test.ts', 'with one column beside their keys are asked with one key'],
    [
      'empty for a key that it lacks',
      'shared/expressions/lookups.test.ts',
      'is empty for a key that it lacks, and for none',
    ],
  ],
  Calendars: [
    [
      'hours of each day',
      'shared/expressions/working-time.test.ts',
      'has hours for each day, a night being parted at midnight',
    ],
    ['holidays', 'server/records/expressions.test.ts', 'working time leaves out nights, weekends and holidays'],
  ],
  'When something is wrong': [
    ['code frames', 'server/document/publish-document.test.ts', 'prints code frames, and says whether it is sound'],
    ['--explain', 'server/document/new-document.test.ts', 'says what the code means, with an example and the remedy'],
    [
      '--fix mends what is certain',
      'shared/language/fix-document.test.ts',
      'what is certain is mended, and reported with its line',
    ],
    [
      'a guess is left',
      'shared/language/fix-document.test.ts',
      'a guess is no certainty: a misspelt name stays as it is',
    ],
    ['--json', 'server/document/new-document.test.ts', 'has the shape that the reference documents'],
    ['each mistake is said, and what follows from it is not', 'diagnostics/bad-documents.test.ts', '%s'],
  ],
  'The tool library': [['it is whole', 'help/reference.test.ts', 'the document in which they stand is whole']],
}
