// No answer leaves before what it has seen is on the disk: that of a read neither.
import { beforeEach, expect, test, vi } from 'vitest'
import { StorageFailed } from '../../../server/storage/storage-error.ts'
import { startApp } from '../../apps/start-app.ts'
import type { TestApp } from '../../apps/start-app.ts'

const DOCUMENT = `# Notes

## 3. Entities

### Note
| field | type | required |
|---|---|---|
| text | text | yes |

## 6. Roles

| role | who |
|---|---|
| Writer | |

| role | entity | may |
|---|---|---|
| Writer | Note | create, read |
`

let app: TestApp
beforeEach(async () => {
  app = await startApp(DOCUMENT)
})

test('a read that comes while a commit is on its way to the disk is answered afterwards', async () => {
  const writer = await app.as('Writer')
  const disk = Promise.withResolvers<void>()
  const syncing = vi.spyOn(app.dependencies.storage, 'syncing', 'get').mockReturnValue(disk.promise)
  const order: string[] = []
  const read = writer.get('/api/notes').then(({ status }) => void order.push(`answered ${status}`))
  await vi.waitFor(() => expect(syncing).toHaveBeenCalled())
  order.push('on the disk')
  disk.resolve()
  await read
  expect(order).toEqual(['on the disk', 'answered 200'])
  syncing.mockRestore()
  await app.close()
})

test('where it does not arrive there, a read says so in place of what it has seen', async () => {
  const writer = await app.as('Writer')
  const refused = Promise.reject(new StorageFailed('The log could not be made durable.'))
  refused.catch(() => {})
  const syncing = vi.spyOn(app.dependencies.storage, 'syncing', 'get').mockReturnValue(refused)
  const { status, body } = await writer.get('/api/notes')
  syncing.mockRestore()
  expect({ status, code: body.code }).toEqual({ status: 500, code: 'internal' })
  await expect(app.close()).rejects.toThrow('The log could not be made durable.')
})
