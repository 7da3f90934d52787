import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'

type Props = {
  tone?: 'plain' | 'good' | 'danger' | 'accent'
  isSmall?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A small label with the state of an item, such as 'Expired'. */
export const Badge = ({ tone = 'plain', isSmall = false, className, children }: Props) => (
  <span className={classNames(styles['badge'], styles[tone], isSmall && styles['small'], className)}>{children}</span>
)
