import { coverSrcSet, type http } from '@daymark/contracts'
import { Images, Lock } from 'lucide-react'
import { useState } from 'react'
import { dateFormat } from '../../../lib/format/dates.ts'
import { whenDecoded } from '../../../widgets/masonry/picture.tsx'
import { placeholderUrl } from '../../../widgets/masonry/placeholder.ts'
import styles from './studio.module.css'

const month = dateFormat({ month: 'long', year: 'numeric' })
/** Matches the style sheet. */
const SIZES = '(width <= 600px) 100vw, (width <= 1100px) 50vw, 33vw'

/** A page with its own metadata, so the link is a plain one. */
export function GalleryCard({ gallery, isUrgent }: { gallery: http.ListedGallery; isUrgent: boolean }) {
  const { title, url, cover, locked, shared_at: sharedAt } = gallery
  const Icon = locked ? Lock : Images
  return (
    <a href={url} className={styles['card']}>
      <span className={styles['cover']}>{cover ? <Cover {...{ cover, isUrgent }} /> : <Icon aria-hidden />}</span>
      <span className={styles['name']}>{title}</span>
      <span className={styles['fact']}>{sharedAt ? month(new Date(sharedAt)) : 'Private gallery'}</span>
    </a>
  )
}

/** Blurred at first; remains blurred if the picture fails to load. */
function Cover({ cover, isUrgent }: { cover: NonNullable<http.ListedGallery['cover']>; isUrgent: boolean }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const blurred = state === 'shown' ? undefined : placeholderUrl(cover.placeholder)
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
      onLoad={event => void whenDecoded(event.currentTarget).then(() => setState('shown'))}
      onError={() => setState('failed')}
    />
  )
}
