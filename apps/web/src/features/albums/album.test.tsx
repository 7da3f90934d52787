import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { share, withAlbum } from '../../../test/fake-albums.ts'
import { failure, image, images, refusal, type FakeApi } from '../../../test/fake-api.ts'
import { expectToast, mockNativeDialogs, onPhone, renderApp } from '../../../test/render-app.tsx'
import { invalidateTypes, queryClient } from '../../domain/cache/cache.ts'
import { deleteAlbum } from './album.actions.ts'
import { albumKey } from './album.queries.ts'
import './album.page.tsx'

const { alerts, confirms } = mockNativeDialogs()

const openAlbum = (setting?: Parameters<typeof withAlbum>[0], prepare?: (api: FakeApi) => void) =>
  renderApp('/albums/lisbon', api => {
    withAlbum(setting)(api)
    prepare?.(api)
  })
const button = (name: string) => screen.findByRole('button', { name })
/** Finds an item of the More menu. jsdom renders no menu as open, so hidden items are included. */
const menuItem = (name: string) => screen.findByRole('menuitem', { name, hidden: true })
const shownPhotos = () =>
  within(screen.getByRole('list', { name: 'Photos in this album' }))
    .getAllByRole('button', { name: /^Open / })
    .map(tile => tile.textContent?.replace('Open ', ''))
const select = async (person: ReturnType<typeof renderApp>['person'], ...names: string[]) => {
  await person.click(await button('Select Images'))
  for (const name of names) await person.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
}

