import type { http, OwnedThread, Output, sharing, VisitorThreads } from '@daymark/contracts'
import { variantUrl } from './photo.ts'

type Comment = OwnedThread['comments'][number]

export const presentGalleryComments = (found: Output<typeof sharing.countComments>): http.GalleryComments => ({
  name: found.name,
  images: found.photos.map(({ id, threads, open }) => ({ id, threads, open })),
})

export const presentImageComments = ({ name, threads }: VisitorThreads): http.ImageComments => ({
  name,
  threads: threads.map(({ id, point, resolvedAt, createdAt, mine, comments }) => ({
    ...{ id, point, resolved_at: resolvedAt, created_at: createdAt, mine },
    comments: comments.map(one => ({ ...presentComment(one), removable: one.removable })),
  })),
})

export const presentShareComments = (found: Output<typeof sharing.listComments>): http.ShareComments => ({
  album_id: found.albumId,
  album_title: found.albumTitle,
  settings: found.settings,
  open: found.open,
  resolved: found.resolved,
  threads: found.threads.map(presentThread),
  total: found.total,
})

function presentThread({ id, photo, point, resolvedAt, createdAt, email, comments }: OwnedThread): http.CommentThread {
  const { title, width, height, placeholder } = photo
  return {
    ...{ id, point, resolved_at: resolvedAt, created_at: createdAt, email },
    image: {
      ...{ id: photo.id, filename: photo.originalFilename, title, width, height, placeholder },
      thumbnail_url: variantUrl('sm', photo.filename),
    },
    comments: comments.map(presentComment),
  }
}

export const presentComment = ({ id, by, name, text, createdAt }: Comment): http.Comment => ({
  ...{ id, by, name, text, created_at: createdAt },
})
