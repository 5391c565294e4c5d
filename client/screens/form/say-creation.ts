// Names the button that creates a record after the page on which it stands.
import { say } from '../../words/say.ts'

/** "New claim" becomes "Create claim"; a page called "Report a problem" says what is done already. */
export function sayCreation(screen: string): string {
  const thing = NEW_THING.exec(screen)?.[1]
  return thing === undefined ? screen : say('Create {name}', { name: thing })
}

const NEW_THING = /^(?:new|neue?[nrs]?)\b:? +(.+)$/iu
