import { appendFileSync, copyFileSync, rmSync, statSync, truncateSync } from 'node:fs'

const largest = 20 * 1024 * 1024
const linesOf = text => text.split('\n').length - 1

/** Log file of the server. Never throws: a full disk loses lines, but does not stop the service. */
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
      // remove the incomplete copy, because the disk may be full
      if (!attempt(() => copyFileSync(path, `${path}.1`))) attempt(() => rmSync(`${path}.1`, { force: true }))
      attempt(() => truncateSync(path))
    },
  }
}
