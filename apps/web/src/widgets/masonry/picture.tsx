import { useState } from 'react'
import { takeFirstPicture } from '../../lib/first-screen.ts'
import { isScrolling } from '../../lib/scroll/scrolling.ts'
import { classNames } from '../../ui/class-names.ts'
import { FirstPicture, whenDecoded } from './first-picture.tsx'
import styles from './masonry.module.css'
import { placeholderUrl } from './placeholder.ts'

type Props = {
  src: string
  alt: string
  placeholder: string | null
  isUrgent?: boolean
  /** Stays blurred and sends no request while a more important picture is loading. */
  isDeferred?: boolean
  /** Called when it is shown or has failed. */
  onSettled?: () => void
}

/**
 * A photo that fills its box: blurred at first, sharp once loaded, a neutral tile if it fails. It fades in only while the
 * page does not scroll: dozens of fading layers at once make scrolling jerk (half of all frames were lost).
 */
export function Picture(props: Props) {
  const { src, onSettled } = props
  const [first] = useState(() => ({ src, picture: takeFirstPicture(src) }))
  // A picture of another size has another address.
  if (!first.picture || first.src !== src) return <LoadedPicture {...props} />
  return (
    <span className={styles['picture']}>
      <FirstPicture picture={first.picture} onSettled={onSettled} />
    </span>
  )
}

function LoadedPicture({ src, alt, placeholder, isUrgent = false, isDeferred = false, onSettled }: Props) {
  const [state, setState] = useState<'loading' | 'fading' | 'shown' | 'failed'>('loading')
  const blurred = placeholderUrl(placeholder)
  const settle = (as: typeof state) => {
    setState(as)
    onSettled?.()
  }
  return (
    <span className={styles['picture']}>
      {state !== 'failed' && !isDeferred && (
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
