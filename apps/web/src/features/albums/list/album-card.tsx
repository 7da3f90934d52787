import { type http, hasExtremeAspectRatio } from '@daymark/contracts'
import { Heart, Images } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { Link } from '../../../lib/router.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { formatPhotoCount } from '../../../domain/photos/photo.ts'
import { newestFavoritesQuery } from '../../../domain/photos/photo.queries.ts'
import { Visibility } from '../visibility.tsx'
import styles from './album-list.module.css'

function AlbumLink(props: { to: string; album: http.Album; cover: ReactNode; icon?: ReactNode }) {
  const { to, album, cover, icon } = props
  return (
    <Link to={to} className={styles['card']}>
      <span className={styles['cover']}>{cover}</span>
      <span className={styles['title']}>
        {icon}
        {album.title}
      </span>
      <span className={styles['details']}>
        {formatPhotoCount(album.image_count)}
        <Visibility visibility={album.visibility} />
      </span>
    </Link>
  )
}

const EmptyCover = ({ icon }: { icon: ReactNode }) => <span className={styles['empty-cover']}>{icon}</span>

/** L-ALB-04: cover, title, photo count and visibility. */
export function AlbumCard({ album }: { album: http.Album }) {
  const cover = album.cover_image ? (
    <Picture key={album.cover_image} src={album.cover_image} alt="" placeholder={album.cover_placeholder} />
  ) : (
    <EmptyCover icon={<Images aria-hidden />} />
  )
  return <AlbumLink to={`/albums/${album.id}`} album={album} cover={cover} />
}

/**
 * L-ALB-03, L-ALB-07: the card of Favorites. Its cover shows the four newest liked photos in a square, or one photo if
 * there are fewer.
 */
export function FavoritesCard({ album }: { album: http.Album }) {
  const { data } = useCached(newestFavoritesQuery())
  const processedPhotos =
    data?.images.filter(photo => photo.processing_status === 'completed' && !hasExtremeAspectRatio(photo)) ?? []
  const coverPhotos = processedPhotos.slice(0, processedPhotos.length >= 4 ? 4 : 1)
  const cover = coverPhotos.length ? (
    <span className={coverPhotos.length === 4 ? styles['four-covers'] : styles['single-cover']}>
      {coverPhotos.map(photo => (
        <Picture key={photo.id} src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />
      ))}
    </span>
  ) : (
    <EmptyCover icon={<Heart aria-hidden />} />
  )
  // The photos of the cover are reloaded after every like, so their total is more recent than the count of the album.
  const albumWithCount = { ...album, image_count: data?.total ?? album.image_count }
  return (
    <AlbumLink
      to="/favorites"
      album={albumWithCount}
      cover={cover}
      icon={<Heart aria-hidden className={styles['heart']} />}
    />
  )
}
