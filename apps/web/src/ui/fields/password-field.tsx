import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './fields.module.css'
import { TextField } from './text-field.tsx'

/** A password field with a button that reveals the text, so that users can check it or read it aloud. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const revealButton = (
    <IconButton
      name={isShown ? 'Hide password' : 'Show password'}
      size="small"
      className={styles['show-password']}
      onClick={() => setIsShown(!isShown)}
    >
      <Icon aria-hidden />
    </IconButton>
  )
  return (
    <div className={styles['password']}>
      <TextField
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={isShown ? 'text' : 'password'}
        trailing={revealButton}
      />
    </div>
  )
}
