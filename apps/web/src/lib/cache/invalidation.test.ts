import { told } from '../../../test/fake-channel.ts'
import { jest } from '@jest/globals'
import { share } from '../../../test/fake-albums.ts'
import { fails, image } from '../../../test/fake-api.ts'
import { installFakeXhr } from '../../../test/fake-xhr.ts'
import { createAlbum, deleteAlbum, removeFromAlbum, batchRename } from '../../features/albums/album.actions.ts'
import { saveTags, saveText } from '../../widgets/lightbox/photo-edit.actions.ts'
import { deletePhoto, deletePhotos, toggleLike } from '../../widgets/photos/photo.actions.ts'
import { addListToAlbum, addToAlbum } from '../../widgets/pickers/picker.actions.ts'
import { deleteShare, reinstateShare, revokeShare, saveShare } from '../../widgets/share-links/share.actions.ts'
import type { ShareChoice } from '../../widgets/share-links/share-choice.ts'
import { uploadQueue } from '../../widgets/uploader/upload-queues.ts'
import { applyTags } from '../../widgets/tags/tag.actions.ts'
import { cacheStore } from './browser-cache.ts'
import { invalidate } from './cache.ts'
import { CACHE_TYPES, LIFETIMES } from './cache-types.ts'

jest.spyOn(window, 'alert').mockImplementation(() => undefined)
const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)
const sent = installFakeXhr()
const photo = image({ id: '1', tags: [{ id: 't', label: 'sea' }] })
const link = share({ id: '1' })
const choice = { allow_downloads: true } as ShareChoice
const stay = () => undefined

let answer: () => Response
beforeEach(() => {
  answer = () => Response.json({ id: 'x', success: true })
  window.fetch = () => Promise.resolve(answer())
  logged.mockClear()
})

/** Which types have lost what was kept of them, and which of them the other tabs were told to drop. */
async function clearedBy(act: () => unknown) {
  const kept = CACHE_TYPES.filter(type => LIFETIMES[type] > 0)
  for (const type of kept) cacheStore.write(type, 'before', 'kept')
  told.length = 0
  await act()
  const messages = told as { forget: string[] }[]
  return {
    here: kept.filter(type => !cacheStore.read(type, 'before')).toSorted(),
    elsewhere: [...new Set(messages.flatMap(({ forget }) => forget))].toSorted(),
  }
}

async function upload(albumId?: string) {
  const queue = uploadQueue(albumId)
  const finished = new Promise(resolve => queue.onFinished(resolve))
  queue.add([new File(['x'], 'a.jpg', { type: 'image/jpeg' })])
  void queue.start()
  sent.at(-1)?.answer(201, { id: 'new' })
  await finished
}

type Row = [ids: string, what: string, act: () => unknown, types: string]
it.each<Row>([
  ['L-CACHE-09', 'like', () => toggleLike(photo), 'images favorites albumImages recentImages'],
  [
    'L-CACHE-09',
    'unlike',
    () => toggleLike({ ...photo, is_favorite: true }),
    'images favorites albumImages recentImages',
  ],
  ['L-CACHE-10', 'upload', () => upload(), 'images albums recentImages tags'],
  [
    'L-CACHE-10 L-CACHE-12',
    'upload to an album',
    () => upload('a'),
    'images albums recentImages tags albumImages shares',
  ],
  ['L-CACHE-11', 'delete', () => deletePhoto(photo), 'images albums albumImages favorites recentImages shares'],
  ['L-CACHE-11', 'bulk delete', () => deletePhotos([photo]), 'images albums albumImages favorites recentImages shares'],
  ['L-CACHE-12', 'addToAlbum', () => addToAlbum('a', ['1']), 'albums albumImages shares'],
  ['L-CACHE-12', 'addToAlbum of a list', () => addListToAlbum('a', ['1']), 'albums albumImages shares'],
  ['L-CACHE-12', 'removeFromAlbum', () => removeFromAlbum('a', ['1']), 'albums albumImages shares'],
  ['L-CACHE-13', 'createAlbum', () => createAlbum('Lisbon'), 'albums'],
  ['L-CACHE-13', 'deleteAlbum', () => deleteAlbum('a', false, stay), 'albums shares'],
  ['L-CACHE-14', 'tag', () => applyTags(['1'], ['t']), 'images tags albumImages recentImages'],
  ['L-CACHE-14', 'untag', () => saveTags(photo, []), 'images tags albumImages recentImages'],
  ['L-CACHE-15', 'editImage', () => saveText(photo, { title: 'Tide' }), 'images albumImages recentImages'],
  [
    'L-CACHE-15',
    'editImage of many',
    () => batchRename('a', [{ id: '1', title: 'A' }]),
    'images albumImages recentImages',
  ],
  // No screen changes EXIF data, and the watermark's is not part of the library: these two rows have the table's word alone.
  ['L-CACHE-15', 'editExif', () => invalidate('editExif'), 'images albumImages'],
  ['L-CACHE-16', 'watermark', () => invalidate('watermark'), 'shares'],
  ['L-CACHE-16', 'share', () => saveShare({ album_id: 'a' }, choice), 'shares albums'],
  ['L-CACHE-16', 'a changed link', () => saveShare({ share: link }, choice), 'shares albums'],
  ['L-CACHE-16', 'unshare', () => revokeShare(link), 'shares albums'],
  ['L-CACHE-16', 'a reinstated link', () => reinstateShare(link), 'shares albums'],
  ['L-CACHE-16', 'a deleted link', () => deleteShare(link), 'shares albums'],
])('%s %s clears exactly its types and searchResults, here and in the other tabs', async (_, __, act, types) => {
  const expected = [...types.split(' '), 'searchResults'].toSorted()
  expect(await clearedBy(act)).toEqual({ here: expected, elsewhere: expected })
  expect(logged).not.toHaveBeenCalled()
})

it('what could not be created makes nothing stale', async () => {
  answer = () => fails(403)
  expect(await clearedBy(() => createAlbum('Lisbon'))).toEqual({ here: [], elsewhere: [] })
})
