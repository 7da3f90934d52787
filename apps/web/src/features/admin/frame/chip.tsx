import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import styles from './chip.module.css'

export type Tone = 'good' | 'caution' | 'warning' | 'plain'

/** How something stands, in a word; the colour of its dot says it again. */
export const Chip = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classNames(styles['chip'], styles[tone])}>{children}</span>
)
