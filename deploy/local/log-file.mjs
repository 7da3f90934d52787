import { appendFileSync, copyFileSync, rmSync, statSync, truncateSync } from 'node:fs'

const largest = 20 * 1024 * 1024
const linesOf = text => text.split('\n').length - 1

/** What the launcher does with the server's log. A full disk costs lines, never the service: nothing here throws. */
export function logFile(path, { largestBytes = largest } = {}) {
  let lost = 0
  const attempt = work => {
    try {
      work()
      return true
    } catch {
      return false
    }
  }
  return {
    append(chunk) {
      const text = String(chunk)
      const note =
        lost > 0 ? `${JSON.stringify({ level: 40, time: Date.now(), event: 'log.lost', lines: lost })}\n` : ''
      if (attempt(() => appendFileSync(path, note + text))) lost = 0
      else lost += linesOf(text)
    },
    /** The server writes to the end of the file whatever its length, so it can be cut while it is open. */
    rotate() {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < largestBytes) return
      // Half a copy is of no use, and its room may be what is missing.
      if (!attempt(() => copyFileSync(path, `${path}.1`))) attempt(() => rmSync(`${path}.1`, { force: true }))
      attempt(() => truncateSync(path))
    },
  }
}
