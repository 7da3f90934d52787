import { coverSrcSet, type http } from '@daymark/contracts'
import { Images, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { takeFirstPicture } from '../../../lib/first-screen.ts'
import { createDateFormat } from '../../../lib/format/dates.ts'
import { FirstPicture, waitUntilDecoded } from '../../../widgets/masonry/first-picture.tsx'
import { createPlaceholderUrl } from '../../../widgets/masonry/placeholder.ts'
import styles from './studio.module.css'

/** The number of covers with a high fetch priority: about one screen. */
const HIGH_PRIORITY_COVERS = 3

type Props = {
  page: http.PublicStudioPage
  brand: http.PublicBrand | null
  brandMark: ReactNode
  footer: ReactNode
  /** False when the server renders the page, because only the browser knows the user's date format. */
  hasDates?: boolean
}

/** rule 158: the title and galleries of a studio page. */
export function StudioGalleries({ page, brand, brandMark, footer, hasDates = true }: Props) {
  const { title, text, galleries } = page
  // A logo usually contains the name of the studio, so a title that equals the name is not shown again.
  const isTitleInLogo = brand?.logo && brand.name === title
  return (
    <main className={styles['page']}>
      <header className={styles['header']}>
        {brand?.logo && brandMark}
        <h1 className={isTitleInLogo ? 'visually-hidden' : styles['title']}>{title}</h1>
        {text && <p className={styles['text']}>{text}</p>}
      </header>
      {galleries.length === 0 ? (
        <p className={styles['empty']}>No galleries yet.</p>
      ) : (
        <ul className={styles['grid']}>
          {galleries.map((gallery, index) => (
            <li key={gallery.url}>
              <GalleryCard gallery={gallery} hasHighPriority={index < HIGH_PRIORITY_COVERS} hasDate={hasDates} />
            </li>
          ))}
        </ul>
      )}
      <footer className={styles['footer']}>{footer}</footer>
    </main>
  )
}

const formatMonth = createDateFormat({ month: 'long', year: 'numeric' })
const describeDate = (sharedAt: string | null | undefined) =>
  sharedAt ? formatMonth(new Date(sharedAt)) : 'Private gallery'

/** The `sizes` attribute of covers, which must match the widths in studio.module.css. */
const COVER_SIZES = '(width <= 600px) 100vw, (width <= 1100px) 50vw, 33vw'

type CardProps = { gallery: http.ListedGallery; hasHighPriority: boolean; hasDate: boolean }

/**
 * A gallery of the page. The link loads a new page instead of using the router, because the gateway renders metadata
 * into the page of each gallery.
 */
function GalleryCard({ gallery, hasHighPriority, hasDate }: CardProps) {
  const { title, url, cover, locked, shared_at: sharedAt } = gallery
  const Icon = locked ? Lock : Images
  return (
    <a href={url} className={styles['card']}>
      <span className={styles['cover']}>
        {cover ? <Cover cover={cover} hasHighPriority={hasHighPriority} /> : <Icon aria-hidden />}
      </span>
      <span className={styles['name']}>{title}</span>
      <span className={styles['date']}>{hasDate ? describeDate(sharedAt) : '\u00a0'}</span>
    </a>
  )
}

type CoverProps = { cover: NonNullable<http.ListedGallery['cover']>; hasHighPriority: boolean }

/** The cover. If the server-rendered page contains its picture, this picture is used; otherwise it is loaded. */
function Cover({ cover, hasHighPriority }: CoverProps) {
  const [renderedPicture] = useState(() => takeFirstPicture(cover.url))
  return renderedPicture ? (
    <FirstPicture picture={renderedPicture} />
  ) : (
    <LoadedCover cover={cover} hasHighPriority={hasHighPriority} />
  )
}

/** The cover with a blurred placeholder, which stays until the picture has loaded, and if loading fails. */
function LoadedCover({ cover, hasHighPriority }: CoverProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const placeholder = state === 'shown' ? undefined : createPlaceholderUrl(cover.placeholder)
  const focalPoint = `${cover.x}% ${cover.y}%`
  const background = placeholder ? { backgroundImage: `url(${placeholder})`, backgroundPosition: focalPoint } : {}
  if (state === 'failed') return <span className={styles['picture']} style={background} />
  return (
    <img
      srcSet={coverSrcSet(cover)}
      sizes={COVER_SIZES}
      src={cover.url.replace('/lg/', '/md/')}
      alt=""
      decoding="async"
      loading={hasHighPriority ? 'eager' : 'lazy'}
      fetchPriority={hasHighPriority ? 'high' : 'auto'}
      className={styles['picture']}
      style={{ objectPosition: focalPoint, ...background }}
      onLoad={event => void waitUntilDecoded(event.currentTarget).then(() => setState('shown'))}
      onError={() => setState('failed')}
    />
  )
}
