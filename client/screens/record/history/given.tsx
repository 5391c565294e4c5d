// Shows what a step or a call was given, and which warnings were confirmed.
import type { Entity } from '#shared/model/model.ts'
import type { HistoryItem } from '#shared/protocol/history.ts'
import { labelOfName } from '../../../data/field-label.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { say } from '../../../words/say.ts'
import classes from './history.module.css'

/** Leaves out what a field was set to under the same name, which stands among the changes. */
export function Given({ entity, item }: { readonly entity: Entity; readonly item: HistoryItem }) {
  const { input = {}, changes, confirmed = [], transition = '' } = item
  const given = Object.entries(input).filter(([name, value]) => !isSame(changes[name]?.[1], value))
  if (given.length === 0 && confirmed.length === 0) return null
  const asks = entity.transitions.get(transition)?.asks ?? []
  const warnings = confirmed.map((code) => entity.rules.find((rule) => isNamed(rule, code))?.name ?? code)
  return (
    <ul className={classes['changes']}>
      {given.map(([name, value]) => {
        const ask = asks.find((each) => each.name.identifier === name)
        return (
          <li key={name}>
            {labelOfName(ask?.name ?? name.split('.').at(-1) ?? name)}:{' '}
            {ask ? <FieldValue value={value} field={ask} compact exact /> : textOf(value)}
          </li>
        )
      })}
      {warnings.length > 0 && <li>{say('Confirmed: {warnings}', { warnings: warnings.join(', ') })}</li>}
    </ul>
  )
}

function isNamed({ warning, otherwise }: Entity['rules'][number], name: string): boolean {
  return warning === name || (otherwise.kind === 'code' && otherwise.code === name)
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
