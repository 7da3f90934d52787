import type { http } from '@daymark/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { gallery } from '../../../../test/fake-gallery.ts'
import { hideConsoleErrors, renderApp } from '../../../../test/render-app.tsx'
import '../share.page.tsx'
import '../viewer/share-viewer.tsx'
import './picks-bar.tsx'

hideConsoleErrors()

const ID = '0199f3c2-5b7e-7c41-9d3e-00000000000c'
const NOW = '2026-05-04T10:00:00.000Z'
const picks: http.PickSettings = { minimum: null, maximum: null, review: false, notes: true, deadline: '' }

it('rule 102 rule 104 a visitor gives a name, writes a note and sends the list, which is then locked', async () => {
  const share = gallery({ picks, allow_downloads: false }, 1)
  let list: http.OwnPicks['list'] = null
  const path = '/api/shares/public/tok'
  const { api, person } = renderApp('/share/tok', fake => {
    fake.user = null
    const respondWithList = (status = 200) => Response.json({ list, now: NOW }, { status })
    fake.on(`GET ${path}`, () => Response.json({ ...share, images: share.images.map(photo => ({ ...photo, id: ID })) }))
    fake.on('POST /api/shares/track', () => new Response(null, { status: 204 }))
    fake.on(`GET ${path}/picks`, () => respondWithList())
    fake.on(`POST ${path}/picks`, ({ body }) => {
      list = { name: String(body['name']), email: null, sent_at: null, revision: 1, picks: [] }
      return respondWithList(201)
    })
    fake.on(`POST ${path}/picks/changes`, () => respondWithList())
    fake.on(`POST ${path}/picks/send`, () => {
      list = list && { ...list, sent_at: NOW }
      return respondWithList()
    })
  })
  await person.click(await screen.findByRole('button', { name: 'Choose Title 1' }))
  await person.type(await screen.findByRole('textbox', { name: 'Your name' }), 'Anna')
  await person.click(screen.getByRole('button', { name: 'Start Choosing' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Choose Title 1' })).toHaveAttribute('aria-pressed', 'true'),
  )

  await person.click(screen.getByRole('button', { name: 'Open Title 1' }))
  const viewer = within(await screen.findByRole('dialog', { name: 'Photo viewer' }))
  await person.click(await viewer.findByRole('button', { name: 'Write a note' }))
  await person.type(screen.getByRole('textbox', { name: 'For the photographer' }), 'In black and white')
  await person.click(screen.getByRole('button', { name: 'Save Note' }))
  expect(screen.queryByRole('dialog', { name: 'Note about this photo' })).toBeNull()
  expect(viewer.getByRole('button', { name: 'Your note' })).toBeVisible()
  await person.click(viewer.getByRole('button', { name: 'Close' }))

  const bar = within(screen.getByRole('region', { name: 'Your list' }))
  await person.click(bar.getByRole('button', { name: 'Send' }))
  await person.click(await screen.findByRole('button', { name: 'Send List' }))
  expect(await bar.findByText(/^Sent on .*2026.*: 1 photo$/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Choose Title 1' })).toBeDisabled()
  const sentChanges = api.callsTo('POST', `${path}/picks/changes`).map(({ body }) => body)
  expect(sentChanges.at(-1)).toMatchObject({
    changes: [{ image_id: ID, choice: 'picked', note: 'In black and white' }],
  })
})
