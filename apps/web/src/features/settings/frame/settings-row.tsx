import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import styles from './settings-row.module.css'

/** A line of a section: what it is, a word about it, and at its end what can be done. `wide` puts that below, over the whole width. */
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

/** What belongs to no row: a form, a list, a note. */
export const SettingsBlock = ({ children }: { children: ReactNode }) => (
  <div className={styles['block']}>{children}</div>
)
