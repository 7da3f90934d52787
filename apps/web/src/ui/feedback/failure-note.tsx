import { TriangleAlert } from 'lucide-react'
import styles from './failure-note.module.css'

/** Explains next to a control why its action failed. Renders nothing without a text. */
export const FailureNote = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p role="alert" className={styles['failure']}>
      <TriangleAlert aria-hidden />
      {text}
    </p>
  ) : null
