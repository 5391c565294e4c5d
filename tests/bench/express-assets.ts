// The plain records of the Express server: no workflow, no relations, no row rules.
import type { Express } from 'express'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'

interface Row {
  readonly [column: string]: SQLOutputValue
}

export function addAssets(app: Express, database: DatabaseSync): void {
  const find = database.prepare('SELECT * FROM asset WHERE id = ?')
  const list = database.prepare('SELECT * FROM asset WHERE kind = ? ORDER BY updated_at DESC, id DESC LIMIT ?')

  app.get('/api/assets', (request, response) => {
    const limit = Math.min(Math.max(Number(request.query.limit ?? 50), 1), 1_000)
    const filter = typeof request.query.filter === 'string' ? request.query.filter : ''
    const kind = /^kind == "([a-z]+)"$/.exec(filter)?.[1] ?? ''
    const rows = list.all(kind, limit + 1) as readonly Row[]
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const next =
      rows.length > limit && last !== undefined
        ? Buffer.from(JSON.stringify([last['updated_at'], last['id']])).toString('base64url')
        : null
    response.json({ items: page.map(presentAsset), next })
  })

  app.get('/api/assets/:id', (request, response) => {
    const row = find.get(request.params.id)
    if (row === undefined) {
      response.status(404).json({ type: 'about:blank', status: 404, code: 'not_found' })
      return
    }
    response.json(presentAsset(row))
  })
}

function presentAsset({ version, ...row }: Row) {
  return { ...row, _version: version, in_use: row['in_use'] === 1 }
}
