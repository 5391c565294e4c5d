// Keeps a document's file and the revision in force equal, and replaces neither by an older text.
import { basename, dirname } from 'node:path'
import type { WaitingText } from '#shared/protocol/document.ts'
import { findSpecifications } from './find-specifications.ts'
import { publishText } from './publish-file.ts'
import type { PublishFileDependencies } from './publish-file.ts'
import { readDocumentFile } from './read-document-file.ts'
import { replaceFile } from './replace-file.ts'

export interface SynchronizedFileOptions {
  /** Absolute path. */
  readonly file: string
  /**
   * The text that file and database last had in common. Undefined where none is known: the file is then published
   * only if it is forced to be.
   */
  readonly base: string | undefined
  /** Publishes the file also where it does not go on from the revision in force, and whatever its examples say. */
  readonly isForced: boolean
  /** Gets a message for each attempt. */
  readonly say: (message: string) => void
}

/** A file that the server follows, as administrators see it. */
export interface FollowedFile {
  readonly file: string
  /** Undefined: the file says what the revision in force says. Otherwise a person compares, and decides. */
  readonly waiting: WaitingText | undefined
}

export interface SynchronizedFile {
  readonly state: () => FollowedFile
  /** The file may have changed: it is published if it goes on from what is in force. */
  fileChanged(): Promise<void>
  /** Another revision is in force: it is written to the file if nobody has changed that meanwhile. */
  revisionChanged(): Promise<void>
}

export function createSynchronizedFile(
  dependencies: PublishFileDependencies,
  { file, base: given, isForced, say }: SynchronizedFileOptions,
): SynchronizedFile {
  const { current } = dependencies
  const publishing = isForced ? { ...dependencies, runExamples: undefined } : dependencies
  const name = basename(file)
  let base = given
  /** The text of the file before a revision was written to it. An editor may still have it open, and save it. */
  let former: string | undefined
  let waiting: WaitingText | undefined
  let turn = Promise.resolve()
  const inTurn = (act: () => Promise<void>): Promise<void> =>
    (turn = turn.then(act).catch((error: unknown) => say(`${name} and the application differ: ${String(error)}`)))

  const read = async (): Promise<string | undefined> => {
    const found = await readDocumentFile(file)
    if (!('problem' in found)) return found.text
    waiting = { why: 'unreadable' }
    say(`${found.problem}${nameOthers(file)} The last good revision goes on running.`)
    return undefined
  }
  const agree = (text: string): void => {
    base = text
    waiting = undefined
  }
  const wait = (text: string): void => {
    waiting = { why: 'beside', text }
    say(
      `Not published: ${name} does not go on from revision ${current.running.revision}, which was published in the browser. Compare and publish it under /studio, or start again with --force.`,
    )
  }
  const write = async (): Promise<void> => {
    const { text, revision } = current.running
    await replaceFile(file, text)
    former = base
    agree(text)
    say(`Revision ${revision}, which was published in the browser, was written to ${name}.`)
  }
  return {
    state: () => ({ file: name, waiting }),
    fileChanged: () =>
      inTurn(async () => {
        const text = await read()
        if (text === undefined) return
        const inForce = current.running.text
        if (text === inForce) {
          if (waiting !== undefined) say(`${name} is the same as the running revision again.`)
          return agree(text)
        }
        // Saved unchanged, or changed back: the newer revision is written to it.
        if (text === base) return write()
        const isOlder = inForce !== base || (former !== undefined && takesBack(text, former, inForce))
        if (isOlder && !isForced) return wait(text)
        const follows = isForced ? undefined : { oneOf: [current.number] }
        const outcome = await publishText({ file: name, text, follows }, publishing, say)
        if (outcome === 'published') agree(text)
        else if (outcome === 'overtaken') wait(text)
        else waiting = { why: 'refused', text }
      }),
    revisionChanged: () =>
      inTurn(async () => {
        if (current.running.text === base) return
        const text = await read()
        if (text === undefined) return
        if (text === current.running.text) agree(text)
        else if (text === base) await write()
        else wait(text)
      }),
  }
}

/** Names the documents beside a file that is gone: somebody may have renamed it. */
function nameOthers(file: string): string {
  const others = (findSpecifications(dirname(file)) ?? []).filter((path) => path !== file)
  if (others.length === 0) return ''
  return ` Beside it: ${others.map((path) => basename(path)).join(', ')}; start again to follow another file.`
}

/** Does a text hold all that the newer one took out of the former, and nothing of what it brought? Then it was made from the former. */
function takesBack(text: string, former: string, newer: string): boolean {
  const [lines, before, after] = [linesOf(text), linesOf(former), linesOf(newer)]
  const brought = [...after].filter((line) => !before.has(line))
  const taken = [...before].filter((line) => !after.has(line))
  const isKnown = brought.length + taken.length > 0
  return isKnown && brought.every((line) => !lines.has(line)) && taken.every((line) => lines.has(line))
}

function linesOf(text: string): ReadonlySet<string> {
  return new Set(text.split('\n'))
}
