// Lists the messages of parsing and checking expressions.
import { didYouMean, knownHere } from './all-points.ts'
import { entry } from './entry.ts'

const IN_TEXT = String.raw`in a text, braces hold a field or another expression; a brace itself is written \{`

export const expressions = {
  // Reading
  empty: entry(
    'expressions/empty',
    'error',
    () => 'An expression is missing here.',
    'write an expression, or leave out its backticks',
  ),
  unexpectedCharacter: entry(
    'expressions/unexpected-character',
    'error',
    (p: { character: string; hint?: string }) => ({
      message: p.character === '=' ? 'Use == to compare.' : `An expression can't contain "${p.character}".`,
      hint: p.hint,
    }),
    'leave it out, or put the text in which it stands in quotes',
  ),
  unexpected: entry('expressions/unexpected', 'error', (p: { found: string; expected: string; hint?: string }) => ({
    message: `Expected ${p.expected}, found ${p.found}.`,
    hint: p.hint,
  })),
  openText: entry(
    'expressions/open-text',
    'error',
    (p: { quote: string }) => `This text has no closing ${p.quote}.`,
    'end the text with the quote with which it begins',
  ),
  openBrace: entry('expressions/open-brace', 'error', () => ({
    message: 'This brace is never closed.',
    hint: 'an expression in a text stands in braces: "{number}"; a brace itself is written "{{"',
  })),
  tooManyHoles: entry('expressions/too-many-holes', 'error', (p: { limit: number }) => ({
    message: `This text has more than ${p.limit} expressions in it.`,
    hint: 'divide it into several texts',
  })),
  localised: entry('expressions/localised-text', 'error', (p: { hole: string }) => ({
    message: `{${p.hole}} is printed in the application's language: a text with it can't be compared, filtered or sorted.`,
    hint: `take ${p.hole} itself, or {text(${p.hole})}, which is the same everywhere`,
  })),
  /** Two forms say one thing, and the reference teaches the other. */
  otherForm: entry('expressions/other-form', 'note', (p: { form: string; instead: string }) => ({
    message: `"${p.form}" is read; the reference says it otherwise.`,
    hint: `write ${p.instead}`,
  })),
  wholeDivision: entry('expressions/whole-division', 'note', (p: { form: string; instead: string }) => ({
    message: `"${p.form}" gives a decimal: 2 / 3 is 0.666667.`,
    hint: `the whole part is ${p.instead}`,
  })),
  /** A field of per cents counted by its number once. */
  oldPercent: entry('expressions/old-percent', 'warning', (p: { form: string; instead: string }) => ({
    message: `"${p.form}" takes a per cent for its number; in expressions 12.5 % is 0.125.`,
    hint: `write ${p.instead}`,
  })),
  innerBackticks: entry(
    'expressions/inner-backticks',
    'error',
    () => 'A backtick stands inside of an expression.',
    'one pair of backticks goes around the whole expression: leave the inner ones out',
  ),
  badEscape: entry('expressions/bad-escape', 'error', (p: { escape: string }) => ({
    message: `"${p.escape}" is no escape of a text.`,
    hint: String.raw`a backslash itself is written \\`,
  })),
  badNumber: entry('expressions/bad-number', 'error', (p: { text: string }) => ({
    message: `"${p.text}" is no number that can be kept exactly.`,
    hint: 'whole numbers lie within ±9,007,199,254,740,991; a fraction has at most 12 places',
  })),
  tooDeep: entry('expressions/too-deep', 'error', (p: { limit: number }) => ({
    message: `This expression is nested more than ${p.limit} levels deep.`,
    hint: 'divide it into computed fields',
  })),
  tooLarge: entry('expressions/too-large', 'error', (p: { limit: number }) => ({
    message: `This expression has more than ${p.limit} parts.`,
    hint: 'divide it into computed fields',
  })),
  tooFar: entry('expressions/too-far', 'error', (p: { limit: number }) => ({
    message: `This expression goes through more than ${p.limit} relations or sets, one inside the other.`,
    hint: 'keep what lies between in computed fields',
  })),
  tooCostly: entry('expressions/too-costly', 'error', (p: { limit: number }) => ({
    message: `This expression looks through sets inside of sets, more than ${p.limit} deep: its cost grows with that power of the records.`,
    hint: 'keep what is asked of the inner sets in computed fields',
  })),
  doubleName: entry(
    'expressions/duplicate-name',
    'error',
    (p: { name: string }) => `"${p.name}" is given twice.`,
    'give one of them another name',
  ),

  // Names
  unknownName: entry(
    'expressions/unknown-name',
    'error',
    (p: {
      name: string
      nearest?: string | undefined
      isWord?: boolean
      group?: string | undefined
      inText?: boolean | undefined
    }) => ({
      message: `Nothing here has the name "${p.name}".`,
      hint: p.isWord
        ? `a word stands in quotes: "${p.name}"`
        : p.group
          ? `write ${p.group}`
          : (didYouMean(p.nearest) ?? (p.inText ? IN_TEXT : undefined)),
      write: p.isWord ? `"${p.name}"` : p.group,
      certain: true,
    }),
    'name a field, a relation backwards, an entity or something given here; a text stands in quotes',
  ),
  unknownMember: entry(
    'expressions/unknown-member',
    'error',
    (p: { name: string; of: string; known: readonly string[]; nearest?: string | undefined }) => ({
      message: `${p.of} has no "${p.name}".`,
      hint: didYouMean(p.nearest) ?? knownHere('name', p.known),
    }),
  ),
  unknownLimit: entry(
    'expressions/unknown-limit',
    'error',
    (p: { name: string; nearest?: string | undefined }) => ({
      message: `Point 9 has no constant "${p.name}".`,
      hint: didYouMean(p.nearest),
    }),
    'list it under point 9, in the table "| name | value |"',
  ),
  unknownCalendar: entry(
    'expressions/unknown-calendar',
    'error',
    (p: { name: string; nearest?: string | undefined }) => ({
      message: `Point 9 has no calendar "${p.name}".`,
      hint: didYouMean(p.nearest),
    }),
    'describe it under point 9: "### Calendar name"',
  ),
  objectTooLarge: entry('expressions/object-too-large', 'error', (p: { limit: number }) => ({
    message: `This object holds more than ${p.limit} values, counted with all that stand in it.`,
    hint: 'answer in several lists, or name fewer values',
  })),
  unknownTimer: entry(
    'expressions/unknown-timer',
    'error',
    (p: { name: string; entity: string; nearest?: string | undefined }) => ({
      message: `${p.entity} has no timer "${p.name}".`,
      hint: didYouMean(p.nearest) ?? 'timers stand in a table | timer | runs in | lasts | under point 4',
    }),
  ),
  unknownShape: entry(
    'expressions/unknown-shape',
    'error',
    (p: { name: string; nearest?: string | undefined }) => ({
      message: `Point 7 has no shape "${p.name}".`,
      hint: didYouMean(p.nearest),
    }),
    'describe it under point 7: "### Shape name of Entity"',
  ),
  severalLines: entry(
    'expressions/several-self-relations',
    'error',
    (p: { name: string; entity: string; fields: readonly string[] }) => ({
      message: `${p.entity} has several relations to itself (${p.fields.join(', ')}), so "${p.name}" says too little.`,
      hint: `say along which one: ${p.fields.map((field) => `${p.name}(${field})`).join(' or ')}`,
    }),
  ),
  noLine: entry(
    'expressions/no-self-relation',
    'error',
    (p: { name: string; entity: string; fields: readonly string[]; nearest?: string | undefined }) => ({
      message: `"${p.name}" is no relation of ${p.entity} to itself.`,
      hint:
        didYouMean(p.nearest) ??
        (p.fields.length > 0 ? `its relations to itself: ${p.fields.join(', ')}` : 'it has none'),
    }),
  ),
  noSpan: entry('expressions/no-period', 'error', (p: { entity: string }) => ({
    message: `It is not plain from when to when a record of ${p.entity} lasts.`,
    hint: 'compare its fields: a.starts_at < b.ends_at and b.starts_at < a.ends_at',
  })),
  unknownLookup: entry(
    'expressions/unknown-lookup',
    'error',
    (p: { name: string; nearest?: string | undefined }) => ({
      message: `Point 9 has no lookup "${p.name}".`,
      hint: didYouMean(p.nearest),
    }),
    'describe it under point 9: "### Lookup name"',
  ),
  lookupKeys: entry('expressions/lookup-keys', 'error', (p: { name: string }) => ({
    message: `The lookup "${p.name}" needs two keys: one of its first column, and one of its header row.`,
    hint: `write lookup.${p.name}[row][column]`,
  })),
  lookupDiffers: entry(
    'expressions/lookup-differs',
    'error',
    (p: { found: string; keys: string }) => `This is ${p.found}, and none of the lookup's keys ${p.keys}.`,
  ),
  mixedLookup: entry('expressions/mixed-lookup', 'error', (p: { name: string }) => ({
    message: `The columns of the lookup "${p.name}" have values of several types.`,
    hint: 'write out which column is meant',
  })),
  unknownInput: entry(
    'expressions/unknown-input',
    'error',
    (p: { name: string; nearest?: string | undefined }) => ({
      message: `Nothing with the name "${p.name}" is asked for here.`,
      hint: didYouMean(p.nearest),
    }),
    'list it in the column "asks" of the transition, or in the table "| takes | in | type |" of the call',
  ),
  unknownFunction: entry(
    'expressions/unknown-function',
    'error',
    (p: { name: string; nearest?: string | undefined; meant?: string | undefined }) => ({
      message: `There is no function "${p.name}".`,
      hint: p.meant ?? didYouMean(p.nearest),
    }),
    'write one of the functions that the reference lists',
  ),
  unknownRole: entry('expressions/unknown-role', 'error', (p: { name: string; nearest?: string | undefined }) => ({
    message: `There is no role "${p.name}".`,
    hint: didYouMean(p.nearest),
  })),
  roleNeedsRecord: entry('expressions/role-needs-record', 'error', (p: { role: string; entities: string }) => ({
    message: `One is ${p.role} of a record, and of none here.`,
    hint: `name it: me.is("${p.role}", …) of ${p.entities}`,
  })),
  roleOfOthers: entry('expressions/role-of-others', 'error', (p: { role: string; entity: string }) => ({
    message: `Nothing says who is ${p.role} of a record of ${p.entity}.`,
    hint: `name ${p.entity} in the column "of" of the role; a role that is given needs no record`,
  })),
  unknownWord: entry(
    'expressions/unknown-word',
    'error',
    (p: { word: string; words: readonly string[]; nearest?: string | undefined }) => ({
      message: `"${p.word}" is none of the words ${p.words.join(', ')}.`,
      hint: didYouMean(p.nearest),
    }),
  ),
  /** People see the label, and expressions hold the identifier. */
  wordAsLabel: entry('expressions/word-as-label', 'note', (p: { word: string; meant: string }) => ({
    message: `"${p.word}" is read as the choice "${p.meant}".`,
    hint: `in expressions it is "${p.meant}"`,
    write: p.meant,
    certain: true,
  })),
  noRecord: entry(
    'expressions/no-record',
    'error',
    (p: { name: string }) => `There is no record at hand here that "${p.name}" could mean.`,
    'name the record',
  ),
  noOld: entry(
    'expressions/no-old',
    'error',
    () => 'There is no record as it was before here.',
    'ask for it in a rule, an event or an effect: they know the record as it was',
  ),
  functionAsName: entry('expressions/function-as-name', 'error', (p: { name: string }) => ({
    message: `"${p.name}" is a function.`,
    hint: `write ${p.name}(…)`,
  })),
  oldTimers: entry(
    'expressions/old-timers',
    'error',
    () => 'Timers are not kept as they were before.',
    'write timers for those of now; the `when` of a step reads them as they are before it',
  ),
  groupAsName: entry('expressions/group-as-name', 'error', (p: { name: string }) => ({
    message: `"${p.name}" has no value as a whole.`,
    hint: `name one of them: ${p.name}.name`,
  })),
  /** `other`: the same of the element, or of the record at hand. */
  ambiguousName: entry('expressions/ambiguous-name', 'warning', (p: { name: string; other?: string | undefined }) => ({
    message: `Both sides of this comparison are "${p.name}".`,
    hint: p.other === undefined ? 'name another value on one of them' : `one of them may be "${p.other}"`,
  })),
  hiddenField: entry('expressions/hidden-field', 'warning', (p: { name: string }) => ({
    message: `"${p.name}" is what the call takes here, as "input.${p.name}" is: an input hides the field of its name.`,
    hint: `write "this.${p.name}" for the field`,
  })),

  // Types
  wrongType: entry(
    'expressions/wrong-type',
    'error',
    (p: { found: string; expected: string; hint?: string | undefined }) => ({
      message: `This is ${p.found}; expected ${p.expected}.`,
      hint: p.hint,
    }),
  ),
  wrongOperand: entry(
    'expressions/wrong-operand',
    'error',
    (p: { operator: string; found: string; expected: string; hint?: string | undefined }) => ({
      message: `"${p.operator}" needs ${p.expected}; this is ${p.found}.`,
      hint: p.hint,
    }),
  ),
  wrongOperands: entry(
    'expressions/wrong-operands',
    'error',
    (p: { operator: string; left: string; right: string; hint?: string | undefined }) => ({
      message: `"${p.operator}" does not go with ${p.left} and ${p.right}.`,
      hint: p.hint,
    }),
    'bring both to one type, or compare something else',
  ),
  noMembers: entry(
    'expressions/no-members',
    'error',
    (p: { name: string; found: string; hint?: string | undefined }) => ({
      message: `"${p.name}" can't be read of ${p.found}.`,
      hint: p.hint,
    }),
    'leave out what stands after the dot',
  ),
  differentItems: entry('expressions/different-items', 'error', (p: { first: string; other: string }) => {
    return `The items of a list have one type; this is ${p.other}, the first is ${p.first}.`
  }),
  differentBranches: entry('expressions/different-branches', 'error', (p: { then: string; otherwise: string }) => {
    return `Both answers of "? :" have one type; these are ${p.then} and ${p.otherwise}.`
  }),
  wrongCount: entry('expressions/wrong-count', 'error', (p: { name: string; expected: string; found: number }) => {
    return `${p.name} takes ${p.expected}; here are ${p.found}.`
  }),
  needsVariable: entry('expressions/needs-variable', 'error', (p: { name: string }) => ({
    message: `${p.name} needs a name for the element first.`,
    hint: `write .${p.name}(x, …)`,
  })),
  needsLiteral: entry(
    'expressions/needs-literal',
    'error',
    (p: { name: string; what: string }) => `${p.name} needs ${p.what} written out here.`,
  ),
  badLiteral: entry(
    'expressions/bad-literal',
    'error',
    (p: { text: string; what: string; hint?: string | undefined }) => ({
      message: `"${p.text}" is no ${p.what}.`,
      hint: p.hint,
    }),
  ),
  badPattern: entry(
    'expressions/bad-pattern',
    'error',
    (p: { reason: string }) => `This pattern can't be read: ${p.reason}.`,
    'write it as in "^[A-Z]{2}[0-9]+$"',
  ),
  alwaysDifferent: entry(
    'expressions/always-different',
    'error',
    (p: { left: string; right: string }) => {
      return `${p.left} and ${p.right} have no word in common, so they are never equal.`
    },
    'compare it with what it can be',
  ),
  bothEmpty: entry('expressions/both-empty', 'warning', (p: { left: string; right: string }) => ({
    message: `${p.left} and ${p.right} may both be empty, and are then equal.`,
    hint: `add: and ${p.left} != null`,
  })),

  // Not yet
  notRunYet: entry(
    'expressions/not-run-yet',
    'note',
    (p: { what: string }) => `${p.what} is legal; this version does not run it yet, so what needs it does nothing.`,
  ),
} as const
