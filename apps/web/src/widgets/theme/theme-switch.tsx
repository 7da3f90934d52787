import { useId } from 'react'
import { chooseTheme, useThemeChoice } from '../../lib/theme/theme.ts'
import styles from './theme-switch.module.css'
import { THEMES } from './themes.ts'

/** The theme as three choices side by side, where there is room for them. */
export function ThemeSwitch() {
  const choice = useThemeChoice()
  const name = useId()
  return (
    <fieldset className={styles['switch']}>
      <legend className={styles['legend']}>Theme</legend>
      <div className={styles['choices']}>
        {THEMES.map(({ value, label, Icon }) => (
          <label key={value} className={styles['choice']}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={value === choice}
              onChange={() => chooseTheme(value)}
            />
            <Icon aria-hidden />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
