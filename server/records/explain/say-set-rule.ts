// Says in words what a rule over several records asks for: no overlap, at most so many, no circle.
import { describeCondition, describeOperand } from '#shared/decisions/conditions/describe-condition.ts'
import type { Expression } from '#shared/expressions/node.ts'
import type { Model, Rule } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { quoteName } from '#shared/text/language.ts'
import type { HoleValue, Phrase } from '#shared/text/phrase.ts'
import { sayPhrase } from '#shared/text/phrase.ts'

type SetRule = Exclude<Rule['must'], { readonly kind: 'hold' }>

/** "From “Starts at” to “Ends at” there is no other Booking with the same “Room” for which status is booked." */
export function saySetRule(model: Model, name: string, must: SetRule): string {
  const { language } = model.settings
  const entity = model.entities.get(name)
  const quote = (field: string): string => quoteName(labelFor(entity?.fields.get(field)?.name.label ?? field), language)
  const label = entity?.name.label ?? name
  switch (must.kind) {
    case 'no overlap': {
      const values = { from: quote(must.from), to: quote(must.to), entity: label, group: sayGroup(model, must, quote) }
      return sayPhrase({ says: NO_OVERLAP, values }, language)
    }
    case 'at most': {
      const values = {
        count: describeOperand(model, must.count.tree) ?? must.count.text,
        entities: entity?.plural ?? label,
        group: sayGroup(model, must, quote),
      }
      return sayPhrase({ says: AT_MOST, values }, language)
    }
    case 'no circle':
      return sayPhrase({ says: NO_CIRCLE, values: { along: quote(must.along), entity: label } }, language)
  }
}

const NO_OVERLAP = {
  en: 'From {from} to {to} there is no other {entity}{group}.',
  de: 'Zwischen {from} und {to} liegt kein anderer Eintrag unter {entity}{group}.',
}
const AT_MOST = {
  en: 'There are at most {count} {entities}{group}.',
  de: 'Es gibt höchstens {count} {entities}{group}.',
}
const NO_CIRCLE = {
  en: 'Following {along} never leads back to the same {entity}.',
  de: 'Wer {along} folgt, kommt nie zum selben Eintrag zurück.',
}

interface Group {
  readonly per: readonly string[]
  readonly where?: Expression
}

/** Describes which other records count: those with the same fields, under a condition. */
function sayGroup(model: Model, { per, where }: Group, quote: (field: string) => string): HoleValue {
  const condition = where && (describeCondition(model, where.tree, { written: where }) ?? where.text)
  const same: Phrase | string =
    per.length === 0
      ? ''
      : {
          says: { en: ' with the same {fields}', de: ' mit gleichem {fields}' },
          values: { fields: { names: per.map(quote), by: 'and' } },
        }
  const when: Phrase | string =
    condition === undefined
      ? ''
      : { says: { en: ', where {condition}', de: ', wobei gilt: {condition}' }, values: { condition } }
  return { says: { en: '{same}{when}', de: '{same}{when}' }, values: { same, when } }
}
