// Lists what the reference promises of point 3.
import type { Promises } from './promise.ts'

export const POINT_3: Promises = {
  'Point 3: entities and their fields': [
    ['columns of fields', 'shared/points/3-entities/read-entities.test.ts', 'types in all their forms'],
    [
      'a renamed field keeps its data',
      'server/storage/migration/migration.test.ts',
      'a renamed field and a renamed entity keep their data and their history',
    ],
  ],
  'What people write': [
    ['all readers agree', 'client/fields/six-readers.test.ts', 'nothing but blanks is empty'],
    [
      'what can’t be read stays, in every editor',
      'journeys/unread-texts.test.ts',
      'stays in the dialog of a transition',
    ],
    ['durations', 'shared/fields/reading/read-text.test.ts', 'in %s "%s" is %s'],
    [
      'a number has the unit that the field shows',
      'shared/fields/reading/read-text.test.ts',
      'that is a number only has the unit that its field shows',
    ],
    [
      'years of two digits',
      'client/fields/dates.test.ts',
      'has a year of two digits that is at most 20 years ahead, and never behind the last day of its field',
    ],
    [
      'days that a rule keeps from the future',
      'shared/fields/reading/read-text.test.ts',
      'a day of birth is one that has been, where a rule says that it may not lie in the future',
    ],
  ],
  'How texts are sorted': [
    [
      'texts sort without regard to capitals and accents',
      'server/api/lists/collation.test.ts',
      'a list is sorted by a text, pages of %i, up and down, what is empty last',
    ],
  ],
  Types: [
    [
      'JSON forms are kept exactly',
      'server/storage/records.test.ts',
      'come back as they went in, exactly, in their JSON form',
    ],
    [
      'an empty text is empty',
      'server/records/sentences.test.ts',
      'that is empty is stored as empty, so that a required one is refused',
    ],
    [
      'choices sort in their order',
      'shared/fields/coerce-value.test.ts',
      'words are sorted by their order in the document',
    ],
    [
      'numbers are given in order',
      'server/storage/records.test.ts',
      'take their numbers in order, and find a free slug',
    ],
    [
      'numbers of a year begin anew',
      'server/records/sequences.test.ts',
      'the numbers of a year, or of a month, begin anew in the application’s time zone',
    ],
    [
      'found without zeros and prefix',
      'server/records/sequences.test.ts',
      'a number is found as it is, without its noughts, and without its prefix',
    ],
    [
      'computed whole numbers are whole on the wire',
      'server/records/choices.test.ts',
      'a computed whole number is one on the wire',
    ],
  ],
  Files: [
    [
      'what a file is, its content says',
      'server/api/files/files.test.ts',
      'B05: is what its content says, whatever it is called: %s',
    ],
    [
      'types, size and number are limits',
      'server/api/files/files.test.ts',
      'takes what its limits allow, and says which file it does not take',
    ],
    [
      'downloaded by those who may read the field',
      'server/api/files/files.test.ts',
      'P11: goes by the rights of the record and of the field; all else is a file that is not there',
    ],
    [
      'another record has a copy, read by its own grants',
      'server/api/files/files.test.ts',
      'is copied where one may read it: each field has its own, read by its own rights',
    ],
    [
      'effects copy on the document’s authority',
      'server/api/files/files.test.ts',
      'is given on by the document, on its own authority',
    ],
    ['expressions know name and size', 'server/api/files/files.test.ts', 'is empty or not in a filter'],
    ['an input takes a file', 'server/api/files/files.test.ts', 'an input of a transition and of a call takes a file'],
    [
      'undo brings it back',
      'server/api/files/files.test.ts',
      'loses a file, which nobody reads then, and takes it back by undo',
    ],
    [
      'what no record took goes after a day',
      'server/api/files/files.test.ts',
      'what nothing holds is removed after a day, and with a record that is gone for good',
    ],
    [
      'a range of bytes',
      'server/api/files/files.test.ts',
      'sends a range, nothing where it is known, and 416 beyond the end',
    ],
    [
      'people add them to a record, kept at once',
      'journeys/files.test.ts',
      'are added to a record, several at once, and kept as they arrive',
    ],
  ],
  Relations: [
    ['what is referred to stays', 'server/records/rules.test.ts', 'what is referred to stays'],
    ['cleared where it says so', 'server/storage/records.test.ts', 'clears relations that say so'],
    ['deleted with it', 'server/storage/records.test.ts', 'takes along what is deleted with it, and brings it back'],
    ['backwards by the plural, or by "as"', 'shared/compile.test.ts', 'names relations backwards'],
    [
      'no person is read without a grant',
      'policy/hidden-fields.test.ts',
      'end where what they lead to may not be read: its id stays, nothing of it comes',
    ],
  ],
  'Lines: what is part of a whole': [
    ['one call', 'server/records/lines/head.test.ts', 'is created in one call, which answers with both'],
    [
      'changed, created, removed',
      'server/records/lines/head.test.ts',
      'takes lines that are there with their id, makes those without, and removes those left out',
    ],
    ['If-Match', 'server/records/lines/head.test.ts', 'needs the version that the caller saw'],
    [
      'all or nothing, errors at their places',
      'server/records/lines/head.test.ts',
      'is written whole or not at all, and tells all wrong fields at their places',
    ],
    ['own grants', 'server/records/lines/line.test.ts', 'is refused at its place where it may not be written'],
    [
      'those unseen stay',
      'server/records/lines/line.test.ts',
      'is kept when left out by those who may not see all, who name what goes',
    ],
    [
      'as many as the limits say',
      'server/records/lines/head.test.ts',
      'has as many lines as its limits say, by whatever way',
    ],
    ['one form, by keyboard', 'journeys/lines.test.ts', 'fills in lines by keyboard: Enter and Tab go on to a new one'],
  ],
  Limits: [
    [
      'bounds, lengths and patterns',
      'shared/fields/coerce-value.test.ts',
      'limits count characters, and patterns are obeyed',
    ],
    ['unique, at once too', 'races/unique.test.ts', 'one is made, 499 are refused'],
    ['unique per another field', 'server/records/sentences.test.ts', 'is unique among those of its team only'],
    [
      'unique together, said together',
      'server/api/words/refusals-for-people.test.ts',
      'for what is unique together that setting, and speaks of both',
    ],
    [
      'unique per, said at its field',
      'server/api/words/refusals-for-people.test.ts',
      'is refused at that field only, with both in words',
    ],
    ['write once', 'server/records/sentences-of-rules.test.ts', 'that is written once keeps its first value'],
    [
      'hidden never leaves the server',
      'policy/hidden-fields.test.ts',
      'is hidden from administrators too where the document says so',
    ],
    ['indexed is fast', 'server/storage/indexes.test.ts', '%s is read as it lies in an index'],
    [
      'searchable, forgiving a letter',
      'server/api/lists/lists.test.ts',
      'a search forgives one letter where nothing has its words, page by page, and never by words that the reader may not see',
    ],
    [
      'what the title shows is searched without it',
      'server/api/lists/title-search.test.ts',
      'finds it by each text of its own that the title shows, and by no other',
    ],
  ],
  'Required and default': [
    [
      'worked out before it is stored',
      'server/records/choices.test.ts',
      'a default that looks at other records is worked out before the record is stored',
    ],
    ['a form begins with it', 'client/screens/validate-form.test.ts', 'stands in the form, as far as it is known here'],
    [
      'required by a condition',
      'client/screens/validate-form.test.ts',
      'requires by condition, on the record as it would be',
    ],
  ],
  'Choose from': [
    ['each of several', 'server/records/choices.test.ts', 'each of several must be one that may be chosen'],
    [
      'the refusal in the words of the document',
      'server/records/choices.test.ts',
      'what is chosen wrongly is refused in the words of the document',
    ],
    ['or in words of people', 'server/api/words/refusals-for-people.test.ts', 'what may be chosen'],
    [
      'pickers ask for what may be chosen',
      'client/data/records/choice-filter.test.ts',
      'is asked for with what the form holds',
    ],
  ],
  'Computed fields': [
    [
      'always as it is now',
      'server/storage/computed-fields.test.ts',
      'a computed field that looks at other records is part of each record, always as it is now',
    ],
    [
      'kept where constants and lookups suffice',
      'server/storage/computed-fields.test.ts',
      'a value of constants and lookups is kept, indexed, and worked out anew where point 9 changes',
    ],
    ['circles are errors', 'shared/compile.test.ts', 'is warned of computed fields that depend on each other'],
  ],
  'Settings of an entity': [
    ['all are read', 'shared/points/3-entities/read-entities.test.ts', 'settings of an entity'],
    ['the title', 'shared/decisions/record-title.test.ts', 'is what the document says'],
    [
      'the trash',
      'server/records/purge-trash.test.ts',
      'holds a record for as long as its entity says, else point 9, and then no longer',
    ],
    [
      'what is in the trash, with the time and the person',
      'server/api/lists/trash.test.ts',
      'the trash says what a record is called, when it was deleted and who did it, as far as its reader may know that',
    ],
    [
      'the order of lists',
      'server/records/sentences.test.ts',
      'a list has the order and the page that the document gives it',
    ],
  ],
  Icons: [['every icon is listed', 'help/reference-tables.test.ts', 'icon']],
  'Only one record': [
    [
      'read by its name, empty until there is one',
      'server/records/only-one.test.ts',
      'there is only one record, whose name expressions read; while there is none, it is empty',
    ],
    ['a second is refused', 'server/records/only-one.test.ts', 'all at once make one'],
  ],
  'Fields of every record': [
    ['every record has them', 'shared/compile.test.ts', 'gives every record its standard fields, after its own'],
    ['_version counts as If-Match', 'races/versions.test.ts', 'by the number in _version counts as by the ETag'],
    [
      'an own field may be called version',
      'races/versions.test.ts',
      'leaves a field that the document itself calls version to the document',
    ],
  ],
}
