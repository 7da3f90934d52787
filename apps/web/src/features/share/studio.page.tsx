import { coverSrcSet, type http } from '@daymark/contracts'
import { Images, Lock } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { dateFormat } from '../../lib/format/dates.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { whenDecoded } from '../../widgets/masonry/picture.tsx'
import { placeholderUrl } from '../../widgets/masonry/placeholder.ts'
import { shownBrand } from './brand/brand-mark.tsx'
import styles from './studio.module.css'
import { readStudioPage } from './studio.queries.ts'

type State = { page: http.PublicStudioPage } | { failure: string; mayRetry: boolean }

const failureOf = (reason: unknown): State => ({
  failure: messageOf(reason, 'The page could not be loaded.'),
  mayRetry: !(reason instanceof ApiError) || reason.status !== 404,
})

/** rule 158: the galleries that a studio lists. */
export function StudioPage({ mark, foot }: Frame) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readStudioPage()
      .then((page): State => ({ page }), failureOf)
      .then(read => isCurrent && setState(read))
    return () => {
      isCurrent = false
    }
  }, [attempt])
  if (!state) return <Spinner label="Loading..." fill />
  if ('page' in state) return <Studio page={state.page} {...{ mark, foot }} />
  return <NotHere {...state} mark={mark} onRetry={() => setAttempt(count => count + 1)} />
}

type Missing = Extract<State, { failure: string }> & Pick<Frame, 'mark'> & { onRetry: () => void }

function NotHere({ failure, mayRetry, mark, onRetry }: Missing) {
  useTitle('Galleries', shownBrand()?.name)
  return (
    <main className={styles['alone']}>
      {mark}
      <h1>No galleries here</h1>
      <p>{failure}</p>
      {mayRetry && <Button onClick={onRetry}>Try Again</Button>}
    </main>
  )
}

/** The number of covers with high priority: about one screen. */
const URGENT = 3

/** `mark` and `foot` are shared with galleries and passed in by the caller. */
type Frame = { mark: ReactNode; foot: ReactNode }

function Studio({ page, mark, foot }: Frame & { page: http.PublicStudioPage }) {
  const { title, text, galleries } = page
  const brand = shownBrand()
  useEffect(() => {
    document.title = brand ? title : `${title} · Daymark`
  }, [brand, title])
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
              <GalleryCard gallery={gallery} isUrgent={index < URGENT} />
            </li>
          ))}
        </ul>
      )}
      <footer className={styles['foot']}>{foot}</footer>
    </main>
  )
}

const month = dateFormat({ month: 'long', year: 'numeric' })
/** Matches the style sheet. */
const SIZES = '(width <= 600px) 100vw, (width <= 1100px) 50vw, 33vw'

/** A page with its own metadata, so the link is a plain one. */
function GalleryCard({ gallery, isUrgent }: { gallery: http.ListedGallery; isUrgent: boolean }) {
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
