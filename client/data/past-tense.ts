// Puts the name of a transition in the past tense: "resolve" → "resolved".
import { baseOf } from '../words/language.ts'
import { say } from '../words/say.ts'

const IRREGULAR: { readonly [verb: string]: string } = {
  begin: 'began',
  bring: 'brought',
  build: 'built',
  buy: 'bought',
  choose: 'chose',
  cut: 'cut',
  do: 'did',
  draw: 'drew',
  find: 'found',
  forbid: 'forbade',
  forgive: 'forgave',
  freeze: 'froze',
  get: 'got',
  give: 'gave',
  hide: 'hid',
  hold: 'held',
  keep: 'kept',
  leave: 'left',
  lend: 'lent',
  lose: 'lost',
  make: 'made',
  meet: 'met',
  pay: 'paid',
  pick: 'picked',
  put: 'put',
  read: 'read',
  run: 'ran',
  say: 'said',
  sell: 'sold',
  send: 'sent',
  set: 'set',
  show: 'showed',
  shut: 'shut',
  split: 'split',
  spend: 'spent',
  start: 'started',
  take: 'took',
  teach: 'taught',
  tell: 'told',
  undo: 'undid',
  withdraw: 'withdrew',
  win: 'won',
  write: 'wrote',
}
/** Verbs whose last syllable is stressed (and British ones in l) double the last letter. */
const DOUBLED =
  /^(admit|ban|cancel|commit|drop|flag|log|permit|plan|refer|ship|skip|stop|submit|tag|transfer|travel|unplan)$/

/** What follows a verb and belongs to it: "send back" → "sent this back". */
const FOLLOWING = /^(aside|away|back|down|in|off|on|out|over|up)$/

/** With what it was done to: "resolved this". Undefined: only verbs of English are bent; other names are quoted as they stand. */
export function pastTense(name: string, language: string): string | undefined {
  const [verb = '', following, ...others] = name.toLowerCase().split(' ')
  if (baseOf(language) !== 'en' || !/^[a-z]+$/.test(verb) || others.length > 0) return undefined
  if (following !== undefined && !FOLLOWING.test(following)) return undefined
  return [pastOf(verb), 'this', following ?? []].flat().join(' ')
}

/** To the person who did it. */
export function sayOwnTransition(name: string, language: string): string {
  const did = pastTense(name, language)
  return did === undefined ? say('You did “{name}”.', { name }) : say('You {did}.', { did })
}

function pastOf(verb: string): string {
  const known = IRREGULAR[verb] ?? (verb.startsWith('re') ? withPrefix('re', IRREGULAR[verb.slice(2)]) : undefined)
  if (known) return known
  if (verb.endsWith('e')) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  return DOUBLED.test(verb) ? `${verb}${verb.at(-1)}ed` : `${verb}ed`
}

function withPrefix(prefix: string, past: string | undefined): string | undefined {
  return past && prefix + past
}
