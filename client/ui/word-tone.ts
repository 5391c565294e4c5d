// Chooses the colour of a word of an enumeration.

export const TONES = ['blue', 'teal', 'violet', 'amber', 'orange', 'green', 'slate', 'red'] as const

export type Tone = (typeof TONES)[number]

const KNOWN: readonly (readonly [Tone, RegExp])[] = [
  [
    'red',
    /^(urgent|critical|blocker|highest|rejected|refused|failed|broken|overdue|denied|cancelled|canceled|expired|error|lost)$/,
  ],
  ['orange', /^(high|major|important|escalated|blocked|late|disputed)$/],
  [
    'amber',
    /^(waiting|pending|on_hold|hold|paused|requested|submitted|review|under_review|in_review|asked|tentative)$/,
  ],
  [
    'green',
    /^(resolved|solved|done|approved|accepted|completed|complete|paid|published|fixed|delivered|confirmed|won|active|succeeded|agreed|hired|returned)$/,
  ],
  ['slate', /^(closed|archived|low|lowest|minor|none|draft|inactive|withdrawn|retired|trivial)$/],
  ['blue', /^(normal|medium|new|created|reported|planned|received|todo|backlog)$/],
  ['violet', /^(open|opened|in_progress|progress|doing|working|started|running|assigned|taken)$/],
]

const REST: readonly Tone[] = ['blue', 'teal', 'violet', 'amber', 'orange', 'green']

/** `position`: where the word stands in its enumeration, for words that nobody knows. */
export function toneOf(word: string, position: number): Tone {
  const plain = word.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return KNOWN.find(([, words]) => words.test(plain))?.[0] ?? REST[position % REST.length] ?? 'slate'
}
