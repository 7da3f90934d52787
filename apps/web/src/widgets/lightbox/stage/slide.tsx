import { ImageOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { whenDecoded } from '../../masonry/first-picture.tsx'
import { placeholderUrl } from '../../masonry/placeholder.ts'
import styles from './stage.module.css'

type State = 'loading' | 'loaded' | 'failed'

function Unavailable({ text }: { text: string }) {
  return (
    <div className={styles['unavailable']}>
      <ImageOff aria-hidden />
      <p>{text}</p>
    </div>
  )
}

/** The tolerance of proportions: variants are rounded to whole pixels. */
const isSamePicture = ({ naturalWidth, naturalHeight }: HTMLImageElement, ratio: number) =>
  naturalHeight > 0 && Math.abs(naturalWidth / naturalHeight / ratio - 1) < 0.02

/**
 * Covers the large variant once decoded. A file that cannot be decoded, or that this browser shows in another shape (not
 * rotated), is never shown: the large variant remains.
 */
function FullSize(props: { url: string; ratio: number; onLoading: (isLoading: boolean) => void }) {
  const { url, ratio, onLoading } = props
  const [state, setState] = useState<State>('loading')
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
      className={classNames(state === 'loading' && styles['coming'])}
      onLoad={({ currentTarget: image }) =>
        void whenDecoded(image).then(() => setState(isSamePicture(image, ratio) ? 'loaded' : 'failed'))
      }
      onError={() => setState('failed')}
    />
  )
}

type Props = {
  photo: StagePhoto
  transform: string | undefined
  /** The zoom needs more pixels than the large variant has. */
  isFullWanted: boolean
  onFullLoading: (isLoading: boolean) => void
  /** The enlargement relative to the fitting size. */
  scale: number
  /** Moves with the picture. */
  overlay?: ReactNode
}

/** As large as fits, never enlarged; the small variant, usually cached, is shown until the large one is loaded. */
export function Slide({ photo, transform, isFullWanted, onFullLoading, scale, overlay }: Props) {
  const [state, setState] = useState<State>('loading')
  const [width, height] = [photo.width ?? 1280, photo.height ?? 853]
  const size = { '--ratio': width / height, '--natural': `${width}px`, '--scale': scale }
  const box = { ...size, aspectRatio: `${width} / ${height}`, transform }
  if (photo.unavailable) return <Unavailable text={photo.unavailable} />
  if (state === 'failed') return <Unavailable text="This picture could not be loaded." />
  const blurred = placeholderUrl(photo.placeholder)
  return (
    <div className={styles['picture']} style={{ ...box, backgroundImage: blurred ? `url(${blurred})` : undefined }}>
      {state === 'loading' && <img src={photo.smallUrl} alt="" draggable={false} />}
      <img
        src={photo.url}
        alt={photo.name}
        draggable={false}
        className={classNames(state === 'loading' && styles['coming'])}
        onLoad={event => void whenDecoded(event.currentTarget).then(() => setState('loaded'))}
        onError={() => setState('failed')}
      />
      {isFullWanted && photo.fullUrl && (
        <FullSize url={photo.fullUrl} ratio={width / height} onLoading={onFullLoading} />
      )}
      {overlay}
    </div>
  )
}

/** The photo data that the stage needs, common to owner and visitor. */
export type StagePhoto = {
  id: string
  url: string
  smallUrl: string
  /** The full-size file, for zooming beyond the large variant; null if there is none. */
  fullUrl: string | null
  name: string
  width: number | null
  height: number | null
  placeholder: string | null
  /** The message shown without a picture. */
  unavailable?: string | null
}
