import { LoaderCircle } from 'lucide-react'
import styles from './busy-mark.module.css'

/** Replaces the icon of a button while its action is running. */
export const BusyMark = () => <LoaderCircle aria-hidden className={styles['mark']} />
