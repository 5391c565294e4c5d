// Makes the English plural by rule, with the usual exceptions.

const IRREGULAR: { readonly [singular: string]: string } = {
  person: 'people',
  man: 'men',
  woman: 'women',
  child: 'children',
  foot: 'feet',
  tooth: 'teeth',
  goose: 'geese',
  mouse: 'mice',
  ox: 'oxen',
  datum: 'data',
  medium: 'media',
  criterion: 'criteria',
  phenomenon: 'phenomena',
  analysis: 'analyses',
  basis: 'bases',
  crisis: 'crises',
  diagnosis: 'diagnoses',
  thesis: 'theses',
  hypothesis: 'hypotheses',
  appendix: 'appendices',
  index: 'indexes',
  matrix: 'matrices',
  vertex: 'vertices',
  axis: 'axes',
  leaf: 'leaves',
  half: 'halves',
  life: 'lives',
  knife: 'knives',
  shelf: 'shelves',
  self: 'selves',
  wife: 'wives',
  wolf: 'wolves',
  loaf: 'loaves',
  thief: 'thieves',
  calf: 'calves',
  hero: 'heroes',
  echo: 'echoes',
  potato: 'potatoes',
  tomato: 'tomatoes',
  veto: 'vetoes',
  quiz: 'quizzes',
  alumnus: 'alumni',
  stimulus: 'stimuli',
  curriculum: 'curricula',
  staff: 'staff',
  sheep: 'sheep',
  fish: 'fish',
  deer: 'deer',
  series: 'series',
  species: 'species',
  aircraft: 'aircraft',
  equipment: 'equipment',
  information: 'information',
  news: 'news',
  software: 'software',
  hardware: 'hardware',
  feedback: 'feedback',
  passerby: 'passersby',
  lens: 'lenses',
  summons: 'summonses',
}

/** `Category` → `Categories`; of several words the last one changes. A word that is not known to be irregular follows the rules. */
export function plural(words: string): string {
  const found = /^(.*?)([A-Za-z]+)$/s.exec(words)
  if (!found) return words
  const [, before = '', last = ''] = found
  // In `LeaveRequest` and `SalesPerson` the last hump is the word.
  const hump = /^(.*[a-z])([A-Z][a-z]+)$/.exec(last)
  return hump ? before + (hump[1] ?? '') + pluralOfWord(hump[2] ?? '') : before + pluralOfWord(last)
}

function pluralOfWord(word: string): string {
  const lower = word.toLowerCase()
  const irregular = Object.hasOwn(IRREGULAR, lower) ? IRREGULAR[lower] : undefined
  if (irregular !== undefined)
    return /^[A-Z]/.test(word) ? irregular.charAt(0).toUpperCase() + irregular.slice(1) : irregular
  if (/[^aeiou]y$/i.test(word) || /quy$/i.test(word)) return `${word.slice(0, -1)}ies`
  // "Hours" and "goods" are many already; "class", "bus", "basis", "atlas" and "cosmos" are one.
  if (/[^aiosu]s$/i.test(word)) return word
  if (/(?:s|x|z|ch|sh)$/i.test(word)) return `${word}es`
  return `${word}s`
}
