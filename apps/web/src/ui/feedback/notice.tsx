import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './notice.module.css'

/** A message that stays until its cause is gone, with an optional action. */
export function Notice(props: { tone?: 'plain' | 'warning' | 'danger'; children: ReactNode; action?: ReactNode }) {
  const { tone = 'plain', children, action } = props
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={classNames(styles['notice'], styles[tone])}>
      <p className={styles['words']}>{children}</p>
      {action}
    </div>
  )
}
