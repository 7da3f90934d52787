import { ImageOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { waitUntilDecoded } from '../../masonry/first-picture.tsx'
import { createPlaceholderUrl } from '../../masonry/placeholder.ts'
import styles from './stage.module.css'

type LoadState = 'loading' | 'loaded' | 'failed'

function Unavailable({ text }: { text: string }) {
  return (
    <div className={styles['unavailable']}>
      <ImageOff aria-hidden />
      <p>{text}</p>
    </div>
  )
}

/**
 * Whether a picture has the expected aspect ratio. Small differences are allowed, because the size of variants is
 * rounded to whole pixels.
 */
const isSamePicture = ({ naturalWidth, naturalHeight }: HTMLImageElement, ratio: number) =>
  naturalHeight > 0 && Math.abs(naturalWidth / naturalHeight / ratio - 1) < 0.02

/**
 * Shows the full-size file above the large variant as soon as it is decoded. If the browser cannot decode the file or
 * does not apply its rotation, the large variant stays visible.
 */
function FullSize(props: { url: string; ratio: number; onLoading: (isLoading: boolean) => void }) {
  const { url, ratio, onLoading } = props
  const [state, setState] = useState<LoadState>('loading')
  useEffect(() => {
    onLoading(state === 'loading')
    return () => onLoading(false)
  }, [state, onLoading])
  if (state === 'failed') return null
  return (
    <img
      src={url}
      alt=""
      draggable={false}
      data-full={state}
      className={classNames(state === 'loading' && styles['hidden-until-loaded'])}
      onLoad={({ currentTarget: image }) =>
        void waitUntilDecoded(image).then(() => setState(isSamePicture(image, ratio) ? 'loaded' : 'failed'))
      }
      onError={() => setState('failed')}
    />
  )
}

type Props = {
  photo: StagePhoto
  transform: string | undefined
  /** Whether the full-size file is shown, because the zoom needs more pixels than the large variant has. */
  showsFullSize: boolean
  onFullLoading: (isLoading: boolean) => void
  /** The zoom relative to the size that fits the stage. */
  scale: number
  /** Content above the picture that moves with it. */
  overlay?: ReactNode
}

/**
 * A photo at the largest size that fits, but not enlarged. Until the large variant has loaded, the small variant is
 * visible, which is usually cached.
 */
export function Slide({ photo, transform, showsFullSize, onFullLoading, scale, overlay }: Props) {
  const [state, setState] = useState<LoadState>('loading')
  const [width, height] = [photo.width ?? 1280, photo.height ?? 853]
  const size = { '--ratio': width / height, '--natural': `${width}px`, '--scale': scale }
  const box = { ...size, aspectRatio: `${width} / ${height}`, transform }
  if (photo.unavailable) return <Unavailable text={photo.unavailable} />
  if (state === 'failed') return <Unavailable text="This picture could not be loaded." />
  const placeholderUrl = createPlaceholderUrl(photo.placeholder)
  return (
    <div
      className={styles['picture']}
      style={{ ...box, backgroundImage: placeholderUrl ? `url(${placeholderUrl})` : undefined }}
    >
      {state === 'loading' && <img src={photo.smallUrl} alt="" draggable={false} />}
      <img
        src={photo.url}
        alt={photo.name}
        draggable={false}
        className={classNames(state === 'loading' && styles['hidden-until-loaded'])}
        onLoad={event => void waitUntilDecoded(event.currentTarget).then(() => setState('loaded'))}
        onError={() => setState('failed')}
      />
      {showsFullSize && photo.fullUrl && (
        <FullSize url={photo.fullUrl} ratio={width / height} onLoading={onFullLoading} />
      )}
      {overlay}
    </div>
  )
}

/** The data of a photo that the stage needs, for owners and visitors. */
export type StagePhoto = {
  id: string
  url: string
  smallUrl: string
  /** The URL of the full-size file for zooming beyond the large variant, or null. */
  fullUrl: string | null
  name: string
  width: number | null
  height: number | null
  placeholder: string | null
  /** The message that replaces the picture if it is not available. */
  unavailable?: string | null
}