it('L-AD-01 L-AD-02 back link, title, description, photo count and visibility', async () => {
  openAlbum({ album: { description: 'Three days in March', visibility: 'shared' } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Lisbon' })).toBeVisible()
  const content = within(screen.getByRole('main'))
  expect(content.getByRole('link', { name: 'Albums' })).toHaveAttribute('href', '/albums')
  expect(content.getByText('Three days in March')).toBeVisible()
  expect(content.getByText('3 photos')).toBeVisible()
  expect(content.getByText('Shared')).toBeVisible()
})

it('L-AD-02 an album with an active link is shared', async () => {
  openAlbum({ shares: [share({ id: 'link' })] })
  expect(await screen.findByText('Shared')).toBeVisible()
})

it('an album with more than one page of photos is read completely', async () => {
  const { api } = openAlbum({ photos: images(2300) })
  expect(await screen.findByText('2300 photos')).toBeVisible()
  const reads = api.callsTo('GET', '/api/albums/lisbon').map(({ path }) => path)
  expect(reads).toEqual([0, 1000, 2000].map(offset => `/api/albums/lisbon?limit=1000&offset=${offset}`))
})

it('L-AD-03 Edit Info saves title and description; Cancel leaves both unchanged', async () => {
  const { api, person } = openAlbum()
  await person.click(await button('Edit Info'))
  await person.type(await screen.findByRole('textbox', { name: 'Title' }), ' at night')
  await person.click(await button('Cancel'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Lisbon' })).toBeVisible()
  await person.click(await button('Edit Info'))
  await person.clear(await screen.findByRole('textbox', { name: 'Title' }))
  expect(await button('Save Changes')).toBeDisabled()
  await person.type(await screen.findByRole('textbox', { name: 'Title' }), 'Porto')
  await person.type(screen.getByRole('textbox', { name: 'Description' }), 'By the river')
  await person.click(await button('Save Changes'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Porto' })).toBeVisible()
  expect(api.callsTo('PATCH', '/api/albums/lisbon').map(({ body }) => body)).toEqual([
    { title: 'Porto', description: 'By the river' },
  ])
})

it('L-AD-04 L-VAL-06 L-VAL-07 Batch Rename previews and gives every photo its title', async () => {
  const { api, person } = openAlbum({ photos: images(7) })
  await person.click(await menuItem('Batch Rename'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Batch Rename' }))
  expect(dialog.getByRole('combobox', { name: 'Digits' })).toHaveValue('3')
  expect(dialog.getByRole('button', { name: 'Rename 7 Photos' })).toBeDisabled()
  await person.type(dialog.getByRole('textbox', { name: 'Base name' }), 'Tram ')
  expect(dialog.getByText('Tram 001').parentElement).toHaveTextContent('DSC_1.JPGTram 001')
  expect(dialog.getByText('... and 2 more')).toBeVisible()
  await person.click(dialog.getByRole('button', { name: 'Rename 7 Photos' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = api.callsTo('POST', '/api/albums/lisbon/batch-rename')[0]?.body as { updates: unknown[] }
  expect(body.updates).toHaveLength(7)
  expect(body.updates[6]).toEqual({ id: '7', title: 'Tram 007' })
})

it('L-VAL-04 a blank base name shows the alert "Please enter a base name"', async () => {
  const { api, person } = openAlbum()
  await person.click(await menuItem('Batch Rename'))
  await person.type(await screen.findByRole('textbox', { name: 'Base name' }), '  ')
  await person.click(await button('Rename 3 Photos'))
  expect(alerts).toHaveBeenCalledWith('Please enter a base name')
  expect(api.callsTo('POST', '/api/albums/lisbon/batch-rename')).toEqual([])
})

it('L-ERR-09 a failed rename shows the alert "Failed to rename photos. Please try again."', async () => {
  const { person } = openAlbum({}, api => api.on('POST /api/albums/lisbon/batch-rename', () => failure(500)))
  await person.click(await menuItem('Batch Rename'))
  await person.type(await screen.findByRole('textbox', { name: 'Base name' }), 'Tram')
  await person.click(await button('Rename 3 Photos'))
  await waitFor(() => expect(alerts).toHaveBeenCalledWith('Failed to rename photos. Please try again.'))
  expect(screen.getByRole('dialog', { name: 'Batch Rename' })).toBeVisible()
})

it('L-AD-05 L-VAL-08 without the plan Batch Rename has a padlock and names the required plan', async () => {
  const { person } = openAlbum({ canRename: false })
  await person.click(await menuItem('Locked Batch Rename'))
  expect(alerts).toHaveBeenCalledWith('Batch rename requires a Professional plan or higher. Current plan: Starter')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('L-AD-06 Favorites has no Batch Rename and cannot be deleted', async () => {
  openAlbum({ album: { is_favorites: true, title: 'Favorites' } })
  expect(await button('Edit Info')).toBeVisible()
  const labels = screen.getAllByRole('menuitem', { hidden: true }).map(item => item.textContent)
  expect(labels).toEqual(['Gallery Cover', 'Replace Files', 'Order by Capture Time', 'Reverse Order'])
})

it('rule 148 photos can be requested from guests for an album, but not for Favorites', async () => {
  const { view } = openAlbum()
  expect(await button('Ask for Photos')).toBeVisible()
  view.unmount()
  queryClient.clear()
  openAlbum({ album: { is_favorites: true, title: 'Favorites' } })
  expect(await button('New Link')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ask for Photos' })).toBeNull()
})

it('an album that is being deleted is not requested again when events arrive', async () => {
  const { api, person, view } = openAlbum()
  await person.click(await menuItem('Delete Album'))
  const requestCount = api.callsTo('GET', '/api/albums/lisbon').length
  const navigation = Promise.withResolvers<void>()
  const deletion = deleteAlbum('lisbon', true, () => navigation.promise)
  await act(() => invalidateTypes(['albumImages']))
  navigation.resolve()
  await act(() => deletion) // the page may still be shown
  expect(api.callsTo('DELETE', '/api/albums/lisbon')).toHaveLength(1)
  expect(api.callsTo('GET', '/api/albums/lisbon')).toHaveLength(requestCount)
  expect(screen.getByRole('heading', { level: 1, name: 'Lisbon' })).toBeInTheDocument()
  view.unmount()
  expect(queryClient.getQueryData(albumKey('lisbon'))).toBeUndefined()
})

it.each([false, true])('L-AD-07 Delete Album asks about the photos (%s), then goes to /albums', async deletePhotos => {
  const { api, person, router } = openAlbum({ album: { image_count: 3 } })
  await person.click(await menuItem('Delete Album'))
  const dialog = within(await screen.findByRole('dialog'))
  const withPhotos = dialog.getByRole('checkbox', { name: /Also delete its photos/ })
  expect(withPhotos).not.toBeChecked()
  if (deletePhotos) await person.click(withPhotos)
  await person.click(dialog.getByRole('button', { name: /^Delete Album/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/albums'))
  expect(api.callsTo('DELETE', '/api/albums/lisbon')[0]?.body).toEqual({ deletePhotos })
})

it('L-AD-16 L-AD-17 dragging files shows the overlay; dropping them opens the uploader with the images only', async () => {
  openAlbum()
  await button('Upload to Album')
  const files = [
    new File(['x'], 'tram.jpg', { type: 'image/jpeg' }),
    new File(['x'], 'notes.txt', { type: 'text/plain' }),
  ]
  const dataTransfer = { types: ['Files'], files, items: [] }
  fireEvent.dragEnter(document.body, { dataTransfer })
  expect(screen.getByText('Drop Photos Here')).toBeVisible()
  expect(screen.getByText('Release to upload your images')).toBeVisible()
  fireEvent.drop(document.body, { dataTransfer })
  const dialog = await screen.findByRole('dialog', { name: 'Upload to Album' })
  expect(await within(dialog).findByText('tram.jpg')).toBeVisible()
  expect(within(dialog).queryByText('notes.txt')).toBeNull()
  expect(screen.queryByText('Drop Photos Here')).toBeNull()
})

it('L-AD-09 L-AD-10 L-AD-11 Add Existing Photos lists the photos outside the album, and adds the picked ones', async () => {
  const { api, person } = openAlbum({ photos: images(2), library: images(120) })
  await person.click(await button('Add Existing Photos'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Existing Photos' }))
  expect(await dialog.findAllByRole('checkbox')).toHaveLength(50)
  expect(dialog.queryByRole('checkbox', { name: 'DSC_2.JPG' })).toBeNull()
  expect(dialog.getByRole('button', { name: 'Add Selected' })).toBeDisabled()
  await person.click(dialog.getByRole('checkbox', { name: 'DSC_3.JPG' }))
  await person.click(dialog.getByRole('button', { name: 'Next' }))
  await person.click(dialog.getByRole('checkbox', { name: 'DSC_60.JPG' }))
  await person.click(dialog.getByRole('button', { name: 'Add Selected' }))
  expect(await screen.findByText('4 photos')).toBeVisible()
  expect(api.callsTo('GET', '/api/images')[0]?.path).toBe('/api/images?limit=1000')
  expect(api.callsTo('POST', '/api/albums/lisbon/images')[0]?.body).toEqual({ image_ids: ['3', '60'] })
})

it('L-AD-12 L-VAL-13 L-STATE-05 removes the selected photos after a confirmation, deletes no file, and Ctrl+Z restores them', async () => {
  const { api, person } = openAlbum()
  await select(person, 'DSC_1.JPG', 'DSC_3.JPG')
  await person.click(await button('Remove from Album'))
  expect(confirms).toHaveBeenCalledWith('Remove 2 photos from this album? (Does not delete files)')
  expect(shownPhotos()).toEqual(['DSC_2.JPG'])
  await waitFor(() =>
    expect(api.callsTo('DELETE', '/api/').map(({ path }) => path)).toEqual(
      ['1', '3'].map(id => `/api/albums/lisbon/images/${id}`),
    ),
  )
  expect(await screen.findByText('1 photo')).toBeVisible()
  await button('Undo')
  await person.keyboard('{Control>}z{/Control}')
  expect(shownPhotos()).toEqual(['DSC_1.JPG', 'DSC_2.JPG', 'DSC_3.JPG'])
  expect(await screen.findByText('3 photos')).toBeVisible()
})

it('L-VAL-12 removing one photo asks "Remove this photo from the album?", and Cancel changes nothing', async () => {
  confirms.mockReturnValue(false)
  const { api, person } = openAlbum()
  await select(person, 'DSC_2.JPG')
  await person.click(await button('Remove from Album'))
  expect(confirms).toHaveBeenCalledWith('Remove this photo from the album?')
  expect(api.callsTo('DELETE', '/api/')).toEqual([])
  expect(screen.getByRole('checkbox', { name: 'Select DSC_2.JPG' })).toBeChecked()
})

it('L-STATE-05 a photo that could not be removed reappears', async () => {
  const { person } = openAlbum({}, api => api.on('DELETE /api/albums/lisbon/images/2', () => failure(500)))
  await select(person, 'DSC_1.JPG', 'DSC_2.JPG')
  await person.click(await button('Remove from Album'))
  await expectToast('Some photos could not be removed from the album. Please try again.')
  await waitFor(() => expect(shownPhotos()).toEqual(['DSC_2.JPG', 'DSC_3.JPG']))
})

it('L-AD-12 L-ERR-04 Tag Selected applies tags to the selection and leaves selecting', async () => {
  const { api, person } = openAlbum({ tags: [{ id: 'sea', label: 'sea', usage_count: 4 }] })
  await select(person, 'DSC_1.JPG', 'DSC_3.JPG')
  await person.click(await button('Tag Selected'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Apply 0 Tag(s)' })).toBeDisabled()
  await person.click(await dialog.findByRole('button', { name: 'sea 4' }))
  await person.click(dialog.getByRole('button', { name: 'Apply 1 Tag(s)' }))
  await waitFor(() => expect(alerts).toHaveBeenCalledWith('Added tag to 2 photos!'))
  expect(api.callsTo('POST', '/api/tags/apply')[0]?.body).toEqual({ image_ids: ['1', '3'], tag_ids: ['sea'] })
  expect(await button('Select Images')).toBeVisible()
})

it('L-AD-14 Reverse Order shows and saves the whole order', async () => {
  const { api, person } = openAlbum()
  await person.click(await menuItem('Reverse Order'))
  expect(shownPhotos()).toEqual(['DSC_3.JPG', 'DSC_2.JPG', 'DSC_1.JPG'])
  expect(api.callsTo('POST', '/api/albums/lisbon/reorder')[0]?.body).toEqual({ order: ['3', '2', '1'] })
})

it('L-AD-14 an order that cannot be saved is undone with an error message', async () => {
  const { person } = openAlbum({}, api => api.on('POST /api/albums/lisbon/reorder', () => failure(500)))
  await person.click(await menuItem('Reverse Order'))
  await expectToast('The new order could not be saved. Please try again.')
  await waitFor(() => expect(shownPhotos()).toEqual(['DSC_1.JPG', 'DSC_2.JPG', 'DSC_3.JPG']))
})

it('rule 137 Order by Capture Time shows the new order of the server', async () => {
  const photos = images(3)
  const time = '2025-06-01T14:00:00'
  const camera = { id: 'unknown', name: null, serial_end: null, image_count: 3, first: time, last: time }
  const captureOrder = {
    keep: false,
    usual_offset: null,
    without_time: 0,
    cameras: [{ ...camera, usual_offset: null, correction_ms: 0, image_ids: ['1', '3'] }],
  }
  const { api, person } = openAlbum({ photos }, fake => {
    fake.on('GET /api/albums/lisbon/capture-order', () => Response.json(captureOrder))
    fake.on('PATCH /api/albums/lisbon/capture-order', () => {
      photos.reverse()
      return Response.json(captureOrder)
    })
  })
  await person.click(await menuItem('Order by Capture Time'))
  await person.click(await button('Order Photos'))
  await waitFor(() => expect(shownPhotos()).toEqual(['DSC_3.JPG', 'DSC_2.JPG', 'DSC_1.JPG']))
  expect(api.callsTo('PATCH', '/api/albums/lisbon/capture-order').map(({ body }) => body)).toEqual([
    { cameras: [{ id: 'unknown', correction_ms: 0 }], keep: false },
  ])
})

it('rule 137 an order that takes longer to save than the request timeout is no failure', async () => {
  const { api, person } = openAlbum({}, fake =>
    fake.on('POST /api/albums/lisbon/reorder', () => refusal(503, 'still_working', 'Still saving.')),
  )
  await person.click(await menuItem('Reverse Order'))
  await waitFor(() => expect(api.callsTo('POST', '/api/albums/lisbon/reorder')).toHaveLength(1))
  // the album is read again after the request
  await waitFor(() => expect(api.callsTo('GET', '/api/albums/lisbon').length).toBeGreaterThan(1))
  expect(screen.queryByText(/could not be saved/)).toBeNull()
})

it('rule 131 the filter "Picked by" shows only the photos that visitors picked', async () => {
  const people = [{ list_id: 'anna', share_id: 'link', name: 'Anna', picked: 1 }]
  const shares = [
    share({ id: 'link', picks: { minimum: null, maximum: null, review: false, notes: true, deadline: '' } }),
  ]
  const { person } = openAlbum({ shares }, api =>
    api.on('GET /api/albums/lisbon/picks', ({ url }) =>
      Response.json({ people, image_ids: url.searchParams.has('by') ? ['2'] : [] }),
    ),
  )
  const filter = await screen.findByRole('combobox', { name: 'Picked by' })
  await person.selectOptions(filter, 'Any visitor')
  await waitFor(() => expect(shownPhotos()).toEqual(['DSC_2.JPG']))
  await person.selectOptions(filter, 'All photos')
  await waitFor(() => expect(shownPhotos()).toHaveLength(3))
})

it('an empty album suggests the next step', async () => {
  openAlbum({ photos: [] })
  expect(await screen.findByRole('heading', { name: 'No photos in this album yet' })).toBeVisible()
  expect(await button('Select Images')).toBeDisabled()
})

it('L-AD-21 an album that cannot be read shows the failure and keeps the skeleton', async () => {
  openAlbum({}, api => api.on('GET /api/albums/lisbon', () => failure(404, 'No such album.')))
  expect(await screen.findByRole('alert')).toHaveTextContent('No such album.')
  expect(screen.getByRole('status', { name: 'Loading photos' })).toBeVisible()
})

it('L-AD-19 L-LB-01 a press on a photo opens the lightbox at this photo', async () => {
  const { person } = openAlbum({ photos: [image({ id: '1', title: 'Tram' }), image({ id: '2', title: 'River' })] })
  await person.click(await button('Open River'))
  expect(await screen.findByRole('dialog', { name: 'Photo viewer' })).toHaveTextContent('2 of 2River')
})

describe('on a phone', () => {
  onPhone()

  it('S-PANEL-08 L-AD-18 Share Links and Upload & Add Photos are collapsed until they are pressed', async () => {
    const { person } = openAlbum()
    await screen.findByRole('button', { name: 'Open DSC_1.JPG' })
    for (const title of ['Share Links', 'Upload & Add Photos']) {
      const section = screen.getByRole('heading', { name: title }).closest('details')
      expect(section).not.toHaveAttribute('open')
      await person.click(screen.getByText(title))
      expect(section).toHaveAttribute('open')
    }
    expect(screen.getByRole('button', { name: 'Upload to Album' })).toBeVisible()
    expect(await screen.findByRole('button', { name: 'New Link' })).toBeVisible()
  })
})
