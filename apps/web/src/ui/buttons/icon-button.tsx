import type { ButtonHTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'
import styles from './icon-button.module.css'

/** A button that shows only an icon. `name` is its accessible name and its tooltip. */
export function IconButton({
  name,
  appearance = 'plain',
  size = 'normal',
  className,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  name: string
  appearance?: 'plain' | 'photo'
  size?: 'normal' | 'small'
}) {
  return (
    <button
      type={type}
      aria-label={name}
      title={name}
      className={classNames(styles['button'], styles[appearance], size === 'small' && styles['small'], className)}
      {...rest}
    />
  )
}
