import { useId, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './fields.module.css'

export type Choice<Value extends string> = { value: Value; label: string; icon?: ReactNode; disabled?: boolean }

/** A radio group with few options, which are side by side. */
export function ChoiceRow<Value extends string>(props: {
  legend: string
  choices: readonly Choice<Value>[]
  selected: Value
  onChoose: (value: Value) => void
  hideLegend?: boolean
}) {
  const { legend, choices, selected, onChoose, hideLegend = false } = props
  const name = useId()
  return (
    <fieldset className="stack-2">
      <legend className={hideLegend ? 'visually-hidden' : styles['legend']}>{legend}</legend>
      <div className={styles['choices']}>
        {choices.map(({ value, label, icon, disabled }) => (
          <label key={value} className={classNames(styles['choice'], disabled && styles['disabled'])}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={value === selected}
              disabled={disabled}
              onChange={() => onChoose(value)}
            />
            {icon}
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
