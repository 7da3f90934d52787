import {
  type AlbumView,
  type EarlierFile,
  type http,
  linkFields,
  type LinkView,
  type ManifestPhoto,
  type OwnedThread,
  photoFields,
  type PhotoView,
  type PickedPhoto,
  type PickListView,
  presentFields,
  type ReceivedFile,
  type StudioPage,
  type TagView,
  type VariantSize,
} from '@daymark/contracts'
import {
  earlierFileUrl,
  presentCapture,
  presentReplacement,
  presentSections,
  presentSender,
  variantUrl,
} from '../presenters/library.ts'
import { receivedFileUrl } from '../presenters/uploads.ts'
import { presentComment, presentVisitorPickList } from '../presenters/visitors.ts'

/** S-V1-11. `site` is the public URL without a trailing slash. */
export function presentAlbum(album: AlbumView, { isShared, site }: { isShared: boolean; site: string }): http.v1.Album {
  const { cover } = album
  return {
    id: album.id,
    title: album.title,
    description: album.description,
    image_count: album.photoCount,
    cover_url: cover?.isReady ? site + variantUrl('sm', cover.filename) : null,
    visibility: isShared ? 'shared' : 'private',
    sections: presentSections(album.sections),
    created_at: album.createdAt,
    updated_at: album.updatedAt,
  }
}

export const presentTag = ({ id, label, usageCount }: TagView) => ({ id, label, image_count: usageCount })

type PhotoVariantFields = Pick<PhotoView, 'filename' | 'status'>

/** S-V1-18. `site` is the public URL without a trailing slash. */
export function presentImage(photo: PhotoView, site: string): http.v1.Image {
  const albumIds = photo.albumIds ?? []
  return {
    id: photo.id,
    album_id: albumIds[0] ?? null,
    album_ids: albumIds,
    filename: photo.originalFilename,
    ...presentFields(photoFields, 'v1', photo),
    tags: photo.tags.map(({ label }) => label),
    variants: presentVariants(photo, site),
    metadata: {
      width: photo.width,
      height: photo.height,
      size: photo.size,
      mime_type: photo.mimeType,
      camera: photo.camera ?? null,
      taken_at: photo.takenAt,
      capture: presentCapture(photo.capture),
    },
    processing_status: photo.status,
    created_at: photo.createdAt,
    updated_at: photo.updatedAt,
    ...presentReplacement(photo),
    ...presentSender(photo),
  }
}

const presentManifestImage = (photo: ManifestPhoto, position: number, site: string): http.v1.ManifestImage => ({
  id: photo.id,
  filename: photo.originalFilename,
  size: photo.size,
  sha256: photo.sha256,
  taken_at: photo.takenAt,
  position,
  section_id: photo.sectionId ?? null,
  variants: presentVariants(photo, site),
})

export function presentEarlierVersion(file: EarlierFile, site: string): http.v1.EarlierVersion {
  const urlOf = (name: string) => site + earlierFileUrl(file.photoId, name)
  const variantUrlOrStatus = (size: VariantSize) =>
    file.status === 'completed' ? urlOf(`${size}.jpg`) : MISSING_VARIANT_STATUS[file.status]
  return {
    image_id: file.photoId,
    filename: file.originalFilename,
    sha256: file.sha256,
    variants: {
      thumbnail: variantUrlOrStatus('sm'),
      medium: variantUrlOrStatus('md'),
      large: variantUrlOrStatus('lg'),
      original: urlOf('original'),
    },
    metadata: {
      width: file.width,
      height: file.height,
      size: file.size,
      mime_type: file.mimeType,
      taken_at: file.takenAt,
    },
    processing_status: file.status,
    replaced_at: file.replacedAt,
  }
}

/** A variant is a URL (S-V1-38), or its status while there is no picture (S-V1-20). */
function presentVariants({ filename, status }: PhotoVariantFields, site: string): http.v1.Variants {
  const urlOf = (size: VariantSize) => site + variantUrl(size, filename)
  const variantUrlOrStatus = (size: VariantSize) =>
    status === 'completed' ? urlOf(size) : MISSING_VARIANT_STATUS[status]
  const original = `${site}/media/originals/${encodeURIComponent(filename)}`
  return {
    thumbnail: variantUrlOrStatus('sm'),
    medium: variantUrlOrStatus('md'),
    large: variantUrlOrStatus('lg'),
    original,
  }
}
/** The value that replaces the URL of a missing picture, by processing status. A received photo without a picture may be `completed`. */
const MISSING_VARIANT_STATUS = { processing: 'pending', completed: 'pending', failed: 'failed' }

export function presentCommentThread(thread: OwnedThread): http.v1.CommentThread {
  const { id, photo, point, resolvedAt, createdAt, email, comments } = thread
  return {
    id,
    image_id: photo.id,
    filename: photo.originalFilename,
    point,
    resolved_at: resolvedAt,
    created_at: createdAt,
    email,
    comments: comments.map(presentComment),
  }
}

export const JSON_LINES = 'application/x-ndjson'
export type ManifestPage = { photos: ManifestPhoto[]; next: string | null }
type ManifestHead = { album: http.v1.Album; generated_at: string }
type ManifestSource = {
  head: ManifestHead
  site: string
  firstPage: ManifestPage
  loadNext(after: string): Promise<ManifestPage>
}

/** Generates JSON in pieces, so that an album of 100,000 photos is never in memory as a whole. */
export async function* generateManifestJson(source: ManifestSource): AsyncGenerator<string> {
  yield `${JSON.stringify(source.head).slice(0, -1)},"images":[`
  let separator = ''
  for await (const page of readManifestImages(source)) {
    if (page.length === 0) continue
    yield separator + page.map(image => JSON.stringify(image)).join(',')
    separator = ','
  }
  yield ']}'
}

/** JSON Lines: the album on the first line, an image on each other line. */
export async function* generateManifestLines(source: ManifestSource): AsyncGenerator<string> {
  yield `${JSON.stringify(source.head)}\n`
  for await (const page of readManifestImages(source)) yield page.map(image => `${JSON.stringify(image)}\n`).join('')
}

async function* readManifestImages({
  site,
  firstPage,
  loadNext,
}: ManifestSource): AsyncGenerator<http.v1.ManifestImage[]> {
  let position = 0
  for (let page: ManifestPage | null = firstPage; page; page = page.next === null ? null : await loadNext(page.next))
    yield page.photos.map(photo => presentManifestImage(photo, position++, site))
}

export const presentPickList = (list: PickListView): http.v1.PickList => presentVisitorPickList(list)

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
  enabled: page.enabled,
  url,
  name: page.name,
  title: page.title,
  text: page.text,
  allow_indexing: page.allowIndexing,
  share_ids: page.links.map(({ id }) => id),
})

export const presentUploadLink = ({ token: _, ...link }: http.UploadLink): http.v1.UploadLink => link

export function presentReceivedImage(file: ReceivedFile, site: string): http.v1.ReceivedImage {
  const { id, linkId, guestId, guestName, originalFilename: filename, size, width, height, status, receivedAt } = file
  const variantUrlOrStatus = (name: VariantSize) =>
    file.hasPicture ? site + receivedFileUrl(id, `${name}.jpg`) : MISSING_VARIANT_STATUS[status]
  return {
    id,
    upload_link_id: linkId,
    guest_id: guestId,
    sent_by: guestName,
    filename,
    size,
    width,
    height,
    variants: {
      thumbnail: variantUrlOrStatus('sm'),
      medium: variantUrlOrStatus('md'),
      large: variantUrlOrStatus('lg'),
    },
    processing_status: status,
    received_at: receivedAt,
  }
}
