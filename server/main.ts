// Runs the command that the command line names, or says in one line which Node it needs.

/** The first version that has all that the server uses. */
const NEEDED_NODE = 26

// Nothing else is imported before this is known: an older Node would end in an error of its own.
if (Number(process.versions.node.split('.')[0]) >= NEEDED_NODE) await import('./run-command.ts')
else {
  console.error(`Verbatim needs Node ${NEEDED_NODE} or later; this is Node ${process.versions.node}.`)
  process.exitCode = 1
}
