import { TriangleAlert } from 'lucide-react'
import styles from './failure-note.module.css'

/** Says why an action failed, next to where it was started. Shows nothing without a text. */
export const FailureNote = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p role="alert" className={styles['failure']}>
      <TriangleAlert aria-hidden />
      {text}
    </p>
  ) : null
