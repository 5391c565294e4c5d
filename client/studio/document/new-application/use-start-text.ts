// Puts the text that a new application begins with into the editor, as one change that can be undone.
import { notifications } from '@mantine/notifications'
import type { RefObject } from 'react'
import { useEffect } from 'react'
import { say } from '../../../words/say.ts'
import type { OpenEditor } from '../editor/code-editor.tsx'
import { replaceText } from '../editor/replace-text.tsx'

/** A text that was chosen; choosing the same one again makes another object. */
export interface StartText {
  readonly text: string
}

export function useStartText(editor: RefObject<OpenEditor | null>, start: StartText | undefined): void {
  useEffect(() => {
    if (start === undefined) return undefined
    const offer = replaceText(editor, start.text, say('This is your draft now.'))
    return () => void (offer !== undefined && notifications.hide(offer))
  }, [editor, start])
}
