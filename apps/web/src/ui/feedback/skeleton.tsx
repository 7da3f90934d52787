import type { CSSProperties, ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import styles from './skeleton.module.css'

/** A gray placeholder box. */
export function Skeleton({ className, style }: { className?: string | undefined; style?: CSSProperties }) {
  return <div aria-hidden className={classNames(styles['box'], className)} style={style} />
}

type Props = {
  /** What is being loaded, for screen readers. */
  label: string
  className?: string | undefined
  style?: CSSProperties
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** Placeholder boxes for content that is loading, announced once by their label. */
export function Skeletons({ label, ...rest }: Props) {
  return <div role="status" aria-busy="true" aria-label={label} {...rest} />
}
