import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './button.module.css'

export type ButtonAppearance = 'primary' | 'plain' | 'quiet' | 'danger'
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The appearance. Use one primary button per screen, `danger` for destructive actions, and `quiet` in toolbars. */
  appearance?: ButtonAppearance
  size?: 'normal' | 'small'
  icon?: ReactNode
  /** Whether the button fills the width of its container. */
  wide?: boolean
}

/** Returns the CSS class of a button, for other elements that look like a button. */
export const buttonClass = ({
  appearance = 'plain',
  size = 'normal',
  wide = false,
}: Pick<ButtonProps, 'appearance' | 'size' | 'wide'>) =>
  classNames(styles['button'], styles[appearance], size === 'small' && styles['small'], wide && styles['wide'])

export function Button({ appearance, size, icon, wide, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={classNames(buttonClass({ appearance, size, wide }), className)} {...rest}>
      {icon}
      {children}
    </button>
  )
}
