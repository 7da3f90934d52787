import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { jest } from '@jest/globals'
import { withAlbum } from '../../../../test/fake-albums.ts'
import { failure, images, type FakeApi } from '../../../../test/fake-api.ts'
import { expectToast, mockNativeDialogs, renderApp } from '../../../../test/render-app.tsx'
import '../album.page.tsx'

mockNativeDialogs()

const shownNumbers = () =>
  within(screen.getByRole('list', { name: 'Photos in this album' }))
    .getAllByRole('button', { name: /^Open / })
    .map(tile => tile.textContent?.replace('Open DSC_', '').replace('.JPG', ''))

/** Opens an album of five photos and removes the second and the fourth photo. */
async function removeTwoPhotos(prepare?: (api: FakeApi) => void) {
  const app = renderApp('/albums/lisbon', api => {
    withAlbum({ photos: images(5) })(api)
    prepare?.(api)
  })
  await app.person.click(await screen.findByRole('button', { name: 'Select Images' }))
  for (const n of [2, 4]) await app.person.click(screen.getByRole('checkbox', { name: `Select DSC_${n}.JPG` }))
  await app.person.click(await screen.findByRole('button', { name: 'Remove from Album' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(shownNumbers()).toEqual(['1', '3', '5'])
  return { ...app, undo }
}

it('L-STATE-05 Undo restores removed photos at their old positions', async () => {
  const { api, person, undo } = await removeTwoPhotos()
  expect(screen.getByText('2 photos removed')).toBeVisible()
  await person.click(undo)
  expect(shownNumbers()).toEqual(['1', '2', '3', '4', '5'])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await waitFor(() =>
    expect(api.callsTo('POST', '/api/albums/lisbon').map(({ path, body }) => [path, body])).toEqual([
      ['/api/albums/lisbon/images', { image_ids: ['2', '4'] }],
      ['/api/albums/lisbon/reorder', { order: ['1', '2', '3', '4', '5'] }],
    ]),
  )
  expect(await screen.findByText('5 photos')).toBeVisible()
})

it('L-STATE-05 the Undo button receives the focus, and Ctrl+Z restores the photos too', async () => {
  const { person, undo } = await removeTwoPhotos()
  expect(undo).toHaveFocus()
  act(() => undo.blur())
  await person.keyboard('{Control>}z{/Control}')
  expect(shownNumbers()).toEqual(['1', '2', '3', '4', '5'])
})

it('L-STATE-05 photos that cannot be restored disappear again with an error message', async () => {
  const { person, undo } = await removeTwoPhotos(api => api.on('POST /api/albums/lisbon/images', () => failure(500)))
  await person.click(undo)
  await expectToast('The photos could not be restored to the album. Please try again.')
  await waitFor(() => expect(shownNumbers()).toEqual(['1', '3', '5']))
})

it('an error message reports that photos were restored but not their positions', async () => {
  const { person, undo } = await removeTwoPhotos(api => api.on('POST /api/albums/lisbon/reorder', () => failure(500)))
  await person.click(undo)
  await expectToast('The photos were restored to the album, but not in their previous order.')
  await waitFor(() => expect(shownNumbers()).toEqual(['1', '3', '5', '2', '4']))
})

it('the toast stays for 8 seconds, and as long as the pointer or the focus is on it', async () => {
  const { undo } = await removeTwoPhotos()
  const toast = undo.parentElement as HTMLElement
  jest.useFakeTimers()
  const wait = (ms: number) => act(() => void jest.advanceTimersByTime(ms))
  wait(60_000)
  expect(undo).toBeVisible()
  act(() => undo.blur())
  wait(7900)
  fireEvent.pointerEnter(toast)
  wait(60_000)
  expect(undo).toBeVisible()
  fireEvent.pointerLeave(toast)
  wait(7900)
  expect(undo).toBeVisible()
  wait(200)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  jest.useRealTimers()
})

it('a removal that failed completely offers no Undo', async () => {
  const app = renderApp('/albums/lisbon', api => {
    withAlbum()(api)
    api.on('DELETE /api/albums/lisbon/images/1', () => failure(500))
  })
  await app.person.click(await screen.findByRole('button', { name: 'Select Images' }))
  await app.person.click(screen.getByRole('checkbox', { name: 'Select DSC_1.JPG' }))
  await app.person.click(await screen.findByRole('button', { name: 'Remove from Album' }))
  await expectToast('Some photos could not be removed from the album. Please try again.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
