import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { jest } from '@jest/globals'
import { withAlbum } from '../../../test/fake-albums.ts'
import { failure, image, images, type FakeApi } from '../../../test/fake-api.ts'
import { expectToast, mockNativeDialogs, renderApp } from '../../../test/render-app.tsx'
import '../../features/albums/album.page.tsx'

const { alerts, confirms } = mockNativeDialogs()

/** Opens an album and presses a photo, which opens the lightbox. */
async function openPhoto(name: string, photos = images(4), prepare?: (api: FakeApi) => void) {
  const app = renderApp('/albums/lisbon', api => {
    withAlbum({ photos })(api)
    prepare?.(api)
  })
  await app.person.click(await screen.findByRole('button', { name: new RegExp(`^Open ${name}`) }))
  const dialog = await screen.findByRole('dialog', { name: 'Photo viewer' })
  return { ...app, dialog, inside: within(dialog) }
}
type OpenLightbox = Awaited<ReturnType<typeof openPhoto>>
const press = ({ person, inside }: OpenLightbox, name: string) => person.click(inside.getByRole('button', { name }))
/** Returns the path and body of all requests that edited a photo. */
const editRequests = ({ api }: OpenLightbox) =>
  api.callsTo('PATCH', '/api/images').map(({ path, body }) => [path, body])

it('L-LB-06 L-STATE-06 next and previous wrap at both ends', async () => {
  const opened = await openPhoto('DSC_4.JPG')
  expect(opened.inside.getByText(/^4 of 4/)).toBeVisible()
  await press(opened, 'Next photo')
  expect(opened.inside.getByText(/^1 of 4/)).toBeVisible()
  await press(opened, 'Previous photo')
  expect(opened.inside.getByText(/^4 of 4/)).toBeVisible()
})

it('L-LB-07 the arrow keys navigate, but not while text is typed', async () => {
  const opened = await openPhoto('DSC_1.JPG')
  await opened.person.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  expect(opened.inside.getByText(/^2 of 4/)).toBeVisible()
  await press(opened, 'Show Info')
  await press(opened, 'Add a title')
  await opened.person.keyboard('River{ArrowLeft}')
  expect(opened.inside.getByText(/^2 of 4/)).toBeVisible()
})

it('L-LB-08 Escape and Close close it and return the focus', async () => {
  const opened = await openPhoto('DSC_2.JPG')
  // Simulates a browser's handling of Escape in a modal dialog.
  fireEvent(opened.dialog, new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: /^Open DSC_2.JPG/ })).toHaveFocus()
})

it('L-LB-02 L-LB-03 Show Info / Hide Info and Show EXIF / Hide EXIF', async () => {
  const opened = await openPhoto('DSC_1.JPG')
  await press(opened, 'Show Info')
  expect(opened.inside.getByRole('region', { name: 'Info' })).toBeVisible()
  await press(opened, 'Hide Info')
  expect(opened.inside.queryByRole('region', { name: 'Info' })).toBeNull()
  await press(opened, 'Show EXIF')
  expect(opened.inside.getByRole('region', { name: 'EXIF' })).toBeVisible()
  await press(opened, 'Hide EXIF')
  expect(opened.inside.queryByRole('region', { name: 'EXIF' })).toBeNull()
})

it('L-LB-04 Contact Sheet shows all photos and marks the current one; a press returns to Single at that photo', async () => {
  const opened = await openPhoto('DSC_1.JPG')
  await press(opened, 'Contact Sheet')
  const sheet = within(opened.inside.getByRole('list', { name: 'Contact sheet' }))
  expect(sheet.getAllByRole('button')).toHaveLength(4)
  expect(sheet.getByRole('button', { current: true })).toHaveAccessibleName('Open photo 1: DSC_1.JPG')
  await opened.person.click(sheet.getByRole('button', { name: 'Open photo 3: DSC_3.JPG' }))
  expect(opened.inside.getByText(/^3 of 4/)).toBeVisible()
  await press(opened, 'Contact Sheet')
  await press(opened, 'Single')
  expect(opened.inside.getByRole('button', { name: 'Next photo' })).toBeVisible()
})

it('L-LB-05 L-VAL-09 L-STATE-03 Delete asks, removes the photo at once and shows the next', async () => {
  const opened = await openPhoto('DSC_2.JPG')
  await press(opened, 'Delete')
  expect(confirms).toHaveBeenCalledWith('Delete this image? This cannot be undone.')
  expect(opened.inside.getByText(/^2 of 3/)).toHaveTextContent('DSC_3.JPG')
  await waitFor(() =>
    expect(opened.api.callsTo('DELETE', '/api/images').map(({ path }) => path)).toEqual(['/api/images/2']),
  )
})

