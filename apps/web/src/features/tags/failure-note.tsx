import type { ReactNode } from 'react'
import styles from './failure-note.module.css'

/** Says above the list what went wrong: tags have no alerts of their own for this (L-ERR-10). */
export const FailureNote = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={styles['note']}>
    {children}
  </p>
)
