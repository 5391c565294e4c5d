import { helpdesk, openTemporary, shapeOf, NOW } from './helpdesk.ts'
import { DatabaseSync } from 'node:sqlite'
const { storage, close, directory } = await openTemporary(helpdesk)
const log: string[] = []
const p = DatabaseSync.prototype as any; const orig = p.prepare; p.prepare = function (s: string) { log.push(s); return orig.call(this, s) }
const b = { me: null, now: NOW }
const show = () => { const d = new DatabaseSync(directory + '/verbatim.db', { readOnly: true }); for (const f of ['iso_duration']) d.function(f, { varargs: true }, () => null); for (const s of log) { if (!s.includes('LIMIT')) continue; console.log(s.slice(s.lastIndexOf(' FROM t'))); try { console.log(orig.call(d, 'EXPLAIN QUERY PLAN ' + s).all(...Array((s.match(/\?/g) ?? []).length).fill(null)).map((r: any) => '   ' + r.detail).join('\n')) } catch (e) { console.log((e as Error).message) } } log.length = 0 }
const screen = storage.plan(shapeOf(helpdesk, 'Ticket', { fields: ['subject'], sort: [{ field: 'priority', descending: true }, { field: 'due_at', descending: false }] }))
await screen.list(b, { limit: 20, after: [2, '2026', 'x'] })
show()
const find = storage.plan(shapeOf(helpdesk, 'Ticket', { fields: ['subject'], search: true }))
await find.list(b, { limit: 20, search: 'a' }); await find.list(b, { limit: 20, search: 'a', after: ['x'] })
show()
const up = storage.plan(shapeOf(helpdesk, 'Ticket', { fields: ['subject', 'tags'], sort: helpdesk.entities.get('Ticket')!.order }))
await up.list(b, { limit: 20, after: [0, '2026', 'x'] })
show()
const d = new DatabaseSync(directory + '/verbatim.db', { readOnly: true }); console.log(d.prepare('select idx,stat from sqlite_stat1').all().map((r: any) => r.idx + ' ' + r.stat), d.prepare("select sql from sqlite_schema where type='index' and sql is not null and tbl_name='t1'").all().map((r: any) => r.sql))
await close()
