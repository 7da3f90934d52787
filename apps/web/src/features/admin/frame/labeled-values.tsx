import type { ReactNode } from 'react'
import { formatNumber } from '../../../lib/format/numbers.ts'
import styles from './frame.module.css'

type Format = (value: number) => string

/** A number, or a dash if it is unknown. The server notes on the card explain why it is unknown. */
export const Figure = ({ value, format = formatNumber }: { value: number | null; format?: Format }) =>
  value === null ? (
    <span role="img" aria-label="Unknown">
      –
    </span>
  ) : (
    format(value)
  )

/** A name with its value. Null: the value is unknown. */
export type LabeledValue = readonly [name: string, value: string | number | null]
export const formatIfKnown = (value: number | null, format: Format) => (value === null ? null : format(value))

const renderValue = (value: LabeledValue[1]): ReactNode =>
  typeof value === 'string' ? value : <Figure value={value} />

/** A list of names with values. */
export const LabeledValues = ({ values }: { values: readonly LabeledValue[] }) => (
  <dl className="stack shrinkable">
    {values.map(([name, value]) => (
      <div key={name} className={styles['labeled-value']}>
        <dt>{name}</dt>
        <dd>{renderValue(value)}</dd>
      </div>
    ))}
  </dl>
)

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS
const DAY_SECONDS = 24 * HOUR_SECONDS

/** Formats a duration: '40 s', '12 min', '5 h 20 min', '3 d 4 h'. */
export function formatDuration(seconds: number): string {
  const totalSeconds = Math.max(0, Math.round(seconds))
  if (totalSeconds < MINUTE_SECONDS) return `${totalSeconds} s`
  if (totalSeconds < HOUR_SECONDS) return `${Math.floor(totalSeconds / MINUTE_SECONDS)} min`
  const formatUnits = (largeSeconds: number, largeUnit: string, smallSeconds: number, smallUnit: string) => {
    const smallCount = Math.floor((totalSeconds % largeSeconds) / smallSeconds)
    const largeCount = Math.floor(totalSeconds / largeSeconds)
    return `${largeCount} ${largeUnit}${smallCount ? ` ${smallCount} ${smallUnit}` : ''}`
  }
  return totalSeconds < DAY_SECONDS
    ? formatUnits(HOUR_SECONDS, 'h', MINUTE_SECONDS, 'min')
    : formatUnits(DAY_SECONDS, 'd', HOUR_SECONDS, 'h')
}
