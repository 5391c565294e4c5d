// Reads the title of each entity once, when it is first needed; titles may hold titles of related records.
import * as say from '../../diagnostics/linking.ts'
import type { Expression } from '../../expressions/node.ts'
import { TEXT } from '../../expressions/type-rules.ts'
import { spanOf } from '../../text/fragment.ts'
import type { LinkContext } from '../link-context.ts'
import { askedOf } from '../4-states/link-template.ts'
import { showWords, showWordsIn } from '../show-words.ts'
import { fieldExpression, firstTextField } from './naming-field.ts'

export interface Titles {
  /** Undefined after it was said why there is none. */
  of(entity: string): Expression | undefined
}

export function makeTitles(context: () => LinkContext): Titles {
  const known = new Map<string, Expression | undefined | 'reading'>()
  return {
    of(entity) {
      const { outline, report, reading } = context()
      const outlined = outline.entities.get(entity)
      const found = known.get(entity)
      const written = outlined?.declaration?.title
      if (found === 'reading') {
        if (written) report(say.circularTitle(spanOf(written), { entity: outlined.name.label }))
        return undefined
      }
      if (found || known.has(entity) || !outlined) return found
      known.set(entity, 'reading')
      const own = written && reading(written, { record: entity }, TEXT)
      const { asked } = own ? askedOf(context(), own) : {}
      const title = own
        ? { ...showWords(own.expression, context()), ...(asked && { asked: showWordsIn(asked, context()) }) }
        : fieldExpression(outlined, firstTextField(outlined))
      known.set(entity, title)
      return title
    },
  }
}
