// Says how large a file is.

/** 1,234,567 → "1.2 MB". */
export function sayBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const units = ['KB', 'MB', 'GB']
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length)
  return `${(bytes / 1024 ** power).toFixed(1)} ${units[power - 1]}`
}
