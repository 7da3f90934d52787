import { type http, isStrip } from '@daymark/contracts'
import { Heart, Images } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { Link } from '../../../lib/router.ts'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { formatPhotoCount } from '../../../domain/photos/photo.ts'
import { newestFavoritesQuery } from '../../../domain/photos/photo.queries.ts'
import { Visibility } from '../visibility.tsx'
import styles from './album-list.module.css'

function Card(props: { to: string; album: http.Album; cover: ReactNode; icon?: ReactNode }) {
  const { to, album, cover, icon } = props
  return (
    <Link to={to} className={styles['card']}>
      <span className={styles['cover']}>{cover}</span>
      <span className={styles['title']}>
        {icon}
        {album.title}
      </span>
      <span className={styles['facts']}>
        {formatPhotoCount(album.image_count)}
        <Visibility visibility={album.visibility} />
      </span>
    </Link>
  )
}

const Nothing = ({ icon }: { icon: ReactNode }) => <span className={styles['nothing']}>{icon}</span>

/** L-ALB-04 */
export function AlbumCard({ album }: { album: http.Album }) {
  const cover = album.cover_image ? (
    <Picture key={album.cover_image} src={album.cover_image} alt="" placeholder={album.cover_placeholder} />
  ) : (
    <Nothing icon={<Images aria-hidden />} />
  )
  return <Card to={`/albums/${album.id}`} album={album} cover={cover} />
}

/** L-ALB-03, L-ALB-07: the cover shows the newest liked photos: four in a square, or one. */
export function FavoritesCard({ album }: { album: http.Album }) {
  const { data } = useCached(newestFavoritesQuery())
  const ready = data?.images.filter(photo => photo.processing_status === 'completed' && !isStrip(photo)) ?? []
  const shown = ready.slice(0, ready.length >= 4 ? 4 : 1)
  const cover = shown.length ? (
    <span className={shown.length === 4 ? styles['four'] : styles['one']}>
      {shown.map(photo => (
        <Picture key={photo.id} src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />
      ))}
    </span>
  ) : (
    <Nothing icon={<Heart aria-hidden />} />
  )
  // The same query as for the cover and the Favorites page, which is read again after every like.
  const counted = { ...album, image_count: data?.total ?? album.image_count }
  return <Card to="/favorites" album={counted} cover={cover} icon={<Heart aria-hidden className={styles['heart']} />} />
}
