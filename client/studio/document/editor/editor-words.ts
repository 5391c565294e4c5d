// Says what the editor says by itself, in the language of the page.
import { EditorState } from '@codemirror/state'
import { say } from '../../../words/say.ts'

export const editorWords = EditorState.phrases.of({
  Find: say('Find'),
  Replace: say('Replace with'),
  next: say('Next'),
  previous: say('Previous'),
  all: say('Select all matches'),
  'match case': say('Match case'),
  'by word': say('Whole words'),
  regexp: say('Pattern'),
  replace: say('Replace'),
  'replace all': say('Replace all'),
  close: say('Close'),
  'current match': say('Current match'),
  'on line': say('in line'),
  'Go to line': say('Go to line'),
  go: say('Go'),
  Completions: say('Suggestions'),
  Diagnostics: say('Problems'),
  'No diagnostics': say('No problems.'),
  'Fold line': say('Fold'),
  'Unfold line': say('Unfold'),
  'folded code': say('Folded text'),
  unfold: say('Unfold'),
  'Selection deleted': say('Selection deleted'),
  'Folded lines': say('Folded lines'),
  'Unfolded lines': say('Unfolded lines'),
  to: say('up to line'),
  // The editor puts its number where a $ stands.
  'replaced match on line $': say('replaced match in line {line}', { line: '$' }),
  'replaced $ matches': say('replaced matches: {count}', { count: '$' }),
  'Control character': say('Control character'),
})
