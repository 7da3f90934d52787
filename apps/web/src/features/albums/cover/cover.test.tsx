import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { withAlbum } from '../../../../test/fake-albums.ts'
import { images } from '../../../../test/fake-api.ts'
import { renderApp } from '../../../../test/render-app.tsx'
import '../album.page.tsx'

async function openCoverDialog(album: Parameters<typeof withAlbum>[0] = {}) {
  const app = renderApp('/albums/lisbon', withAlbum({ photos: images(30), ...album }))
  await app.person.click(await screen.findByRole('menuitem', { name: 'Gallery Cover', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Gallery Cover' }))
  const savedBody = () => app.api.callsTo('PATCH', '/api/albums/lisbon')[0]?.body
  return { ...app, dialog, savedBody, photos: () => dialog.getAllByRole('radio', { name: /^DSC_/ }) }
}

it('chooses cover, layout and focal point, also with the arrow keys', async () => {
  const { dialog, person, savedBody, photos } = await openCoverDialog()
  await person.click(dialog.getByRole('radio', { name: /^Split/ }))
  await person.click(photos()[3] as HTMLElement)
  const ring = dialog.getByRole('button', { name: 'Focal point: 50 % from the left, 50 % from the top' })
  fireEvent.keyDown(ring, { key: 'ArrowRight' })
  fireEvent.keyDown(ring, { key: 'ArrowUp', shiftKey: true })
  expect(dialog.getByText('51 % from the left, 40 % from the top')).toHaveAttribute('role', 'status')
  await person.click(dialog.getByRole('button', { name: 'Save Cover' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const selected = { header_layout: 'split', cover_image_id: expect.any(String), cover_x: 51, cover_y: 40 }
  expect(savedBody()).toEqual(selected)
})

it('a layout without a picture has no focal point; more photos are shown on request', async () => {
  const { dialog, person, photos } = await openCoverDialog()
  expect(photos()).toHaveLength(24)
  await person.click(dialog.getByRole('button', { name: 'Show More Photos' }))
  expect(photos()).toHaveLength(30)
  await person.click(dialog.getByRole('radio', { name: /^Text/ }))
  expect(dialog.queryByRole('button', { name: /^Focal point/ })).toBeNull()
})
