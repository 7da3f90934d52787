import type { ReactNode } from 'react'
import styles from './frame.module.css'

const numberFormat = new Intl.NumberFormat()
type Format = (value: number) => string

/** A number, or a dash if it is unknown. The notes of the card explain why. */
export const Figure = ({ value, format = n => numberFormat.format(n) }: { value: number | null; format?: Format }) =>
  value === null ? (
    <span role="img" aria-label="not known">
      –
    </span>
  ) : (
    format(value)
  )

/** A name with a value. Null: the value is unknown. */
export type Fact = readonly [name: string, value: string | number | null]
export const formatIfKnown = (value: number | null, format: Format) => (value === null ? null : format(value))

const renderValue = (value: Fact[1]): ReactNode => (typeof value === 'string' ? value : <Figure value={value} />)

/** A list of names with values. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles['facts']}>
    {facts.map(([name, value]) => (
      <div key={name} className={styles['fact']}>
        <dt>{name}</dt>
        <dd>{renderValue(value)}</dd>
      </div>
    ))}
  </dl>
)

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats a duration: '40 s', '12 min', '5 h 20 min', '3 d 4 h'. */
export function formatDuration(seconds: number): string {
  const all = Math.max(0, Math.round(seconds))
  if (all < MINUTE) return `${all} s`
  if (all < HOUR) return `${Math.floor(all / MINUTE)} min`
  const pair = (large: number, largeName: string, small: number, smallName: string) => {
    const rest = Math.floor((all % large) / small)
    return `${Math.floor(all / large)} ${largeName}${rest ? ` ${rest} ${smallName}` : ''}`
  }
  return all < DAY ? pair(HOUR, 'h', MINUTE, 'min') : pair(DAY, 'd', HOUR, 'h')
}
