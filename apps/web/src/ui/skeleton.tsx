import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

/** A grey box of the size of what is coming. The group around it says aria-busy and has a name. */
export function Skeleton({ className, style }: { className?: string | undefined; style?: CSSProperties }) {
  return <div aria-hidden className={classNames(styles['box'], className)} style={style} />
}
