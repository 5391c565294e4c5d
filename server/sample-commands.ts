// Binds the commands on records for those who load sample data.
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { SampleActorContext, SampleCommands } from './document/load-sample.ts'
import { Refused } from './policy/refused.ts'
import { wordForReader } from './policy/word-for-reader.ts'
import { createRecord } from './records/write/create-record.ts'
import { deleteRecord } from './records/write/delete-record.ts'
import { uploadFile } from './records/files/upload-file.ts'
import type { RecordsDependencies } from './records/records-dependencies.ts'
import { createPictureDecoder } from './records/pictures/picture-process.ts'
import { createByTransition, transitionRecord } from './records/write/transition-record.ts'
import { updateRecord } from './records/write/update-record.ts'

/** `folder`: where the files of the sample are. Nothing is sent. */
export function sampleCommands(
  dependencies: Pick<RecordsDependencies, 'storage' | 'current' | 'newId'>,
  folder: string,
): SampleCommands {
  const on = { ...dependencies, isSilent: true, pictures: createPictureDecoder() }
  return {
    sayRefusal: (error) =>
      error instanceof Refused ? wordForReader(dependencies.current.running.model, error.refusal, true) : undefined,
    async upload(acting, file) {
      const content = await readFile(join(folder, file)).catch(() => undefined)
      if (content === undefined) throw new Error(`the file "${file}" is not there.`)
      const { id } = await uploadFile(on, acting, { name: basename(file), by: null, content: Readable.from([content]) })
      return { id }
    },
    create: async (acting, entity, values, by) =>
      (by === undefined
        ? await createRecord(on, acting, entity, values, optionsOf(acting))
        : await createByTransition(on, acting, entity, by, values, optionsOf(acting))
      ).id,
    update: (acting, entity, id, values, version) => {
      const expected = version === undefined ? {} : { expected: { oneOf: [version] } }
      return updateRecord(on, acting, entity, id, values, { ...optionsOf(acting), ...expected })
    },
    delete: (acting, entity, id) => deleteRecord(on, acting, entity, id, optionsOf(acting)),
    transition: (acting, entity, id, name, input) =>
      transitionRecord(on, acting, entity, id, name, input, optionsOf(acting)),
  }
}

function optionsOf({ confirmed = [] }: SampleActorContext): { readonly confirmed: readonly string[] } {
  return { confirmed }
}