it('L-LB-05 No deletes nothing', async () => {
  confirms.mockReturnValue(false)
  const opened = await openPhoto('DSC_2.JPG')
  await press(opened, 'Delete')
  expect(opened.inside.getByText(/^2 of 4/)).toBeVisible()
  expect(opened.api.callsTo('DELETE', '/api/images')).toEqual([])
})

it('L-LB-05 deleting the only photo closes the lightbox', async () => {
  const opened = await openPhoto('DSC_1.JPG', images(1))
  await press(opened, 'Delete')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('L-ERR-02 a photo that could not be deleted reappears with an alert', async () => {
  const opened = await openPhoto('DSC_2.JPG', images(3), api => api.on('DELETE /api/images/:id', () => failure(500)))
  await press(opened, 'Delete')
  await waitFor(() => expect(alerts).toHaveBeenCalledWith('Failed to delete image'))
  await waitFor(() => expect(opened.inside.getByText(/of 3/)).toBeVisible())
})

it('L-LB-09 Enter saves the title', async () => {
  const opened = await openPhoto('DSC_1.JPG')
  await press(opened, 'Show Info')
  await press(opened, 'Add a title')
  await opened.person.keyboard('Tram 28{Enter}')
  expect(await opened.inside.findByRole('button', { name: 'Edit title: Tram 28' })).toHaveFocus()
  expect(editRequests(opened)).toEqual([['/api/images/1', { title: 'Tram 28' }]])
})

it('L-LB-10 Escape keeps the title and does not close the lightbox', async () => {
  const opened = await openPhoto('Tram', [image({ id: '1', title: 'Tram' })])
  await press(opened, 'Show Info')
  await press(opened, 'Edit title: Tram')
  const escape = { key: 'Escape', cancelable: true, bubbles: true }
  await opened.person.keyboard(' 28')
  // A browser would close the dialog unless the default action of the key is prevented.
  let isDefaultAllowed = true
  act(
    () => void (isDefaultAllowed = document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', escape)) ?? true),
  )
  expect(isDefaultAllowed).toBe(false)
  expect(opened.inside.getByRole('button', { name: 'Edit title: Tram' })).toBeVisible()
  expect(editRequests(opened)).toEqual([])
})

it('L-LB-09 a title that could not be saved is reverted with an error message', async () => {
  const opened = await openPhoto('DSC_1.JPG', images(2), api => api.on('PATCH /api/images/:id', () => failure(500)))
  await press(opened, 'Show Info')
  await press(opened, 'Add a title')
  await opened.person.keyboard('Lost{Enter}')
  await expectToast('Your change could not be saved. Please try again.')
  expect(opened.inside.getByRole('button', { name: 'Add a title' })).toBeVisible()
})

it('L-LB-12 the caption is shown and changed', async () => {
  const opened = await openPhoto('DSC_1.JPG', [image({ id: '1', caption: 'Early light' })])
  await press(opened, 'Show Info')
  await press(opened, 'Edit caption: Early light')
  await opened.person.keyboard(' over the river{Enter}')
  expect(editRequests(opened)).toEqual([['/api/images/1', { caption: 'Early light over the river' }]])
})

it('L-LB-11 tags are shown, added once and removed', async () => {
  const opened = await openPhoto('DSC_1.JPG', [image({ id: '1', tags: [{ id: 'a', label: 'sea' }] })])
  await press(opened, 'Show Info')
  expect(within(opened.inside.getByRole('list', { name: 'Tags' })).getByText('sea')).toBeVisible()
  await opened.person.type(opened.inside.getByRole('textbox', { name: 'Add a tag' }), ' Night {Enter}')
  await opened.person.type(opened.inside.getByRole('textbox', { name: 'Add a tag' }), 'SEA{Enter}')
  await press(opened, 'Remove tag sea')
  await waitFor(() =>
    expect(editRequests(opened)).toEqual([
      ['/api/images/1', { tags: ['sea', 'Night'] }],
      ['/api/images/1', { tags: ['Night'] }],
    ]),
  )
})

it('L-LB-21 without EXIF: No EXIF data available for this image.', async () => {
  const opened = await openPhoto('DSC_1.JPG')
  await press(opened, 'Show EXIF')
  expect(opened.inside.getByText('No EXIF data available for this image.')).toBeVisible()
})

it('L-LB-14 L-LB-19 the EXIF panel has its sections and a link to the map', async () => {
  const exif_data = { make: 'Canon', aperture: 2.8, gps: { latitude: 38.7, longitude: -9.1 } }
  const opened = await openPhoto('DSC_1.JPG', [image({ id: '1', exif_data })])
  await press(opened, 'Show EXIF')
  const panel = within(opened.inside.getByRole('region', { name: 'EXIF' }))
  expect(panel.getAllByRole('heading').map(heading => heading.textContent)).toEqual(['Camera', 'Exposure', 'Metadata'])
  expect(panel.getByText('f/2.8')).toBeVisible()
  expect(panel.getByText(/38.7000° N, 9.1000° W/)).toBeVisible()
  expect(panel.getByRole('link', { name: 'View on Map' })).toHaveAttribute('rel', 'noopener noreferrer')
})

it('L-LB-13 the EXIF panel is moved by its handle, also with the arrow keys, which then do not navigate', async () => {
  const opened = await openPhoto('DSC_1.JPG')
  await press(opened, 'Show EXIF')
  const panel = opened.inside.getByRole('region', { name: 'EXIF' })
  // jsdom has no layout: a stage of 1200 x 800 with the panel in its corner.
  Object.defineProperties(panel, {
    offsetParent: { value: { clientWidth: 1200, clientHeight: 800 } },
    offsetLeft: { value: 860 },
    offsetTop: { value: 16 },
    offsetWidth: { value: 320 },
    offsetHeight: { value: 400 },
  })
  act(() => opened.inside.getByRole('button', { name: 'Move EXIF panel' }).focus())
  await opened.person.keyboard('{ArrowLeft}{ArrowDown}')
  expect(panel.style.transform).toBe('translate(-24px, 24px)')
  await opened.person.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(panel.style.transform).toBe('translate(20px, 24px)')
  expect(opened.inside.getByText(/^1 of 4/)).toBeVisible()
})

it('L-LB-22 full-size neighbors are prefetched: two before, three after', async () => {
  const requestedUrls: string[] = []
  const srcSetter = jest
    .spyOn(HTMLImageElement.prototype, 'src', 'set')
    .mockImplementation(url => void requestedUrls.push(url))
  await openPhoto('DSC_5.JPG', images(20))
  await waitFor(() =>
    expect(requestedUrls.filter(url => url.includes('/lg/')).map(url => /\d+/.exec(url)?.[0])).toEqual(
      expect.arrayContaining(['3', '4', '6', '7', '8']),
    ),
  )
  expect(requestedUrls.some(url => url.endsWith('/lg/2.jpg') || url.endsWith('/lg/9.jpg'))).toBe(false)
  srcSetter.mockRestore()
})

it('the wheel moves a photo only while it is zoomed', async () => {
  // jsdom has no layout: a stage of 1200 x 800
  const height = jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800)
  const opened = await openPhoto('DSC_1.JPG')
  const photo = opened.inside.getByRole('img', { name: 'DSC_1.JPG' })
  const turnWheel = () => {
    const isLeftToBrowser = fireEvent.wheel(photo, { deltaY: 40 })
    return [isLeftToBrowser, photo.parentElement?.style.transform]
  }
  expect(turnWheel()).toEqual([true, ''])
  await press(opened, 'Zoom in')
  const before = photo.parentElement?.style.transform
  expect(turnWheel()).toEqual([false, expect.not.stringContaining(before ?? '')])
  height.mockRestore()
})

it('L-STATE-01 the heart of the lightbox toggles the like at once', async () => {
  const opened = await openPhoto('DSC_1.JPG')
  await press(opened, 'Like')
  expect(opened.inside.getByRole('button', { name: 'Unlike' })).toBeVisible()
  await waitFor(() => expect(editRequests(opened)).toEqual([['/api/images/1', { is_favorite: true }]]))
})

it('rule 161: a key or a star rates the photo that is shown, and 0 or the star of the rating removes it', async () => {
  const opened = await openPhoto('DSC_1.JPG')
  await opened.person.keyboard('3')
  expect(opened.inside.getByRole('group', { name: 'Rating: 3 stars' })).toBeVisible()
  await press(opened, 'Rate 5 stars')
  expect(opened.inside.getByRole('group', { name: 'Rating: 5 stars' })).toBeVisible()
  await press(opened, 'Remove the rating')
  expect(opened.inside.getByRole('group', { name: 'Not rated' })).toBeVisible()
  await opened.person.keyboard('{ArrowRight}40')
  expect(opened.inside.getByRole('group', { name: 'Not rated' })).toBeVisible()
  const [first, second] = ['/api/images/1', '/api/images/2']
  await waitFor(() =>
    expect(editRequests(opened)).toEqual([
      ...[3, 5, 0].map(rating => [first, { rating }]),
      ...[4, 0].map(rating => [second, { rating }]),
    ]),
  )
  await opened.person.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Rate with stars')
})

it('a photo without a picture gives the reason', async () => {
  const photos = [
    image({ id: '1', processing_status: 'processing' }),
    image({ id: '2', processing_status: 'failed', processing_error: 'This file is damaged.' }),
  ]
  const opened = await openPhoto('DSC_1.JPG', photos)
  expect(opened.inside.getByText('This photo is still processing.')).toBeVisible()
  await press(opened, 'Next photo')
  expect(opened.inside.getAllByText('This file is damaged.')[0]).toBeVisible()
})
