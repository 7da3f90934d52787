import type {
  http,
  Output,
  OwnedThread,
  OwnPickList,
  PickedPhoto,
  PickListView,
  sharing,
  VisitorThreads,
} from '@daymark/contracts'
import { variantUrl } from './library.ts'

type Comment = OwnedThread['comments'][number]

export const presentGalleryComments = (counts: Output<typeof sharing.countComments>): http.GalleryComments => ({
  name: counts.name,
  images: counts.photos.map(({ id, threads, open }) => ({ id, threads, open })),
})

export const presentImageComments = ({ name, threads }: VisitorThreads): http.ImageComments => ({
  name,
  threads: threads.map(({ id, point, resolvedAt, createdAt, mine, comments }) => ({
    id,
    point,
    resolved_at: resolvedAt,
    created_at: createdAt,
    mine,
    comments: comments.map(comment => ({ ...presentComment(comment), removable: comment.removable })),
  })),
})

export const presentShareComments = (page: Output<typeof sharing.listComments>): http.ShareComments => ({
  album_id: page.albumId,
  album_title: page.albumTitle,
  settings: page.settings,
  open: page.open,
  resolved: page.resolved,
  threads: page.threads.map(presentThread),
  total: page.total,
})

function presentThread({ id, photo, point, resolvedAt, createdAt, email, comments }: OwnedThread): http.CommentThread {
  const { title, width, height, placeholder } = photo
  return {
    id,
    point,
    resolved_at: resolvedAt,
    created_at: createdAt,
    email,
    image: {
      id: photo.id,
      filename: photo.originalFilename,
      title,
      width,
      height,
      placeholder,
      thumbnail_url: variantUrl('sm', photo.filename),
    },
    comments: comments.map(presentComment),
  }
}

export const presentComment = ({ id, by, name, text, createdAt }: Comment): http.Comment => ({
  id,
  by,
  name,
  text,
  created_at: createdAt,
})

/** The pick list of the visitor who requests it. The browser compares `now`, the time of the server, with its own clock. */
export function presentOwnPicks(list: OwnPickList | null, now: Date): http.OwnPicks {
  return {
    list: list && {
      name: list.name,
      email: list.email,
      sent_at: list.sentAt,
      revision: list.revision,
      picks: list.picks.map(({ photoId, choice, choiceAt, note, noteAt }) => ({
        image_id: photoId,
        choice,
        choice_at: choiceAt,
        note,
        note_at: noteAt,
      })),
    },
    now: now.toISOString(),
  }
}

export const presentSharePicks = (picks: Output<typeof sharing.listPicks>): http.SharePicks => ({
  album_id: picks.albumId,
  album_title: picks.albumTitle,
  settings: picks.settings,
  lists: picks.lists.map(presentVisitorPickList),
})

export function presentVisitorPickList(list: PickListView): http.VisitorPickList {
  const { id, name, email, picked, rejected, notes } = list
  const times = { sent_at: list.sentAt, created_at: list.createdAt, changed_at: list.changedAt }
  return { id, name, email, ...times, picked, rejected, notes }
}

export const presentPickedImages = (page: Output<typeof sharing.listPickedPhotos>): http.PickedImages => ({
  images: page.photos.map(presentPickedImage),
  total: page.total,
})

export const presentAlbumPicks = ({ people, photoIds }: Output<typeof sharing.listAlbumPicks>): http.AlbumPicks => ({
  people: people.map(({ listId, linkId, name, picked }) => ({ list_id: listId, share_id: linkId, name, picked })),
  image_ids: photoIds,
})

function presentPickedImage(photo: PickedPhoto): http.PickedImage {
  const { id, title, width, height, placeholder, picked, rejected, notes } = photo
  return {
    id,
    filename: photo.originalFilename,
    title,
    width,
    height,
    placeholder,
    thumbnail_url: variantUrl('sm', photo.filename),
    picked,
    rejected,
    notes,
    by: photo.by.map(({ listId, choice, note }) => ({ list_id: listId, choice, note })),
  }
}
