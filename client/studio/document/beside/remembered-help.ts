// Remembers in the browser whether the help stands beside the editor.
const KEY = 'verbatim-editor-help'

export function isHelpWanted(): boolean {
  try {
    return localStorage.getItem(KEY) === 'open'
  } catch {
    return false
  }
}

export function rememberHelp(isWanted: boolean): void {
  try {
    if (isWanted) localStorage.setItem(KEY, 'open')
    else localStorage.removeItem(KEY)
  } catch {
    // A full or forbidden storage: then it is closed next time.
  }
}
