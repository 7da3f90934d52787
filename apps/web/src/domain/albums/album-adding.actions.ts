import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { invalidate } from '../cache/cache.ts'
import { logFailure } from '../../lib/log.ts'

/** Bulk add to album sends one request per selected image (L-PHOTO-18). Returns whether all of them succeeded. */
export async function addToAlbum(albumId: string, photoIds: readonly string[]): Promise<boolean> {
  let isDone = true
  try {
    for (const image_id of photoIds) await call(routes.addAlbumImages, { params: { id: albumId }, body: { image_id } })
    window.alert(`Added ${photoIds.length} photos to album!`)
  } catch (reason) {
    isDone = false
    logFailure('Adding to the album failed', reason)
    window.alert('Failed to add photos to album')
  }
  // Also after a failure: some of the photos may have been added.
  void invalidate('addToAlbum')
  return isDone
}

/** The photo picker of an album adds its whole selection in one request (L-API-27). */
export async function addListToAlbum(albumId: string, photoIds: readonly string[]): Promise<boolean> {
  try {
    await call(routes.addAlbumImages, { params: { id: albumId }, body: { image_ids: [...photoIds] } })
    void invalidate('addToAlbum')
    return true
  } catch (reason) {
    logFailure('Adding to the album failed', reason)
    window.alert('Failed to add photos to album')
    return false
  }
}
