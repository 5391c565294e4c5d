// Decodes pictures, in a process of its own: one that breaks it breaks nothing else.
import { cleanPicture } from './clean-picture.ts'
import type { PictureMessage, PictureRequest, PictureResponse, PictureTask } from './picture-task.ts'
import { shrinkPicture } from './shrink-picture.ts'

process.on('message', (request: PictureRequest) => void answer(request))
process.on('disconnect', () => process.exit())
send('ready')

/** There is one at a time: what the process uses meanwhile is used for it. */
async function answer({ task }: PictureRequest): Promise<void> {
  const before = process.cpuUsage()
  const begun = performance.now()
  const found = await run(task)
  const { user, system } = process.cpuUsage(before)
  send({ answer: found, milliseconds: (user + system) / 1_000, elapsed: performance.now() - begun })
}

function send(message: PictureMessage): void {
  process.send?.(message)
}

function run(task: PictureTask): Promise<PictureResponse['answer']> {
  return task.asks === 'clean' ? cleanPicture(task.content) : shrinkPicture(task.content, task.width)
}
