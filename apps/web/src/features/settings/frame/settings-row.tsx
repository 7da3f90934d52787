import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import styles from './settings-row.module.css'

/** A row of a section: label, hint, and controls at its end. `wide` puts the controls below, over the full width. */
export function SettingsRow(props: {
  label: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  wide?: boolean
  children?: ReactNode
}) {
  const { label, hint, icon, wide = false, children } = props
  return (
    <div className={classNames(styles['row'], wide && styles['wide'])}>
      {icon && <span className={styles['icon']}>{icon}</span>}
      <div className={styles['words']}>
        <p className={styles['label']}>{label}</p>
        {hint && <div className={styles['hint']}>{hint}</div>}
      </div>
      {children && <div className={styles['end']}>{children}</div>}
    </div>
  )
}

/** Content outside of rows: a form, a list, a note. */
export const SettingsBlock = ({ children }: { children: ReactNode }) => (
  <div className={styles['block']}>{children}</div>
)
