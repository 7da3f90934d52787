import type { ReactNode } from 'react'
import styles from './facts.module.css'

const number = new Intl.NumberFormat()
type Format = (value: number) => string

/** A figure, or a dash if it is unknown; the notes of the card explain why. */
export const Figure = ({ value, format = n => number.format(n) }: { value: number | null; format?: Format }) =>
  value === null ? (
    <span role="img" aria-label="not known">
      –
    </span>
  ) : (
    format(value)
  )

/** null: unknown. */
export type Fact = readonly [name: string, value: string | number | null]
export const formatted = (value: number | null, format: Format) => (value === null ? null : format(value))

const shown = (value: Fact[1]): ReactNode => (typeof value === 'string' ? value : <Figure value={value} />)

/** Names with values, one per line. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles['facts']}>
    {facts.map(([name, value]) => (
      <div key={name} className={styles['fact']}>
        <dt>{name}</dt>
        <dd>{shown(value)}</dd>
      </div>
    ))}
  </dl>
)
