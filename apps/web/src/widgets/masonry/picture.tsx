import { useState } from 'react'
import { isScrolling } from '../../lib/scrolling.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './picture.module.css'
import { placeholderUrl } from './placeholder.ts'

/** Loaded is not yet painted: a large picture is decoded first, and until then the placeholder has to stay. */
export const whenDecoded = (image: HTMLImageElement) => image.decode?.().catch(() => undefined) ?? Promise.resolve()

type Props = {
  src: string
  alt: string
  placeholder: string | null
  isUrgent?: boolean
  /** Stays blurred and asks for nothing as long as something more important is on its way. */
  isHeld?: boolean
  /** It is shown, or it never will be. */
  onSettled?: () => void
}

/**
 * A photo that fills the box it is given: blurred at first, sharp when it has arrived, a neutral tile if it never does. It fades
 * in only while the page rests: dozens of fading layers at once are what makes scrolling jerk (half of all frames were lost).
 */
export function Picture({ src, alt, placeholder, isUrgent = false, isHeld = false, onSettled }: Props) {
  const [state, setState] = useState<'loading' | 'fading' | 'shown' | 'failed'>('loading')
  const blurred = placeholderUrl(placeholder)
  const settle = (as: typeof state) => {
    setState(as)
    onSettled?.()
  }
  return (
    <span className={styles['picture']}>
      {state !== 'failed' && !isHeld && (
        <img
          src={src}
          alt={alt}
          decoding="async"
          draggable={false}
          fetchPriority={isUrgent ? 'high' : 'auto'}
          onLoad={event => void whenDecoded(event.currentTarget).then(() => settle(isScrolling() ? 'shown' : 'fading'))}
          onError={() => settle('failed')}
        />
      )}
      {state !== 'shown' && (
        <span
          aria-hidden
          className={classNames(styles['placeholder'], state === 'fading' && styles['gone'])}
          style={blurred ? { backgroundImage: `url(${blurred})` } : undefined}
          onTransitionEnd={() => setState('shown')}
        />
      )}
    </span>
  )
}
