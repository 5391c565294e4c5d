// Reads and writes what the database notes about itself, by name.
import type { Executor } from '../executor.ts'

export type AboutName = 'revision' | 'document' | 'former_names' | 'objects' | 'weighed'

export async function readAbout(executor: Executor, name: AboutName): Promise<string | undefined> {
  const [value] = (await executor.get('SELECT value FROM about WHERE name = ?', [name])) ?? []
  return value === undefined ? undefined : String(value)
}

export async function writeAbout(executor: Executor, name: AboutName, value: string): Promise<void> {
  const sql = 'INSERT INTO about (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value'
  await executor.run(sql, [name, value])
}

export async function forgetAbout(executor: Executor, name: AboutName): Promise<void> {
  await executor.run('DELETE FROM about WHERE name = ?', [name])
}
