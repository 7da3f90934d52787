import { useId, type CSSProperties } from 'react'
import styles from './fields.module.css'

type Props = {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** Formats the value for display, such as '35 %'. */
  format: (value: number) => string
  onChange: (value: number) => void
}

/** A range input with its current value. */
export function Slider({ label, value, format, onChange, ...range }: Props) {
  const id = useId()
  const filledStyle = { '--filled': `${((value - range.min) / (range.max - range.min)) * 100}%` }
  return (
    <div className={styles['slider']}>
      <label htmlFor={id} className="strong">
        {label}
      </label>
      {/* The visible value is hidden from screen readers, because the slider itself announces it. */}
      <span aria-hidden className="muted">
        {format(value)}
      </span>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={format(value)}
        className={styles['range']}
        style={filledStyle as CSSProperties}
        onChange={event => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}
