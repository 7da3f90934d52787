import type { CSSProperties, ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import styles from './skeleton.module.css'

/** A grey box of the size of what is coming. */
export function Skeleton({ className, style }: { className?: string | undefined; style?: CSSProperties }) {
  return <div aria-hidden className={classNames(styles['box'], className)} style={style} />
}

type Props = {
  /** Says what is being loaded. */
  label: string
  className?: string | undefined
  style?: CSSProperties
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** Grey boxes that stand for one thing that is coming: read out once, by its name, as something busy. */
export function Skeletons({ label, ...rest }: Props) {
  return <div role="status" aria-busy="true" aria-label={label} {...rest} />
}
