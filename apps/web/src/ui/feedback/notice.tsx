import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './notice.module.css'

/** A message with an optional action, which stays on the page as long as its cause exists. */
export function Notice(props: { tone?: 'plain' | 'warning' | 'danger'; children: ReactNode; action?: ReactNode }) {
  const { tone = 'plain', children, action } = props
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={classNames(styles['notice'], styles[tone])}>
      <p className={styles['text']}>{children}</p>
      {action}
    </div>
  )
}

/** Explains, next to a control, why its action failed. Renders nothing if `text` is empty. */
export const FailureNote = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p role="alert" className={styles['failure']}>
      <TriangleAlert aria-hidden />
      {text}
    </p>
  ) : null
