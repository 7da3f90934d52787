import { act, screen, waitFor, within } from '@testing-library/react'
import { withAlbum } from '../../../../test/fake-albums.ts'
import { images } from '../../../../test/fake-api.ts'
import { renderApp } from '../../../../test/render-app.tsx'
import '../album.page.tsx'
import { targetIndex } from '../../../lib/drag-order.ts'

async function openRearrangeMode() {
  const app = renderApp('/albums/lisbon', withAlbum({ photos: images(4) }))
  await app.person.click(await screen.findByRole('button', { name: 'Rearrange Photos' }))
  await screen.findByRole('list', { name: 'Photos in order' })
  return app
}
const shownOrder = () =>
  within(screen.getByRole('list', { name: 'Photos in order' }))
    .getAllByRole('button', { name: /, position/ })
    .map(tile => tile.dataset['photo'])
const tile = (id: string) => screen.getByRole('button', { name: new RegExp(`^DSC_${id}.JPG, position`) })
const savedOrders = (app: Awaited<ReturnType<typeof openRearrangeMode>>) =>
  app.api.callsTo('POST', '/api/albums/lisbon/reorder').map(({ body }) => body)

it('L-AD-13 Space picks a photo up, arrows move it, Space drops it and saves the whole order', async () => {
  const app = await openRearrangeMode()
  act(() => tile('1').focus())
  await app.person.keyboard(' {ArrowRight}{ArrowRight}')
  expect(shownOrder()).toEqual(['2', '3', '1', '4'])
  expect(tile('1')).toHaveFocus()
  expect(tile('1')).toHaveAttribute('aria-pressed', 'true')
  expect(screen.getByText('DSC_1.JPG moved to position 3 of 4')).toBeInTheDocument()
  expect(savedOrders(app)).toEqual([])
  await app.person.keyboard(' ')
  await waitFor(() => expect(savedOrders(app)).toEqual([{ order: ['2', '3', '1', '4'] }]))
  expect(shownOrder()).toEqual(['2', '3', '1', '4'])
})

it('L-AD-13 Escape restores the position and saves nothing', async () => {
  const app = await openRearrangeMode()
  act(() => tile('4').focus())
  await app.person.keyboard(' {ArrowLeft}{Escape}')
  expect(shownOrder()).toEqual(['1', '2', '3', '4'])
  expect(savedOrders(app)).toEqual([])
})

it('L-AD-13 Move to position moves a photo to the entered position', async () => {
  const app = await openRearrangeMode()
  await app.person.click(screen.getByRole('button', { name: 'Move DSC_4.JPG to position…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to position' }))
  const field = dialog.getByRole('spinbutton', { name: 'New position of DSC_4.JPG' })
  await app.person.clear(field)
  await app.person.type(field, '9')
  expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
  await app.person.clear(field)
  await app.person.type(field, '1')
  await app.person.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(savedOrders(app)).toEqual([{ order: ['4', '1', '2', '3'] }]))
})

it.each([
  [0, 2, 'before', 1],
  [0, 2, 'after', 2],
  [3, 1, 'before', 1],
  [3, 1, 'after', 2],
  [1, 1, 'after', 1],
] as const)('L-AD-13 dragging index %i to index %i and dropping %s it gives index %i', (from, over, side, index) => {
  expect(targetIndex(from, over, side)).toBe(index)
})
