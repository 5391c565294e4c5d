// Lists what the reference promises of points 4 and 5.
import type { Promises } from './promise.ts'

export const POINTS_4_AND_5: Promises = {
  'Point 4: states and transitions': [
    [
      'only transitions change a state',
      'policy/writes.test.ts',
      'a state changes only by its transition, and only for those who may do it',
    ],
    ['the first row that fits', 'server/records/sentences.test.ts', 'of several rows does the first that fits'],
    ['several in "to"', 'server/records/sentences.test.ts', 'with several states in "to" asks which'],
    [
      '"stay"',
      'server/records/sentences.test.ts',
      'that stays keeps the state, and adds and removes the person who acts',
    ],
    [
      'tables and steps in any order',
      'shared/points/tables-below-steps.test.ts',
      'tables and settings below the steps of a transition are those of its state field',
    ],
    [
      'from another state 409, with that state',
      'server/records/workflows/transitions.test.ts',
      'is not resolved twice: 409 with the state that it is in',
    ],
  ],
  Who: [
    [
      'four eyes',
      'server/records/workflows/states.test.ts',
      'the person who submitted it does not approve it; another approver does',
    ],
    [
      'without a role everyone else',
      'server/records/workflows/states.test.ts',
      'without a role everyone else may, and nobody who is not signed in',
    ],
    ['"and" joins', 'server/records/workflows/states.test.ts', 'joins a role, a condition and the other person'],
    [
      'administrators too need a line',
      'policy/row-policy-of-writes.test.ts',
      'is the only way to another state, for administrators too',
    ],
  ],
  'What happens by itself': [
    [
      'a duration, never early',
      'server/records/workflows/automatic-transitions.test.ts',
      'fires once when it has passed, not a millisecond before, as nobody',
    ],
    [
      'in due order after a stop',
      'server/records/workflows/automatic-transitions.test.ts',
      'outlives restarts, and what fell due meanwhile fires in the order in which it was due (T02)',
    ],
    [
      'a moment moves, fires at once when past, once with "stay"',
      'server/records/workflows/automatic-transitions.test.ts',
      'moves with the field, fires at once where it has passed, and once for each moment where the state stays',
    ],
    [
      'a date begins at midnight',
      'server/records/workflows/automatic-transitions.test.ts',
      'a date begins at midnight of the time zone, on both sides of a change of the clocks',
    ],
    [
      'repeats',
      'server/records/workflows/automatic-transitions.test.ts',
      'fires after each period, as often as it says, and once for what was missed',
    ],
    [
      'skipped where "when" is not met',
      'server/records/workflows/automatic-transitions.test.ts',
      'where its condition is not met at that moment it is skipped',
    ],
    [
      'refused by a rule: kept and tried again',
      'server/records/workflows/automatic-transitions.test.ts',
      'that a rule refuses is kept with its sentence, and tried again when the record changes',
    ],
    [
      'an edit moves, starts and drops',
      'server/records/workflows/automatic-transitions.test.ts',
      'moves, starts and drops what waits: the old rule never fires (T05)',
    ],
  ],
  'What a transition asks': [
    [
      'choices, limits, defaults',
      'server/records/workflows/asks.test.ts',
      'takes what may be chosen, and fills in its defaults',
    ],
    [
      'required by a condition',
      'server/records/workflows/asks.test.ts',
      'requires what its condition says, of the record and of the other inputs',
    ],
    ['null leaves it empty', 'server/records/workflows/asks.test.ts', 'leaves empty what is sent as nothing'],
    ['input.to', 'server/records/workflows/chosen-state.test.ts', 'requires what the chosen one needs'],
    [
      'the dialog begins with defaults',
      'server/records/workflows/asks.test.ts',
      'begins with the defaults that are known',
    ],
    ['a new input begins at its name', 'shared/points/4-states/read-states.test.ts', 'a new input starts at its name'],
  ],
  'Fields in states': [
    [
      'hidden',
      'server/records/workflows/states.test.ts',
      'is hidden there: absent when read, not written, and empty for filters',
    ],
    [
      'read only',
      'server/records/workflows/states.test.ts',
      'is read only there: refused at the field, with the cell’s line, and known beforehand',
    ],
    [
      'required',
      'server/records/workflows/states.test.ts',
      'is required there: asked for on the way in, and not to be emptied afterwards',
    ],
    ['role', 'server/records/workflows/states.test.ts', 'is read only for only one role'],
    [
      'if',
      'server/records/workflows/states.test.ts',
      'is hidden from one role, and only where the row’s condition holds',
    ],
  ],
  'Transitions that create': [
    [
      'created and led on',
      'server/records/workflows/workflows.test.ts',
      'made by a transition is where that leads, and where the other workflow starts',
    ],
  ],
  'Several fields with states': [
    ['each at its own pace', 'server/records/workflows/workflows.test.ts', 'moves only the state of its own workflow'],
    ['fields bound by both', 'server/records/workflows/workflows.test.ts', 'are hidden where either state hides them'],
    [
      'one reads the other',
      'server/records/workflows/workflows.test.ts',
      'may depend on the other state, and says what stands in its way',
    ],
  ],
  Effects: [
    [
      'in order, each seeing those before',
      'server/records/workflows/effects.test.ts',
      'change other records, one by one and as a set, each seeing those before',
    ],
    [
      'all or none',
      'server/records/workflows/effects.test.ts',
      'are undone all together by one refusal, also by that of another record’s limits',
    ],
    [
      'unless exists',
      'server/records/workflows/effects.test.ts',
      'create a record unless there is one with the same unique field',
    ],
    ['let', 'server/records/workflows/effects.test.ts', 'name a value for those that follow'],
    ['try', 'server/records/workflows/effects.test.ts', 'that are tried leave nothing behind when a rule refuses them'],
    ['add and remove', 'server/records/workflows/effects.test.ts', 'add to a relation and take out of it, once each'],
    [
      'in each history',
      'server/records/workflows/effects.test.ts',
      'have an entry in the history of each record that they touch',
    ],
    [
      'notify a role',
      'server/records/notifications/notify-roles.test.ts',
      'all who hold a role are notified, and those who have it on this record, and nobody else',
    ],
    [
      'telling',
      'server/records/notifications/notify-roles.test.ts',
      'the inbox and the mail have the subject; what is disclosed on purpose is shown, what else is not readable is masked',
    ],
  ],
  Events: [
    [
      'created, changed, deleted',
      'server/records/workflows/effects.test.ts',
      'is created, changed in one field, or deleted: the document does the rest in the same moment',
    ],
    [
      'what goes with another is deleted too',
      'server/records/workflows/effects.test.ts',
      'goes with another that is deleted: that counts as deleted too',
    ],
  ],
  'Notifications by mail': [
    [
      'one mail of one event',
      'server/records/notifications/notification-mail.test.ts',
      'of one event a person gets one mail, in text and HTML, with a link to the record',
    ],
    [
      'switched off by its person',
      'server/records/notifications/notification-mail.test.ts',
      'a kind is switched off by its person, for mail only, and on again',
    ],
    [
      'by one click',
      'server/records/notifications/unsubscribe.test.ts',
      'a link is read without changing anything, switches off by a POST that nobody signed, and is undone',
    ],
  ],
  Watching: [
    [
      'they hear of changes',
      'server/records/notifications/watches.test.ts',
      'they hear of changes, transitions, what is added beside it, and its end; by name only where they may know it',
    ],
    [
      'the right decides',
      'server/records/notifications/watches.test.ts',
      'with the right to read it ends what they hear, and comes back with it',
    ],
  ],
  'What waits for a person': [
    [
      'those who can lead it on',
      'server/records/waiting.test.ts',
      'a record waits for those who can lead it on now, and for nobody else',
    ],
  ],
  Mentions: [
    [
      'the mentioned person hears of it',
      'server/records/notifications/mentions.test.ts',
      'the mentioned person hears of it, on the page where the text is read; nobody else does',
    ],
    [
      'handing over',
      'server/records/reassign.test.ts',
      'all of it is one change set: what a rule refuses stays, and is named with the reason',
    ],
  ],
  Schedules: [
    [
      'at its moment, once',
      'server/records/schedules.test.ts',
      'a schedule acts on sets at its moment, not before, and once',
    ],
    [
      'caught up once',
      'server/records/schedules.test.ts',
      'what was missed while it was down is caught up once, and its condition is asked then',
    ],
    [
      'the 31st is the last day',
      'server/records/schedules.test.ts',
      'of a month or year without the day is its last day',
    ],
    [
      'the clocks change',
      'server/records/schedules.test.ts',
      'in spring lies as far after the gap as it says, and in autumn comes once',
    ],
    ['every form of the words', 'server/records/schedules.test.ts', '%s says when'],
    ['there is no record at hand', 'server/records/schedules.test.ts', '%s is an error: there is no record'],
    [
      'always the table',
      'server/records/schedules.test.ts',
      'is always of the table: an entity of that name is an error there',
    ],
    [
      'refused: listed, and run at any time',
      'server/records/schedules.test.ts',
      'what was refused is undone whole and listed, an administrator tries it again, and the next moment comes all the same',
    ],
  ],
  Webhooks: [
    [
      'rendered, committed, signed',
      'server/jobs/webhooks/sent.test.ts',
      'is rendered where the effect stands, leaves after the commit, once, and signed by the address',
    ],
    [
      'nothing of what is refused',
      'server/jobs/webhooks/sent.test.ts',
      'is not sent where the transition is refused, undone or the condition is not met',
    ],
    [
      'again after growing pauses',
      'server/jobs/webhooks/receivers.test.ts',
      'that answers 500 has it again after growing pauses, under one id, and in the order of the record',
    ],
    [
      'private hosts',
      'server/jobs/webhooks/addresses.test.ts',
      'in the private network is reached where ALLOW_PRIVATE_HOSTS names its host',
    ],
  ],
  Timers: [
    [
      'pauses and goes on',
      'server/records/timers.test.ts',
      'pauses outside of its states, goes on with what is left, and begins anew when it is restarted',
    ],
    [
      'working days, and a share ahead',
      'server/records/timers.test.ts',
      'counts working days, over a weekend and a holiday, and warns ahead',
    ],
    [
      'what is left is read',
      'server/records/timers.test.ts',
      'is asked for in filters, conditions and rules, as the timer will be',
    ],
    [
      'listed, and run now',
      'server/api/timers.test.ts',
      'an administrator has one run before its moment, which is noted',
    ],
    [
      'an edit is tried on data',
      'server/jobs/preview-timers.test.ts',
      'a timer that lasts longer moves, a new one starts, and one that is taken away is dropped',
    ],
    [
      'schedules are tried alike',
      'server/jobs/preview-timers.test.ts',
      'schedules are counted alike, and people read it in a sentence each',
    ],
    [
      '--data needs data',
      'server/jobs/preview-timers.test.ts',
      'the command line names the data, and a directory without any is refused',
    ],
    ['a simulated clock', 'server/api/timers.test.ts', 'a simulated clock has a data directory of its own'],
  ],
  'Point 5: validation rules': [
    ['all forms', 'shared/points/points-5-to-9.test.ts', 'rules in all their forms'],
    [
      'no overlap, at once too',
      'server/records/rules.test.ts',
      'no overlap: half-open spans, also when both are sent at once',
    ],
    [
      'at most, at once too',
      'races/limits.test.ts',
      'a hundred new ones: three are made, the others are refused by the rule',
    ],
    [
      'spans of dates include their last day',
      'server/api/spans.test.ts',
      'a rule counts the last day, a set and a computed field too',
    ],
    [
      'spans in calendars and iCalendar',
      'server/api/spans.test.ts',
      'an event on the screen, and in iCalendar, ends after its last day',
    ],
    ['no circle', 'server/records/rules.test.ts', 'no circle, however long'],
    ['when created', 'server/records/workflows/states.test.ts', 'checked when created is evaluated only then'],
    [
      'when a field changes',
      'server/records/workflows/states.test.ts',
      'checked when a field changes is evaluated only at that change',
    ],
    [
      'from both sides',
      'races/both-sides.test.ts',
      'refuses the change of what it reads, over one relation and over two',
    ],
    ['before effects', 'races/both-sides.test.ts', 'checks what was sent, and not what the document makes of it'],
    [
      'bound to a transition',
      'server/records/workflows/states.test.ts',
      'bound to a transition reads what that was given',
    ],
    [
      '--plan lists what goes unchecked',
      'server/document/new-document.test.ts',
      'a plan lists which changes elsewhere the rules are not checked at',
    ],
    [
      'contradictions are warned of',
      'shared/checks/satisfiability.test.ts',
      'a condition of which it is said that it can never hold',
    ],
  ],
  'Named conditions': [
    [
      'a word stands for its condition',
      'server/records/expressions.test.ts',
      'a lookup gives a priority, and a word asks for it',
    ],
  ],
  'Warnings that a person may confirm': [
    [
      'confirmed, and in the history',
      'server/records/rules.test.ts',
      'a warning is passed by confirming it, and the history says so',
    ],
  ],
}
