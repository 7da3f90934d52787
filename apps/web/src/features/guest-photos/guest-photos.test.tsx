import { screen, waitFor } from '@testing-library/react'
import { withAlbum } from '../../../test/fake-albums.ts'
import { guestFile, success } from '../../../test/fake-api.ts'
import { confirmIn, renderApp } from '../../../test/render-app.tsx'
import './guest-photos.page.tsx'

const lastId = '0199f3c2-5b7e-7c41-9d3e-00000000000c'
const image = {
  id: lastId,
  ...guestFile,
  received_at: '2025-05-09T11:38:44.000Z',
  link_id: 'link',
  guest_id: 'anna',
  sent_by: 'Anna',
  thumbnail_url: null,
}
const pendingPhotos = {
  guests: [{ id: 'anna', link_id: 'link', name: 'Anna', waiting_count: 1 }],
  images: [image],
  last_id: lastId,
  total: 1,
  limit: 100,
  offset: 0,
}

it.each([
  ['Approve All', 'accept', {}],
  ['Decline All', 'refuse', {}],
  ['Approve all from Anna', 'accept', { guest_id: 'anna' }],
])('rule 151 %s applies only to the photos that are shown', async (name, action, selection) => {
  const { api, person } = renderApp('/albums/lisbon/received', fake => {
    withAlbum()(fake)
    fake.on('GET /api/albums/lisbon/received', () => Response.json(pendingPhotos))
    fake.on(`POST /api/albums/lisbon/received/${action}`, () => success({ accepted: 1, refused: 1, left: 0 }))
  })
  await person.click(await screen.findByRole('button', { name }))
  if (action === 'refuse') await confirmIn(person, 'Decline 1 photo?')
  const calls = () => api.callsTo('POST', `/api/albums/lisbon/received/${action}`)
  await waitFor(() => expect(calls()).toHaveLength(1))
  expect(calls()[0]?.body).toEqual({ ...selection, until_id: lastId })
})
