import { LoaderCircle } from 'lucide-react'
import styles from './progress.module.css'

/** Replaces the icon of a button while its action is running. */
export const BusyIcon = () => <LoaderCircle aria-hidden className={styles['mark']} />
