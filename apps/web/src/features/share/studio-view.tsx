import { coverSrcSet, type http } from '@daymark/contracts'
import { Images, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { takeFirstPicture } from '../../lib/first-screen.ts'
import { createDateFormat } from '../../lib/format/dates.ts'
import { FirstPicture, waitUntilDecoded } from '../../widgets/masonry/first-picture.tsx'
import { createPlaceholderUrl } from '../../widgets/masonry/placeholder.ts'
import styles from './studio.module.css'

/** The number of covers with high priority: about one screen. */
const URGENT = 3

type Props = {
  page: http.PublicStudioPage
  brand: http.PublicBrand | null
  mark: ReactNode
  foot: ReactNode
  /** False: the first screen, because only the browser knows how its user writes dates. */
  hasDates?: boolean
}

/** rule 158: the title and galleries of a studio page. */
export function Studio({ page, brand, mark, foot, hasDates = true }: Props) {
  const { title, text, galleries } = page
  // a logo that contains the name does not repeat it
  const isSaid = brand?.logo && brand.name === title
  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        {brand?.logo && mark}
        <h1 className={isSaid ? 'visually-hidden' : styles['title']}>{title}</h1>
        {text && <p className={styles['text']}>{text}</p>}
      </header>
      {galleries.length === 0 ? (
        <p className={styles['empty']}>No galleries yet.</p>
      ) : (
        <ul className={styles['grid']}>
          {galleries.map((gallery, index) => (
            <li key={gallery.url}>
              <GalleryCard gallery={gallery} isUrgent={index < URGENT} hasDate={hasDates} />
            </li>
          ))}
        </ul>
      )}
      <footer className={styles['foot']}>{foot}</footer>
    </main>
  )
}

const month = createDateFormat({ month: 'long', year: 'numeric' })
const factOf = (sharedAt: string | null | undefined) => (sharedAt ? month(new Date(sharedAt)) : 'Private gallery')

/** Matches the style sheet. */
const SIZES = '(width <= 600px) 100vw, (width <= 1100px) 50vw, 33vw'

type CardProps = { gallery: http.ListedGallery; isUrgent: boolean; hasDate: boolean }

/** A page with its own metadata, so the link is a plain one. */
function GalleryCard({ gallery, isUrgent, hasDate }: CardProps) {
  const { title, url, cover, locked, shared_at: sharedAt } = gallery
  const Icon = locked ? Lock : Images
  return (
    <a href={url} className={styles['card']}>
      <span className={styles['cover']}>{cover ? <Cover {...{ cover, isUrgent }} /> : <Icon aria-hidden />}</span>
      <span className={styles['name']}>{title}</span>
      <span className={styles['fact']}>{hasDate ? factOf(sharedAt) : '\u00a0'}</span>
    </a>
  )
}

type CoverProps = { cover: NonNullable<http.ListedGallery['cover']>; isUrgent: boolean }

/** Blurred at first; remains blurred if the picture fails to load. */
function Cover({ cover, isUrgent }: CoverProps) {
  const [first] = useState(() => takeFirstPicture(cover.url))
  return first ? <FirstPicture picture={first} /> : <LoadedCover {...{ cover, isUrgent }} />
}

function LoadedCover({ cover, isUrgent }: CoverProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const blurred = state === 'shown' ? undefined : createPlaceholderUrl(cover.placeholder)
  const place = `${cover.x}% ${cover.y}%`
  const back = blurred ? { backgroundImage: `url(${blurred})`, backgroundPosition: place } : {}
  if (state === 'failed') return <span className={styles['picture']} style={back} />
  return (
    <img
      srcSet={coverSrcSet(cover)}
      sizes={SIZES}
      src={cover.url.replace('/lg/', '/md/')}
      alt=""
      decoding="async"
      loading={isUrgent ? 'eager' : 'lazy'}
      fetchPriority={isUrgent ? 'high' : 'auto'}
      className={styles['picture']}
      style={{ objectPosition: place, ...back }}
      onLoad={event => void waitUntilDecoded(event.currentTarget).then(() => setState('shown'))}
      onError={() => setState('failed')}
    />
  )
}
