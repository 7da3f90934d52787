import type { ButtonHTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'
import styles from './icon-button.module.css'

/** A button with only an icon: its name is required and is shown as a tooltip. */
export function IconButton({
  name,
  look = 'plain',
  size = 'normal',
  className,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { name: string; look?: 'plain' | 'photo'; size?: 'normal' | 'small' }) {
  return (
    <button
      type={type}
      aria-label={name}
      title={name}
      className={classNames(styles['button'], styles[look], size === 'small' && styles['small'], className)}
      {...rest}
    />
  )
}
