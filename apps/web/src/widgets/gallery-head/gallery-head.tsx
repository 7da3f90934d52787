import { coverSources, type http, PHONE_MEDIA } from '@daymark/contracts'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { formatPhotoCount } from '../../domain/photos/photo.ts'
import { takeFirstPicture } from '../../lib/first-screen.ts'
import { FirstPicture, waitUntilDecoded } from '../masonry/first-picture.tsx'
import { createPlaceholderUrl } from '../masonry/placeholder.ts'
import styles from './gallery-head.module.css'

type Props = {
  title: string
  description: string
  count: number
  photographer: string | null
  layout: http.HeaderLayout
  /** Null: the header is text only, regardless of `layout`. */
  cover: Cover | null
  /** The HTML element of the title. Previews use `p`, because they must not add a heading to the page. */
  as?: 'h1' | 'p'
  /** The simulated height of the window in a preview, as a CSS length. */
  previewHeight?: string
  onCoverSettled?: (() => void) | undefined
  children?: ReactNode
}

/** S-PUB-02: the header of a gallery in one of four layouts. The cover dialog of an album shows it as a preview. */
export function GalleryHead(props: Props) {
  const { title, description, count, photographer, cover, as: Title = 'h1', previewHeight, onCoverSettled } = props
  const layout = cover ? props.layout : 'text'
  return (
    <div
      className={styles['gallery-head']}
      style={previewHeight ? ({ '--gallery-view': previewHeight } as CSSProperties) : undefined}
    >
      <header className={styles[layout]}>
        {cover && layout !== 'text' && (
          <div className={styles['picture']}>
            <CoverPicture cover={cover} layout={layout} onSettled={onCoverSettled} />
          </div>
        )}
        <div className={styles['words']}>
          <Title className={styles['title']}>{title}</Title>
          {description && <p className={styles['description']}>{description}</p>}
          <p className={styles['details']}>
            <span>{formatPhotoCount(count)}</span>
            {photographer && <span>Photographs by {photographer}</span>}
          </p>
        </div>
      </header>
    </div>
  )
}

/** The cover of a gallery. `url`: URL of the lg variant. `x` and `y`: focal point in percent. */
export type Cover = Pick<http.PublicImage, 'url' | 'width' | 'height' | 'placeholder'> & { x: number; y: number }

type CoverProps = { cover: Cover; layout: http.HeaderLayout; onSettled?: (() => void) | undefined }

/**
 * The picture of the cover. If the server-rendered first screen contains the picture, its element is reused; otherwise
 * the picture is loaded with high priority.
 */
function CoverPicture({ cover, layout, onSettled }: CoverProps) {
  const [renderedPicture] = useState(() => takeFirstPicture(cover.url))
  if (renderedPicture) return <FirstPicture picture={renderedPicture} onSettled={onSettled} />
  return <LoadedCover cover={cover} layout={layout} onSettled={onSettled} />
}

/** Shows a blurred placeholder until the browser has loaded the cover in a suitable size. */
function LoadedCover({ cover, layout, onSettled }: CoverProps) {
  const [isShown, setIsShown] = useState(false)
  const showPicture = () => {
    setIsShown(true)
    onSettled?.()
  }
  const placeholderUrl = isShown ? null : createPlaceholderUrl(cover.placeholder)
  const { phone, ...sources } = coverSources(cover, layout)
  return (
    <picture>
      <source media={PHONE_MEDIA} srcSet={phone} />
      <img
        {...sources}
        src={cover.url}
        alt=""
        decoding="async"
        draggable={false}
        fetchPriority="high"
        className={styles['cover-picture']}
        style={{
          objectPosition: `${cover.x}% ${cover.y}%`,
          ...(placeholderUrl && {
            backgroundImage: `url(${placeholderUrl})`,
            backgroundPosition: `${cover.x}% ${cover.y}%`,
          }),
        }}
        onLoad={event => void waitUntilDecoded(event.currentTarget).then(showPicture)}
        onError={showPicture}
      />
    </picture>
  )
}
