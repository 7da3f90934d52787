import { useState } from 'react'
import { takeFirstPicture } from '../../lib/first-screen.ts'
import { isScrolling } from '../../lib/scroll/scrolling.ts'
import { classNames } from '../../ui/class-names.ts'
import { FirstPicture, waitUntilDecoded } from './first-picture.tsx'
import styles from './masonry.module.css'
import { createPlaceholderUrl } from './placeholder.ts'

type Props = {
  src: string
  alt: string
  placeholder: string | null
  hasHighPriority?: boolean
  /** Shows only the placeholder while a more important picture is loading. */
  isDeferred?: boolean
  /** Called when the picture is shown or has failed to load. */
  onSettled?: () => void
}

/**
 * A photo that fills its box. A blurred placeholder is visible until the photo is loaded, and a gray tile if loading
 * fails. The photo fades in only while the page does not scroll, because dozens of fading layers would make the page
 * drop half of its frames.
 */
export function Picture(props: Props) {
  const { src, onSettled } = props
  const [initial] = useState(() => ({ src, picture: takeFirstPicture(src) }))
  // The picture of the first screen can be used only for the URL with which the component was mounted.
  if (!initial.picture || initial.src !== src) return <LoadedPicture {...props} />
  return (
    <span className={styles['picture']}>
      <FirstPicture picture={initial.picture} onSettled={onSettled} />
    </span>
  )
}

function LoadedPicture({ src, alt, placeholder, hasHighPriority = false, isDeferred = false, onSettled }: Props) {
  const [state, setState] = useState<'loading' | 'fading' | 'shown' | 'failed'>('loading')
  const placeholderUrl = createPlaceholderUrl(placeholder)
  const finishLoading = (newState: typeof state) => {
    setState(newState)
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
          fetchPriority={hasHighPriority ? 'high' : 'auto'}
          onLoad={event =>
            void waitUntilDecoded(event.currentTarget).then(() => finishLoading(isScrolling() ? 'shown' : 'fading'))
          }
          onError={() => finishLoading('failed')}
        />
      )}
      {state !== 'shown' && (
        <span
          aria-hidden
          className={classNames(styles['placeholder'], state === 'fading' && styles['faded'])}
          style={placeholderUrl ? { backgroundImage: `url(${placeholderUrl})` } : undefined}
          onTransitionEnd={() => setState('shown')}
        />
      )}
    </span>
  )
}
