// Defines text functions in PostgreSQL as JavaScript has them, by Unicode, without a locale.
import { LONGEST_RESULT } from '#shared/expressions/functions/replace-matches.ts'
import { charactersOf } from '#shared/expressions/functions/characters.ts'
import { IDEOGRAPH } from '#shared/expressions/functions/search-text.ts'
import { LETTERS } from '#shared/expressions/functions/text-functions.ts'
import { MARK, MARKS_END, MOST_MARKS } from '#shared/text/characters/bounded-text.ts'
import { defineFunction, defineValue } from './define-function.ts'
import { writeRanges } from '../postgres-pattern.ts'

/** Characters that JavaScript's `trim` removes. */
const BLANKS =
  '\\u0009\\u000A\\u000B\\u000C\\u000D\\u0020\\u00A0\\u1680\\u2000\\u2001\\u2002\\u2003\\u2004\\u2005\\u2006\\u2007\\u2008\\u2009\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF'

/** Single characters whose other case, or whose parts, PostgreSQL's version of Unicode does not know yet. */
export interface UnknownCharacters {
  readonly lower: readonly (readonly [string, string])[]
  readonly upper: readonly (readonly [string, string])[]
  readonly decomposed: readonly (readonly [string, string])[]
}

/** `cases`: the collation by which letters change their case, all that Unicode knows of. */
export function textFunctions(unknown: UnknownCharacters, cases: string): readonly string[] {
  const marks = writeRanges(charactersOf(/^\p{M}$/u).ranges())
  const ignored = writeRanges(charactersOf(/^\p{Case_Ignorable}$/u).ranges())
  const cased = writeRanges(charactersOf(/^[\p{Cased}--\p{Case_Ignorable}]$/v).ranges())
  const ideographs = writeRanges(charactersOf(new RegExp(`^${IDEOGRAPH}$`, 'u')).ranges())
  const mark = writeRanges(charactersOf(new RegExp(`^${MARK}$`, 'u')).ranges())
  const accents = writeRanges(charactersOf(/^\p{Script=Inherited}$/u).ranges())
  return [
    // A sigma that ends a word has a form of its own; PostgreSQL takes it for the end of one where no word came before it.
    defineFunction(
      'v_lower_0(value text)',
      'text',
      `IF strpos(value COLLATE "C", 'Σ') > 0 THEN
         value := replace(regexp_replace(value COLLATE "C", '(?<=${cased}${ignored}*)Σ(?!${ignored}*${cased})', 'ς', 'g'), 'Σ', 'σ');
       END IF;
       RETURN ${translated(`lower(value COLLATE ${cases})`, unknown.lower)};`,
    ),
    defineValue('v_upper_0(value text)', 'text', translated(`upper(value COLLATE ${cases})`, unknown.upper)),
    // Of a pattern that matches the empty text, there would be no end.
    defineFunction(
      'v_replace_0(value text, pattern text, replacement text)',
      'text',
      `DECLARE replaced text := regexp_replace(value COLLATE "C", pattern, replace(replacement, E'\\\\', E'\\\\\\\\'), 'g');
       BEGIN RETURN CASE WHEN char_length(replaced) <= ${LONGEST_RESULT} THEN replaced END; END`,
    ),
    defineValue('v_part_0(value text, first bigint, beyond bigint)', 'text', part('least(beyond, 1000000000)')),
    defineValue('v_part_1(value text, first bigint)', 'text', part('1000000000')),
    defineValue('v_trim_0(value text)', 'text', `btrim(value, E'${BLANKS}')`),
    defineValue('v_size_0(value text)', 'bigint', 'char_length(value)'),
    defineValue('v_startsWith_0(value text, start text)', 'boolean', 'starts_with(value, start)'),
    defineValue('v_endsWith_0(value text, ending text)', 'boolean', 'right(value, char_length(ending)) = ending'),
    defineValue('v_contains_0(value text, inside text)', 'boolean', 'strpos(value COLLATE "C", inside) > 0'),
    defineValue('v_matches_0(value text, pattern text)', 'boolean', 'value COLLATE "C" ~ pattern'),
    // As `normalizeText` does: to normalise a long run of marks takes a time that grows with its square.
    defineValue(
      'v_part_marks(value text)',
      'text',
      `regexp_replace(value COLLATE "C", '(${mark}{${MOST_MARKS}})(?=${mark})', E'\\\\1${MARKS_END}', 'g')`,
    ),
    defineFunction(
      'v_slug_0(value text)',
      'text',
      `DECLARE plain text := normalize(v_part_marks(v_lower_0(value)), NFKD) COLLATE "C";
       BEGIN
         plain := regexp_replace(${replaced('plain', Object.entries(LETTERS))}, '${marks}+', '', 'g');
         plain := regexp_replace(plain, '[^a-z0-9]+', '-', 'g');
         RETURN nullif(btrim(plain, '-'), '');
       END`,
    ),
    defineFunction(
      'v_collation_key(value text)',
      'text',
      `DECLARE plain text := v_lower_0(regexp_replace(normalize(${replaced('v_part_marks(value)', unknown.decomposed)}, NFKD) COLLATE "C", '${accents}+', '', 'g'));
       BEGIN RETURN ${replaced('plain', Object.entries(LETTERS))}; END`,
    ),
    // As `searchText` does: what sorting folds, and each ideograph by itself.
    defineValue(
      'v_search_text(value text)',
      'text',
      `regexp_replace(normalize(v_collation_key(value), NFC) COLLATE "C", '(${ideographs})', E'-\\\\1-', 'g')`,
    ),
    defineFunction(
      'v_domain_of_0(value text)',
      'text',
      `DECLARE domain text := substring(value COLLATE "C" from '@([^@]*)$');
       BEGIN RETURN v_lower_0(v_trim_0(nullif(domain, ''))); END`,
    ),
    defineValue('v_json_item(value json, name text)', 'json', presentJson(`v_json_member(value, name)`)),
    defineValue('v_json_item(value json, place bigint)', 'json', presentJson(`v_json_element(value, place)`)),
    defineValue(
      'v_json_member(value json, name text)',
      'json',
      `CASE json_typeof(value) WHEN 'object' THEN value -> name
         WHEN 'array' THEN CASE WHEN name ~ '^(0|[1-9][0-9]{0,8})$' THEN value -> name::integer END END`,
    ),
    defineValue(
      'v_json_element(value json, place bigint)',
      'json',
      `CASE json_typeof(value) WHEN 'array' THEN CASE WHEN place BETWEEN 0 AND 999999999 THEN value -> place::integer END
         WHEN 'object' THEN value -> place::text END`,
    ),
  ]
}

function replaced(value: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, value)
}

/** The characters from a place counted from 0 up to another, that one not included. */
function part(beyond: string): string {
  const from = 'least(greatest(first, 0), 1000000000)'
  return `substr(value, ${from}::integer + 1, greatest(${beyond} - ${from}, 0)::integer)`
}

/** A null inside of JSON is nothing. */
function presentJson(value: string): string {
  return `nullif(${value}::text, 'null')::json`
}

function translated(value: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return value
  return `translate(${value}, '${pairs.map(([from]) => from).join('')}', '${pairs.map(([, to]) => to).join('')}')`
}
