import { TriangleAlert } from 'lucide-react'
import styles from './failure-note.module.css'

/** In red with a warning icon (L-LOGIN-10). */
export function FailureNote({ text }: { text: string }) {
  return (
    <p role="alert" className={styles['failure']}>
      <TriangleAlert aria-hidden />
      {text}
    </p>
  )
}
