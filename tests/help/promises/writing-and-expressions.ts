// Lists what the reference promises of writing and of expressions.
import type { Promises } from './promise.ts'

export const WRITING_AND_EXPRESSIONS: Promises = {
  Reference: [
    ['every example compiles', 'help/reference.test.ts', 'an example of the reference'],
    ['every column, setting, effect and function is listed', 'help/reference-tables.test.ts', 'the tables list every'],
    ['every link leads somewhere', 'help/links.test.ts', 'the links of %s'],
  ],
  Writing: [
    [
      'bold, capitals and odd line ends change nothing',
      'shared/points/sloppy-notation.test.ts',
      'a document %s is the same document',
    ],
  ],
  Markdown: [
    [
      'the number of a heading decides',
      'shared/document/read-document.test.ts',
      'the number decides, in whatever way it is written',
    ],
    [
      'a bar in code is escaped',
      'shared/document/read-document.test.ts',
      'cells keep their source and their place; an escaped bar is a bar',
    ],
    [
      'what only looks like a table is an error',
      'shared/document/read-document.test.ts',
      'what only looks like a table is an error',
    ],
    ['comments are for those who write', 'shared/document/read-document.test.ts', 'comments are not shown'],
    [
      'nothing is ignored in silence: every code has a bad document',
      'diagnostics/bad-documents.test.ts',
      'has a bad document for every code',
    ],
  ],
  Names: [
    [
      'identifiers follow by rule, or are given by hand',
      'shared/text/identifier.test.ts',
      'a name beyond A to Z needs an identifier by hand',
    ],
    ['paths are plurals', 'shared/text/identifier.test.ts', 'paths are kebab-case plurals'],
    [
      'people read the words that were written',
      'server/api/words/refusals-for-people.test.ts',
      'the condition in words, with labels',
    ],
  ],
  Values: [
    ['values have their forms', 'shared/points/points-5-to-9.test.ts', 'values of constants by their form'],
    [
      'only backticks make an expression',
      'shared/points/3-entities/read-entities.test.ts',
      'only backticks make a default an expression; none may be a word',
    ],
    ['lists have commas', 'shared/model/allowed-spellings.test.ts', 'may hold words that look like numbers'],
  ],
  'What is not known': [
    [
      'it is listed, and nothing is built from it',
      'shared/points/shipped-documents.test.ts',
      'builds nothing from what is not shown',
    ],
    ['a grant by half grants nothing', 'shared/points/points-5-to-9.test.ts', 'half a grant grants nothing'],
    ['the smallest document runs', 'documents/seed.test.ts', 'the seed document'],
  ],
  Expressions: [
    [
      'CEL, where the language has its meaning',
      'shared/expressions/cel.test.ts',
      'agrees with CEL where the language has its meaning',
    ],
    [
      'a wrong name is an error at its column',
      'shared/expressions/checker.test.ts',
      'a wrong name is an error at its place',
    ],
    [
      'a wrong type is an error with its remedy',
      'shared/expressions/checker.test.ts',
      'a wrong type is an error with its remedy',
    ],
    [
      'memory and the engines give one answer',
      'shared/expressions/equivalence.test.ts',
      'the engines take what the checker lets pass, however deep',
    ],
  ],
  'Names in expressions': [
    ['inner names hide outer ones', 'shared/expressions/checker.test.ts', 'inner names hide outer ones'],
    [
      'what was given is read',
      'shared/expressions/evaluate.test.ts',
      'names of parameters and lets are read from what was given',
    ],
    [
      'a role is asked for',
      'shared/expressions/checker.test.ts',
      'a person at hand is asked for a role without a name',
    ],
    ['old is empty at creation', 'shared/expressions/empty-values.test.ts', 'old is null when a record is created'],
  ],
  'Empty values': [
    ['== and != ask for emptiness', 'shared/expressions/empty-values.test.ts', '== and != treat empty as a value'],
    [
      'what is empty is in no list',
      'shared/expressions/empty-values.test.ts',
      'what is empty is in no list: `not in` includes it, as != does',
    ],
    ['each operator is shown', 'help/reference-tables.test.ts', 'on empty values'],
    [
      'other operations are unknown',
      'shared/expressions/empty-values.test.ts',
      'every other operation on an empty value is unknown',
    ],
    [
      'unknown breaks no rule and meets no condition',
      'server/records/sentences-of-rules.test.ts',
      'breaks no rule, and meets no condition',
    ],
    [
      'of nothing sum and count are 0',
      'shared/expressions/empty-values.test.ts',
      'the sum and the count of nothing are 0, its avg, min, max and first are empty',
    ],
    [
      'coalesce takes the first that is not empty',
      'shared/expressions/empty-values.test.ts',
      'coalesce skips what is unknown',
    ],
  ],
  'Whose eyes': [
    [
      'what a person asks sees what they may read',
      'server/records/filter-policy.test.ts',
      'follows a line as far as its reader may read',
    ],
    ['sums are of what may be read', 'policy/hidden-fields.test.ts', 'are of only the rows that may be read'],
    [
      'rules see all data',
      'races/both-sides.test.ts',
      'tells nothing of a record that the actor may not read but the rule and its message',
    ],
  ],
  'Texts with holes': [
    [
      'words by labels, records by titles, nothing for what is empty',
      'server/records/expressions.test.ts',
      'a text holds words by their labels, records by their titles, and nothing for what is empty',
    ],
    [
      'dates and money in language and zone, without an order',
      'server/records/expressions.test.ts',
      'dates and money are printed in the language and the zone of the application, and then have no order',
    ],
    ['money in its currency', 'server/constants-of-point-9.test.ts', 'prints money in its currency'],
    [
      'what is worked out of money is money',
      'server/constants-of-point-9.test.ts',
      'prints what is worked out of money as money, in texts and refusals alike',
    ],
    [
      'the same in every engine',
      'shared/expressions/equivalence.test.ts',
      'a text with holes is the same in every engine, as long as no language is needed for it',
    ],
  ],
  'Functions of texts': [
    [
      'a pattern takes linear time',
      'shared/expressions/pattern.test.ts',
      'what backtracking would never finish takes no time',
    ],
    [
      'replacing ends',
      'shared/expressions/values.test.ts',
      'a replacement that would never end, or grow without end, is none',
    ],
  ],
  'Functions of numbers and values': [
    ['values side by side', 'shared/expressions/values.test.ts', 'values side by side'],
    [
      '12.5 % is 0.125',
      'server/records/percent-and-division.test.ts',
      '12.5 % is 0.125 wherever it is worked with, and "12.50" in JSON',
    ],
    ['divisions by zero are empty', 'server/records/percent-and-division.test.ts', 'a division by zero is empty'],
    ['large numbers are exact', 'server/records/large-numbers.test.ts', 'counts in sums and rules'],
    [
      'half is rounded away from zero',
      'shared/expressions/evaluate.test.ts',
      'numbers are converted, rounding half away from zero',
    ],
  ],
  'Functions of dates and moments': [
    ['days and moments', 'shared/expressions/evaluate.test.ts', 'days and moments'],
    [
      'dates of weeks and months',
      'shared/expressions/working-time.test.ts',
      'are those of every week, month, or so many weeks, both ends included',
    ],
  ],
  'Functions of calendars': [
    [
      'working days later',
      'shared/expressions/values.test.ts',
      'the working day so many later leaves out weekends and holidays, forwards and backwards',
    ],
    ['what is open next', 'shared/expressions/values.test.ts', 'what is open is open now, what is closed opens next'],
    [
      'working days from first to last',
      'shared/expressions/working-time.test.ts',
      'are the dates with hours from the first to the last, both included',
    ],
    [
      'working time',
      'shared/expressions/working-time.test.ts',
      'counts the hours that are worked, without breaks, nights and holidays',
    ],
  ],
  'Functions of sets': [
    [
      'an unknown condition does not count',
      'shared/expressions/empty-values.test.ts',
      'an element for which a condition is unknown does not count',
    ],
    [
      'objects in answers, in shapes too',
      'server/api/calls/answers-of-shapes.test.ts',
      'has a member for each key; lists under one key are joined; of nothing it is empty',
    ],
  ],
  'Functions of records and persons': [
    [
      'overlaps follows the rule of spans',
      'shared/expressions/working-time.test.ts',
      'where they have a day in common, the last one included',
    ],
    [
      'ancestors and descendants',
      'shared/expressions/self-relations.test.ts',
      'goes up to the first and down to the last',
    ],
    [
      'a role by relation elsewhere',
      'server/api/calls/roles-in-calls.test.ts',
      'is known of the record at hand, and not along a relation to what is hidden',
    ],
  ],
  'Other spellings': [
    [
      'each with a note, and a fix where it is certain',
      'diagnostics/fixes.test.ts',
      'is mended once: then nothing is left to mend, and no more is wrong than before',
    ],
  ],
}
