import {
  type http,
  linkFields,
  type LinkView,
  type ManifestPhoto,
  type OwnedThread,
  type PickedPhoto,
  type PickListView,
  presentFields,
  type ReceivedFile,
  type StudioPage,
  type VariantSize,
} from '@daymark/contracts'
import { createHash } from 'node:crypto'
import { presentComment } from '../../presenters/comments.ts'
import { presentVisitorList } from '../../presenters/picks.ts'
import { receivedUrl } from '../../presenters/uploads.ts'
import { presentManifestImage } from './image.ts'

export function presentCommentThread(thread: OwnedThread): http.v1.CommentThread {
  const { id, photo, point, resolvedAt, createdAt, email, comments } = thread
  return {
    ...{ id, image_id: photo.id, filename: photo.originalFilename, point },
    ...{ resolved_at: resolvedAt, created_at: createdAt, email },
    comments: comments.map(presentComment),
  }
}

export const JSON_LINES = 'application/x-ndjson'
export type Page = { photos: ManifestPhoto[]; next: string | null }
type Head = { album: http.v1.Album; generated_at: string }
type Parts = { head: Head; site: string; first: Page; more(after: string): Promise<Page> }

/** An entity tag of the state of the library, because `generated_at` differs in every response. */
export const manifestTag = (...state: unknown[]): string =>
  `"${createHash('sha1').update(JSON.stringify(state)).digest('base64url')}"`

/** Generates JSON in pieces, so that an album of 100,000 photos is never in memory as a whole. */
export async function* asJson(parts: Parts): AsyncGenerator<string> {
  yield `${JSON.stringify(parts.head).slice(0, -1)},"images":[`
  let separator = ''
  for await (const page of imagesOf(parts)) {
    if (page.length === 0) continue
    yield separator + page.map(image => JSON.stringify(image)).join(',')
    separator = ','
  }
  yield ']}'
}

/** JSON Lines: the album on the first line, an image on each other line. */
export async function* asLines(parts: Parts): AsyncGenerator<string> {
  yield `${JSON.stringify(parts.head)}\n`
  for await (const page of imagesOf(parts)) yield page.map(image => `${JSON.stringify(image)}\n`).join('')
}

async function* imagesOf({ site, first, more }: Parts): AsyncGenerator<http.v1.ManifestImage[]> {
  let position = 0
  for (let page: Page | null = first; page; page = page.next === null ? null : await more(page.next))
    yield page.photos.map(photo => presentManifestImage(photo, position++, site))
}

export const presentPickList = (list: PickListView): http.v1.PickList => presentVisitorList(list)

export function presentPickedImage(photo: PickedPhoto): http.v1.PickedImage {
  const { id, originalFilename: filename, title, picked, rejected, notes } = photo
  const by = photo.by.map(({ listId, choice, note }) => ({ list_id: listId, choice, note }))
  return { id, filename, title, picked, rejected, notes, by }
}

/** S-V1-25. `site` is the public URL of the owner's galleries without a trailing slash. */
export function presentShare(link: LinkView, site: string): http.v1.Share {
  return {
    id: link.id,
    album_id: link.albumId,
    token: link.token,
    public_url: `${site}/share/${link.slug ?? link.token}`,
    ...presentFields(linkFields, 'v1', link),
    has_password: link.hasPassword,
    revoked: link.revoked,
    view_count: link.viewCount,
    last_viewed_at: link.lastViewedAt,
    created_at: link.createdAt,
    updated_at: link.updatedAt ?? link.createdAt,
  }
}

export const presentStudioPage = (page: StudioPage, url: string | null): http.v1.StudioPage => ({
  ...{ enabled: page.enabled, url, name: page.name, title: page.title, text: page.text },
  allow_indexing: page.allowIndexing,
  share_ids: page.links.map(({ id }) => id),
})

export const presentUploadLink = ({ token: _, ...link }: http.UploadLink): http.v1.UploadLink => link

export function presentReceivedImage(file: ReceivedFile, site: string): http.v1.ReceivedImage {
  const { id, linkId, guestId, guestName, originalFilename: filename, size, width, height, status, receivedAt } = file
  const variant = (name: VariantSize) =>
    file.hasPicture ? site + receivedUrl(id, `${name}.jpg`) : STATUS_OF_MISSING[status]
  return {
    ...{ id, upload_link_id: linkId, guest_id: guestId, sent_by: guestName, filename, size, width, height },
    variants: { thumbnail: variant('sm'), medium: variant('md'), large: variant('lg') },
    processing_status: status,
    received_at: receivedAt,
  }
}
const STATUS_OF_MISSING = { processing: 'pending', completed: 'pending', failed: 'failed' }
