import type { CSSProperties, ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import styles from './skeleton.module.css'

/** A gray box in place of content that is loading. */
export function Skeleton({ className, style }: { className?: string | undefined; style?: CSSProperties }) {
  return <div aria-hidden className={classNames(styles['box'], className)} style={style} />
}

type Props = {
  /** The text that screen readers announce, such as 'Loading photos'. */
  label: string
  className?: string | undefined
  style?: CSSProperties
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** A group of placeholder boxes. Screen readers announce its label once. */
export function Skeletons({ label, ...rest }: Props) {
  return <div role="status" aria-busy="true" aria-label={label} {...rest} />
}
