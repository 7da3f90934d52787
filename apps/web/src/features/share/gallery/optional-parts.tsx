import type { http } from '@daymark/contracts'
import { type RefObject, Suspense } from 'react'
import { lazyOf } from '../../../lib/lazy.ts'
import type { DownloadRequest } from '../downloads/use-downloads.ts'
import { photoLabel } from '../share-media.ts'
import styles from './gallery.module.css'
import type { GalleryFilter, TileBadges } from './gallery-state.ts'

// Each of these features is one chunk, which only galleries that use the feature load.
const importPicks = () => import('../picks/picks-bar.tsx')
const importComments = () => import('../comments/comments-panel.tsx')

export const PicksBar = lazyOf(importPicks, 'PicksBar')
const TilePick = lazyOf(importPicks, 'TilePick')
const ViewerPick = lazyOf(importPicks, 'ViewerPick')
const TileCommentCount = lazyOf(importComments, 'TileCommentCount')
const COMMENT_PARTS = {
  button: lazyOf(importComments, 'CommentsButton'),
  panel: lazyOf(importComments, 'CommentsPanel'),
  /** Rendered on top of the photo. */
  markers: lazyOf(importComments, 'PhotoMarkers'),
}
const FirstLook = lazyOf(() => import('../first-look/first-look.tsx'), 'FirstLook')
const News = lazyOf(() => import('../news/news.tsx'), 'News')

/** The announcement of further photos. Its space is reserved, so that the page does not shift when it is loaded. */
export function FirstLookSection({ link }: http.PublicShare) {
  if (!link.first_look) return null
  return (
    <section aria-label="More photos are coming" className={styles['notice-line']}>
      <Suspense>
        <FirstLook token={link.token} settings={link.first_look} />
      </Suspense>
    </section>
  )
}

type NewsSectionProps = GalleryFilter & { isDeferred: boolean; onDownload: (request: DownloadRequest) => void }

/** The photos added since the last visit. Loaded after the first screen. */
export function NewsSection({ isDeferred, ...news }: NewsSectionProps) {
  return <Suspense>{!isDeferred && <News {...news} />}</Suspense>
}

/** The badges, pick buttons and comment count of one tile. */
export function renderTileOverlays(
  share: http.PublicShare,
  photo: http.PublicImage,
  index: number,
  badges: TileBadges,
) {
  const { picks, comments } = share.link
  return (
    <>
      {badges?.get(photo.id)}
      {picks && <TilePick share={share} id={photo.id} label={photoLabel(photo, index)} />}
      {comments && <TileCommentCount share={share} id={photo.id} />}
    </>
  )
}

type ViewerPartProps = {
  share: http.PublicShare
  photo: http.PublicImage | undefined
  dialog: RefObject<HTMLDialogElement | null>
}

/** The pick buttons of the viewer for the open photo. */
export function ViewerPicks({ share, photo, dialog }: ViewerPartProps) {
  if (!share.link.picks || !photo) return null
  return (
    <Suspense>
      <ViewerPick share={share} id={photo.id} dialog={dialog} />
    </Suspense>
  )
}

/** One of the comment parts of the viewer for the open photo. */
export function ViewerComments({ kind, share, photo, dialog }: ViewerPartProps & { kind: keyof typeof COMMENT_PARTS }) {
  const CommentComponent = COMMENT_PARTS[kind]
  if (!share.link.comments || !photo) return null
  return (
    <Suspense>
      <CommentComponent share={share} id={photo.id} dialog={dialog} />
    </Suspense>
  )
}
