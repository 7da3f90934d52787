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
  /** Stays blurred and sends no request while a more important picture is loading. */
  isHeld?: boolean
  /** Called when it is shown or has failed. */
  onSettled?: () => void
}

/**
 * A photo that fills its box: blurred at first, sharp once loaded, a neutral tile if it fails. It fades in only while the
 * page does not scroll: dozens of fading layers at once make scrolling jerk (half of all frames were lost).
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
