// Puts the text that a new application begins with into the editor, as one change that can be undone.
import { notifications } from '@mantine/notifications'
import type { RefObject } from 'react'
import { useEffect } from 'react'
import { ButtonMessage } from '../../../ui/button-message.tsx'
import { say } from '../../../words/say.ts'
import type { OpenEditor } from '../editor/code-editor.tsx'
import { replaceText } from '../editor/code-editor.tsx'

/** A text that was chosen; choosing the same one again makes another object. */
export interface StartText {
  readonly text: string
}

const STARTED = 'started-document'

export function useStartText(editor: RefObject<OpenEditor | null>, start: StartText | undefined): void {
  useEffect(() => {
    const view = editor.current?.view
    if (start === undefined || view === undefined) return undefined
    const before = view.state.doc.toString()
    replaceText(editor.current, start.text)
    view.dispatch({ selection: { anchor: 0 }, scrollIntoView: true })
    const undo = () => {
      notifications.hide(STARTED)
      replaceText(editor.current, before)
    }
    notifications.show({
      id: STARTED,
      autoClose: 10_000,
      message: <ButtonMessage text={say('This is your draft now.')} button={say('Undo')} onClick={undo} />,
    })
    return () => void notifications.hide(STARTED)
  }, [editor, start])
}
