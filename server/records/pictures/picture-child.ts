// Decodes pictures, in a process of its own: one that breaks it breaks nothing else.
import { cleanPicture } from './clean-picture.ts'
import type { PictureRequest, PictureResponse, PictureTask } from './picture-task.ts'
import { shrinkPicture } from './shrink-picture.ts'

process.on('message', (request: PictureRequest) => void answer(request))
process.on('disconnect', () => process.exit())

async function answer({ id, task }: PictureRequest): Promise<void> {
  const response: PictureResponse = { id, answer: await run(task) }
  process.send?.(response)
}

function run(task: PictureTask): Promise<PictureResponse['answer']> {
  return task.asks === 'clean' ? cleanPicture(task.content) : shrinkPicture(task.content, task.width)
}
