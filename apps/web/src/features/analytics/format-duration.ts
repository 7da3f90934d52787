const MINUTE = 60
const HOUR = 60 * MINUTE

/** S-ANAUI-03: seconds under a minute, minutes under an hour, else hours and minutes. */
export function formatDuration(seconds: number): string {
  if (seconds < MINUTE) return `${Math.floor(seconds)}s`
  const minutes = Math.floor(seconds / MINUTE)
  return seconds < HOUR ? `${minutes}m` : `${Math.floor(seconds / HOUR)}h ${minutes % MINUTE}m`
}
