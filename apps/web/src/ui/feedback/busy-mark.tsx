import { LoaderCircle } from 'lucide-react'
import styles from './busy-mark.module.css'

/** Turns in place of a button's icon while what the button asked for is under way. */
export const BusyMark = () => <LoaderCircle aria-hidden className={styles['mark']} />
