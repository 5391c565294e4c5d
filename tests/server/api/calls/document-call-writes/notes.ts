// A document of notes, whose own calls write: steps, accounts, an error form of its own, pages of another origin.
import { documentOf } from '../../../../helpers/compile-document.ts'

export const NOTES = documentOf({
  3: `### Person

| field | type | limits |
|---|---|---|
| nick | text | unique |

### Note

| field | type | required | limits |
|---|---|---|---|
| words | text | yes | max 20 |
| author | Person (as notes) | | |
| tags | several Tag | | |
| readers | several Person (as readings) | | |
| public | yes/no | | |

### Tag

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | unique |

### Meeting

| field | type | required |
|---|---|---|
| title | text | yes |
| starts_at | date and time | yes |
| ends_at | date and time | yes |
`,
  5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Words | POST /api/notes | \`input.note.words != null\` | can't be blank | note.words |
`,
  6: `- sign-up: open, as Writer

| role | is |
|---|---|
| Writer | writes |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Writer | Note | read | \`author == me or public\` | |
| Writer | Tag, Meeting | everything | | |
| everyone | Person | read | \`this == me\` | |
`,
  7: `
- token: Token
- cors: https://app.example.com
- answers:

\`\`\`json
{ "errors": "\`errors.count() > 0 ? errors.object(e, e.field, [e.message]) : [code].object(c, c, [message])\`", "status": "\`status\`" }
\`\`\`

### POST /api/notes

- who: everyone

| takes | in | type | required | default |
|---|---|---|---|---|
| note.words | body | text | no | |
| note.tags | body | list of text | no | |
| note.public | body | yes/no | no | no |

1. for each t in input.note.tags: create Tag { name: t } unless exists
2. let note = create Note { words: input.note.words, author: me, public: input.note.public, tags: Tag.filter(t, t.name in input.note.tags) }
3. refuse NO_SWEARING if "damn" in [note.words]
4. answer 201

\`\`\`json
{ "note": "\`shape.note(note)\`" }
\`\`\`

### PATCH /api/notes/:id of Note

- who: \`author == me\`

| takes | in | type |
|---|---|---|
| words | body | text |

1. words = coalesce(input.words, note.words)
2. note.words = null if input.words == "nothing"
2. answer 200

\`\`\`json
"\`shape.note(note)\`"
\`\`\`

### POST /api/notes/:id/read of Note

- who: everyone

1. add me to readers
2. answer 200

\`\`\`json
{ "readers": "\`note.readers.count()\`" }
\`\`\`

### DELETE /api/notes/:id/read of Note

- who: everyone

1. remove me from readers

### DELETE /api/notes

- who: everyone

1. delete Note

### POST /api/labels/:name

- who: everyone

| takes | in | type |
|---|---|---|
| name | path | text |

1. let tag = create Tag { name: input.name } unless exists
2. try create Note { words: "a text that is much longer than it may be" } otherwise create Note { words: "short", author: me }
3. answer 200

\`\`\`json
{ "id": "\`tag\`" }
\`\`\`

### POST /api/attempts

- who: everyone

1. try for each each_word in ["tried", "a text that is much longer than it may be"]: create Note { words: each_word, author: me } otherwise create Note { words: "instead", author: me }

### POST /api/users

- who: anyone

| takes | in | type | required |
|---|---|---|---|
| user.nick | body | text | yes |
| user.email | body | email | yes |
| user.password | body | text | yes |

1. refuse EMAIL_TAKEN if \`Person.exists(p, p.email == input.user.email)\`
2. sign up user.email with user.password as { name: user.nick, nick: input.user.nick }
3. answer 201

\`\`\`json
{ "user": "\`shape.user(me)\`" }
\`\`\`

### POST /api/users/login

- who: anyone

| takes | in | type | required |
|---|---|---|---|
| email | body | email | yes |
| password | body | text | yes |

1. sign in email with password
2. answer 200

\`\`\`json
{ "user": "\`shape.user(me)\`" }
\`\`\`

### POST /api/users/logout

- who: everyone

1. sign out

### GET /api/user

- who: everyone

1. answer 200

\`\`\`json
{ "user": "\`shape.user(me)\`" }
\`\`\`

### GET /api/agenda

- who: everyone

1. answer 200 as calendar

\`\`\`json
"\`Meeting.sort(m, m.starts_at)\`"
\`\`\`

### POST /api/hooks

- who: everyone

1. try sign out otherwise sign out

### Shape note of Note

| name | value |
|---|---|
| words | \`words\` |
| tags | \`tags.sort(t, t.name).map(t, t.name)\` |
| mine | \`author == me\` |

### Shape user of Person

| name | value |
|---|---|
| nick | \`nick\` |
| email | \`email\` |
| token | \`session.token\` |
`,
  8: '| code | status | message |\n|---|---|---|\n| EMAIL_TAKEN | 422 | has already been taken |\n| NO_SWEARING | 409 | Mind your words. |\n',
})

export const PASSWORD = 'a long unlikely password 73'
