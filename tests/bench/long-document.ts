// A sound document of about so many lines: the helpdesk's kind of entity, with its screens, states, rules, rights and codes, many times.

/** Lines that one entity takes in all points together. */
const LINES_EACH = 54

export function longDocument(lines: number): string {
  const numbers = Array.from({ length: Math.max(1, Math.round(lines / LINES_EACH)) }, (_, index) => index + 1)
  const each = (write: (number: number) => string): string => numbers.map(write).join('\n')
  return `# Specification: Long

## 1. What the product does and for whom

Many things.

## 2. Screens and routes

| route | screen | shows | for |
|---|---|---|---|
${each((n) => `| /things-${n} | Things ${n} | table of Thing${n} | everyone |\n| /things-${n}/:id | Thing ${n} | record of Thing${n} | everyone |\n| /new-${n} | New ${n} | form for Thing${n} | Agent |`)}

${each((n) => `### Things ${n}\n\n- columns: number, subject, status, priority, owner, due_at\n- sort: priority descending, due_at\n- filters: status, priority, owner\n- where: \`status != "done"\`\n`)}
## 3. Entities and their fields

${each(
  (n) => `### Thing${n}

A thing that is done by somebody, until it is done.

| field | type | required | default | limits | value | meaning |
|---|---|---|---|---|---|---|
| number | sequence "T${n}-{0000}" | | | | | What people quote |
| subject | text | yes | | max 120, searchable | | In one line |
| description | markdown | yes | | searchable | | What is to be done |
| status | one of new, open, done | yes | new | indexed | | |
| priority | one of low, normal, high | yes | normal | indexed | | |
| requester | Person (as requested_${n}) | yes | \`me\` | indexed | | |
| owner | Person (as owned_${n}) | no | | indexed | | |
| due_at | date and time | yes | \`priority == "high" ? now + limits.promise_${n} : now + days(7)\` | | | |
| effort | decimal(2) | no | | min 0 | | |
| cost | computed decimal(2) | | | | \`round(coalesce(effort, 0) * 80, 2)\` | |

- title: \`number + " " + subject\`
- order: updated_at descending
`,
)}
## 4. States and transitions

${each(
  (n) => `### Thing${n}.status

- starts: new
- ends: done

| transition | from | to | who | when | asks | then | otherwise |
|---|---|---|---|---|---|---|---|
| take | new | open | Agent | | | \`owner = me\`; notify requester "{me.name} works on {number}" | |
| finish | open | done | Agent | \`owner == me\` | effort: decimal(2) required | \`effort = input.effort\`; notify requester "{number} is done: {subject}" | NOT_YOURS_${n} |
| reopen | done | open | \`requester == me or me.is("Agent")\` | \`now < updated_at + limits.promise_${n}\` | | | |
`,
)}
## 5. Validation rules

| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
${each((n) => `| Later ${n} | Thing${n} | \`due_at > created_at\` | TOO_EARLY_${n} | due_at |\n| Said ${n} | Thing${n} | \`priority != "high" or size(description) >= 40\` | TOO_SHORT_${n} | description |\n| Few ${n} | Thing${n} | at most 20 per requester where \`status in ["new", "open"]\` | TOO_MANY_${n} | |`)}

## 6. Roles and permissions

| role | is | includes |
|---|---|---|
| Agent | solves | |
| Manager | leads | Agent |

| role | entity | may | where | fields |
|---|---|---|---|---|
${each((n) => `| everyone | Thing${n} | read | \`requester == me or owner == me\` | all except effort |\n| Agent | Thing${n} | read, create, update | \`owner == null or owner == me or requester == me\` | all |\n| Manager | Thing${n} | everything | | all |`)}

## 7. The calls it makes

none.

## 8. The error catalogue

| code | status | message |
|---|---|---|
${each((n) => `| NOT_YOURS_${n} | 403 | {number} is somebody else's. |\n| TOO_EARLY_${n} | 422 | It must be after {created_at}. |\n| TOO_SHORT_${n} | 422 | Please say more. |\n| TOO_MANY_${n} | 409 | You have too many. |`)}

## 9. Business constants and limits

| name | value | meaning |
|---|---|---|
${each((n) => `| promise_${n} | 48 hours | |\n| most_${n} | 20 | |`)}
| time zone | Europe/Berlin | |
`
}
