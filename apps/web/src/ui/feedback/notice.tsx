import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './notice.module.css'

/** A sentence that stays until its reason is gone, with what can be done about it. */
export function Notice(props: { tone?: 'plain' | 'warning' | 'danger'; children: ReactNode; action?: ReactNode }) {
  const { tone = 'plain', children, action } = props
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={classNames(styles['notice'], styles[tone])}>
      <p className={styles['words']}>{children}</p>
      {action}
    </div>
  )
}
