// Says which document took the place of which at a start: people who edit a file look for what they wrote.
import type { DocumentRevision } from '../storage/document-revision.ts'
import type { DocumentChoice } from './choose-document.ts'

/** `file`: the name of the file that was given. */
export function sayChoice(file: string, { replaced, inPlaceOfFile }: DocumentChoice): readonly string[] {
  return [
    ...(replaced === undefined ? [] : [sayReplaced(file, replaced)]),
    ...(inPlaceOfFile === undefined ? [] : [sayKept(file, inPlaceOfFile)]),
  ]
}

function sayReplaced(file: string, { revision, at }: DocumentRevision): string {
  return `${file} replaced revision ${revision} (published in the browser, ${at}), which can be restored under /studio/revisions.`
}

function sayKept(file: string, { revision, at, isBesideFile, isHeld }: NonNullable<DocumentChoice['inPlaceOfFile']>) {
  if (isHeld === true)
    return `Revision ${revision}, published at ${at}, is running. ${file} says something else and was not published: npm run publish -- ${file} does that, or a start with --publish.`
  const running = `Revision ${revision}, published in the browser at ${at}, is running.`
  return isBesideFile
    ? `${running} ${file} has changed too but is not based on it, so it is ignored. Compare and publish it under /studio, or start again with --force.`
    : `${running} ${file} is older and is ignored until you change it.`
}
