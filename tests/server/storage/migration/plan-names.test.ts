// A plan names choices, states and roles by their labels: of the new document, or of the one before it.
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { planSchema } from '../../../../server/storage/schema/schema-plan.ts'
import { sqliteDialect } from '../../../../server/storage/sqlite/sqlite-dialect.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const modelWith = (state: string, kind: string, role: string) => {
  const { model } = compile(
    documentOf({
      3: `### Parcel\n\n| field | type |\n|---|---|\n| name | text |\n| kind | one of letter, ${kind} |\n`,
      4: `### Parcel.status\n\n- starts: open\n- ends: ${state}\n\n| transition | from | to | who |\n|---|---|---|---|\n| end | open | ${state} | everyone |\n`,
      6: `| role | is |\n|---|---|\n| Clerk | works |\n| ${role} | works |\n\n| role | entity | may |\n|---|---|---|\n| Clerk | Parcel | everything |\n`,
    }),
  )
  if (!model) throw new Error('The document is wrong.')
  return model
}

test('what is new and what is gone have the labels that they have in their documents', () => {
  const [former, next] = [
    modelWith('Sent back', 'Big box', 'Front chief'),
    modelWith('Picked up', 'Long roll', 'Night guard'),
  ]
  const { catalogue } = planSchema({ entities: [], fields: [] }, former, sqliteDialect)
  const plan = planSchema(catalogue, next, sqliteDialect, { former })
  expect(plan.changes.toSorted()).toEqual([
    'The list of choices of Kind of Parcel changed: Long roll is new, Big box is gone.',
    'The list of choices of Status of Parcel changed: Picked up is new, Sent back is gone.',
    'The list of roles changed: Night guard is new, Front chief is gone.',
  ])
  expect(planSchema(catalogue, next, sqliteDialect).changes).toContain(
    'The list of roles changed: Night guard is new, FrontChief is gone.',
  )
})
