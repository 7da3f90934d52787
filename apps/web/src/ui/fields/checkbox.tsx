import type { InputHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './fields.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode }

export function Checkbox({ label, className, ...rest }: Props) {
  return (
    <label className={classNames(styles['check'], className)}>
      <input type="checkbox" {...rest} />
      {label}
    </label>
  )
}

export function Switch({ label, ...rest }: Omit<Props, 'className'>) {
  return (
    <label className={classNames(styles['check'], styles['switch'])}>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its checked state */}
      <input type="checkbox" role="switch" {...rest} />
      {label}
    </label>
  )
}
