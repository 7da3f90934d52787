const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** '40 s', '12 min', '5 h 20 min', '3 d 4 h' */
export function lasting(seconds: number): string {
  const all = Math.max(0, Math.round(seconds))
  if (all < MINUTE) return `${all} s`
  if (all < HOUR) return `${Math.floor(all / MINUTE)} min`
  const pair = (large: number, largeName: string, small: number, smallName: string) => {
    const rest = Math.floor((all % large) / small)
    return `${Math.floor(all / large)} ${largeName}${rest ? ` ${rest} ${smallName}` : ''}`
  }
  return all < DAY ? pair(HOUR, 'h', MINUTE, 'min') : pair(DAY, 'd', HOUR, 'h')
}
