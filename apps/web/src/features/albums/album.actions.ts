import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { invalidate, queryClient } from '../../domain/cache/cache.ts'
import { logFailure } from '../../lib/log.ts'
import { failureOf } from '../../lib/outcome.ts'
import { needsUpgrade } from '../../domain/plan/needs-upgrade.ts'
import { evictMedia } from '../../domain/photos/photo.actions.ts'
import { offerUndo } from '../../domain/trash/undo-deletion.ts'
import type { AlbumWithPhotos } from '../../domain/albums/albums.queries.ts'
import { albumKey, setAlbumDeleting } from './album.queries.ts'

/** `needsUpgrade`: a higher plan would allow another album (L-ROLE-04). */
export type CreateAlbumFailure = { message: string; needsUpgrade: boolean }

export async function createAlbum(title: string): Promise<http.Album | CreateAlbumFailure> {
  try {
    const album = await call(routes.createAlbum, { body: { title } })
    void invalidate('createAlbum')
    return album
  } catch (reason) {
    logFailure('Creating the album failed', reason)
    const message = messageOf(reason, 'The album could not be created. Please try again.')
    return { message, needsUpgrade: needsUpgrade(reason) }
  }
}

type AlbumChanges = Partial<
  Pick<http.Album, 'title' | 'description' | 'cover_image_id' | 'cover_x' | 'cover_y' | 'header_layout'>
>

/** Saves title, description, cover or header layout. Returns null on success, or the message of the failure. */
export const saveAlbumInfo = (id: string, changes: AlbumChanges) =>
  failureOf(
    call(routes.updateAlbum, { params: { id }, body: changes }).then(() => invalidate('editAlbum')),
    { logMessage: 'Saving the album failed', fallback: 'The album could not be saved. Please try again.' },
  )

/**
 * Deletes the album. `navigateAway` leaves the page of the album. Returns null on success, or the message of the
 * failure.
 */
export async function deleteAlbum(
  id: string,
  deletePhotos: boolean,
  navigateAway: () => void | Promise<void>,
): Promise<string | null> {
  const photos = queryClient.getQueryData<AlbumWithPhotos>(albumKey(id))?.images ?? []
  setAlbumDeleting(id, true)
  try {
    await call(routes.deleteAlbum, { params: { id }, body: { deletePhotos } })
    if (deletePhotos) evictMedia(photos)
    void invalidate('deleteAlbum')
    await navigateAway()
    if (deletePhotos) void invalidate('delete')
    offerUndo({ album_ids: [id] })
    return null
  } catch (reason) {
    setAlbumDeleting(id, false)
    logFailure('Deleting the album failed', reason)
    return messageOf(reason, 'The album could not be deleted. Please try again.')
  }
}

/** Changes the titles of photos. Returns whether the request succeeded. A failure shows an alert (L-ERR-09). */
export async function batchRename(
  albumId: string,
  updates: readonly { id: string; title: string }[],
): Promise<boolean> {
  try {
    await call(routes.batchRename, { params: { id: albumId }, body: { updates: [...updates] } })
    await invalidate('editImage')
    return true
  } catch (reason) {
    logFailure('Batch rename failed', reason)
    const planMessage = reason instanceof ApiError && reason.code === 'plan_required' && reason.serverMessage
    window.alert(planMessage || 'Failed to rename photos. Please try again.')
    return false
  }
}
