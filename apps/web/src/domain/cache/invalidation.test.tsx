import { waitFor } from '@testing-library/react'
import { postedMessages } from '../../../test/fake-channel.ts'
import { jest } from '@jest/globals'
import { share } from '../../../test/fake-albums.ts'
import { failure, image } from '../../../test/fake-api.ts'
import { installFakeXhr } from '../../../test/fake-xhr.ts'
import { createAlbum, deleteAlbum, batchRename } from '../../features/albums/album.actions.ts'
import { removeFromAlbum } from '../../features/albums/selection/remove-photos.actions.ts'
import { deleteTag, renameTag } from '../../features/tags/manage-tags.api.ts'
import { savePhotoChange, saveTags } from '../photos/photo-edit.actions.ts'
import { deletePhoto, deletePhotos, toggleLike } from '../photos/photo.actions.ts'
import { addToAlbumInOneRequest, addToAlbum } from '../albums/album-adding.actions.ts'
import { deleteShare, reinstateShare, revokeShare, saveShare } from '../shares/share.actions.ts'
import type { ShareInput } from '../shares/share-input.ts'
import { getUploadQueue } from '../../widgets/uploader/queue/upload-queues.ts'
import { applyTags, createTag } from '../tags/tags.api.ts'
import { CACHE_TYPES, cacheStore, LIFETIMES_MS } from './cache-store.ts'
import { invalidate } from './cache.ts'

jest.spyOn(window, 'alert').mockImplementation(() => undefined)
const consoleErrorSpy = jest.spyOn(console, 'error').mockImplementation(() => undefined)
const sentRequests = installFakeXhr()
const photo = image({ id: '1', tags: [{ id: 't', label: 'sea' }] })
const existingShare = share({ id: '1' })
const shareInput = { allow_downloads: true } as ShareInput
const ignoreNavigation = () => undefined

let createResponse: () => Response
beforeEach(() => {
  createResponse = () => Response.json({ id: 'x', success: true, known: [] })
  window.fetch = () => Promise.resolve(createResponse())
  consoleErrorSpy.mockClear()
})

/** Returns the types whose entries were removed, and the types that other tabs were asked to drop. */
async function findClearedTypes(act: () => unknown) {
  const storedTypes = CACHE_TYPES.filter(type => LIFETIMES_MS[type] > 0)
  for (const type of storedTypes) cacheStore.write(type, 'before', 'kept')
  postedMessages.length = 0
  await act()
  const messages = postedMessages as { invalidate: string[] }[]
  return {
    inThisTab: storedTypes.filter(type => !cacheStore.read(type, 'before')).toSorted(),
    inOtherTabs: [...new Set(messages.flatMap(({ invalidate }) => invalidate))].toSorted(),
  }
}

async function upload(albumId?: string) {
  const queue = getUploadQueue(albumId)
  const finished = new Promise(resolve => queue.onFinished(resolve))
  const before = sentRequests.length
  queue.add([new File(['x'], 'a.jpg', { type: 'image/jpeg' })])
  void queue.start()
  // The duplicate check is the first request.
  await waitFor(() => expect(sentRequests.length).toBeGreaterThan(before))
  sentRequests.at(-1)?.answer(201, { id: 'new' })
  await finished
}

type ClearingCase = [what: string, act: () => unknown, types: string]
const testClearedTypes = (rows: ClearingCase[]) =>
  it.each(rows)('%s clears exactly its types and searchResults, here and in the other tabs', async (_, act, types) => {
    const expected = [...types.split(' '), 'searchResults'].toSorted()
    expect(await findClearedTypes(act)).toEqual({ inThisTab: expected, inOtherTabs: expected })
    expect(consoleErrorSpy).not.toHaveBeenCalled()
  })

describe('L-CACHE-09', () => {
  const types = 'images favorites albumImages recentImages'
  testClearedTypes([
    ['like', () => toggleLike(photo), types],
    ['unlike', () => toggleLike({ ...photo, is_favorite: true }), types],
  ])
})

describe('L-CACHE-10', () => {
  const types = 'images albums recentImages tags'
  testClearedTypes([
    ['upload', () => upload(), types],
    ['upload to an album', () => upload('a'), `${types} albumImages shares`],
  ])
})

describe('L-CACHE-11', () => {
  const types = 'images albums albumImages favorites recentImages shares'
  testClearedTypes([
    ['delete', () => deletePhoto(photo), types],
    ['bulk delete', () => deletePhotos([photo]), types],
  ])
})

describe('L-CACHE-12', () => {
  const types = 'albums albumImages shares'
  testClearedTypes([
    ['addToAlbum', () => addToAlbum('a', ['1']), types],
    ['addToAlbum of a list', () => addToAlbumInOneRequest('a', ['1']), types],
    ['removeFromAlbum', () => removeFromAlbum('a', ['1']), types],
  ])
})

describe('L-CACHE-13', () => {
  testClearedTypes([
    ['createAlbum', () => createAlbum('Lisbon'), 'albums'],
    ['deleteAlbum', () => deleteAlbum('a', false, ignoreNavigation), 'albums shares'],
  ])
})

describe('L-CACHE-14', () => {
  const types = 'images tags albumImages recentImages'
  testClearedTypes([
    ['tag', () => applyTags(['1'], ['t']), types],
    ['untag', () => saveTags(photo, []), types],
    ['a new tag', () => createTag('sea'), types],
    ['a renamed tag', () => renameTag('t', 'coast'), types],
    ['a deleted tag', () => deleteTag('t'), types],
  ])
})

describe('L-CACHE-15', () => {
  const types = 'images albumImages recentImages'
  testClearedTypes([
    ['editImage', () => savePhotoChange(photo, { title: 'Tide' }), types],
    ['editImage of many', () => batchRename('a', [{ id: '1', title: 'A' }]), types],
    // No screen changes EXIF data, so only the last step of such an action is called.
    ['editExif', () => invalidate('editExif'), 'images albumImages'],
  ])
})

describe('L-CACHE-16', () => {
  testClearedTypes([
    ['share', () => saveShare({ album_id: 'a' }, shareInput), 'shares albums'],
    ['a changed link', () => saveShare({ share: existingShare }, shareInput), 'shares albums'],
    ['unshare', () => revokeShare(existingShare), 'shares albums'],
    ['a reinstated link', () => reinstateShare(existingShare), 'shares albums'],
    ['a deleted link', () => deleteShare(existingShare), 'shares albums'],
    // The watermark screen is outside of the library.
    ['watermark', () => invalidate('watermark'), 'shares'],
  ])
})

it('a failed creation clears no cache', async () => {
  createResponse = () => failure(403)
  expect(await findClearedTypes(() => createAlbum('Lisbon'))).toEqual({ inThisTab: [], inOtherTabs: [] })
})
