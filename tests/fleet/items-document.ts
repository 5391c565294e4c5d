// Documents of which each differs from the one before: a field is new, renamed, dropped or converted, in turn.

export interface ItemsDocument {
  readonly text: string
  /** The name of the field that is renamed. */
  readonly label: string
  /** The type of the field that is converted. */
  readonly size: 'integer' | 'text'
}

/** `number`: 0 is the first, and `number % 4` says what comes next: a new field, another name, a field less (which is empty), another type. */
export function itemsDocument(number: number): ItemsDocument {
  const [added, renamed, dropped, converted] = [1, 2, 3, 4].map((offset) => Math.floor((number + 4 - offset) / 4))
  const hasExtra = added !== dropped
  const size = Number(converted) % 2 === 0 ? 'integer' : 'text'
  const label = `label${renamed}`
  const was = renamed === 0 ? '' : `label${Number(renamed) - 1}`
  const text = `# Specification: Items

## 1. What the product does and for whom

Keeps items. This is document ${number}.

## 2. Screens and routes

not shown.

## 3. Entities and their fields

### Item

| field | type | required | was |
|---|---|---|---|
| title | text | yes | |
| ${label} | text | no | ${was} |
| size | ${size} | no | |
${hasExtra ? `| extra${added} | text | no | |\n` : ''}
## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

- sign-up: open, as Writer

| role | is | includes |
|---|---|---|
| Writer | somebody who writes | |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Writer | Item | everything, import | | all |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

| name | value | meaning |
|---|---|---|
| requests | 10,000,000 per minute | |
`
  return { text, label, size }
}
