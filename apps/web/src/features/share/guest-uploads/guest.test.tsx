import type { http } from '@daymark/contracts'
import { screen } from '@testing-library/react'
import { guestFile } from '../../../../test/fake-api.ts'
import { renderApp } from '../../../../test/render-app.tsx'
import './guest.page.tsx'

const sentFile: http.SentFile = {
  id: 'kiss',
  ...guestFile,
  received_at: '2026-05-04T10:00:00.000Z',
  sha256: '',
  state: 'waiting',
}

it('rule 149 a guest gives a name, and then sees the photos that they have sent', async () => {
  const page: http.UploadPage = {
    title: 'Your photos of our day',
    greeting: '',
    photographer: 'Ada Berg',
    approve: true,
    expires_at: null,
    max_file_bytes: 1,
    name: null,
  }
  const path = '/api/upload-links/public/tok'
  const { person } = renderApp('/upload/tok', api => {
    api.user = null
    api.on(`GET ${path}`, () => Response.json(page))
    api.on(`POST ${path}/guest`, ({ body }) => {
      page.name = String(body['name'])
      return Response.json({ name: page.name })
    })
    api.on(`GET ${path}/files`, () => Response.json({ files: [sentFile] }))
  })
  expect(await screen.findByText('Ada Berg asks for your photos')).toBeVisible()
  await person.type(screen.getByRole('textbox', { name: 'Your name' }), 'Anna{Enter}')
  expect(await screen.findByText(/^You are sending as/)).toHaveTextContent('You are sending as Anna.')
  expect(await screen.findByRole('heading', { name: 'You sent 1 photo' })).toBeVisible()
  expect(screen.getByText('Waiting for review')).toBeVisible()
})
