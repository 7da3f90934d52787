import { accentOf, isReadable } from '@daymark/contracts'
import { useId } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import styles from './studio.module.css'

type Props = { accent: string | null; onChange: (accent: string | null) => void }

/** Warns next to the color field if text on the color would be hard to read. */
export function ColourField({ accent, onChange }: Props) {
  const id = useId()
  const isMoved = accent !== null && !isReadable(accent)
  return (
    <div className={styles['colour']}>
      <label htmlFor={id}>Colour</label>
      <div className={styles['choice']}>
        <input
          id={id}
          type="color"
          className={styles['well']}
          value={accent ?? '#2563eb'}
          onChange={event => onChange(event.target.value)}
        />
        <code>{accent ?? 'Daymark’s'}</code>
        {accent !== null && (
          <Button look="quiet" size="small" onClick={() => onChange(null)}>
            Use Daymark’s
          </Button>
        )}
      </div>
      <p aria-live="polite" className={styles['note']}>
        {isMoved
          ? `White text on this color is hard to read. Galleries use ${accentOf(accent).light} instead.`
          : 'For buttons, links and focus rings in your galleries.'}
      </p>
    </div>
  )
}
