const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** '3 hours ago'; up to a minute: 'just now'. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000)
  const found = UNITS.find(([, length]) => seconds >= length)
  if (!found) return 'just now'
  const count = Math.floor(seconds / found[1])
  return `${count} ${found[0]}${count === 1 ? '' : 's'} ago`
}
