import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import styles from './chip.module.css'

export type Tone = 'good' | 'caution' | 'warning' | 'plain'

/** A status in a word, repeated by the color of its dot. */
export const Chip = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classNames(styles['chip'], styles[tone])}>{children}</span>
)
