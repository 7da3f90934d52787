import type { http } from '@daymark/contracts'
import { screen } from '@testing-library/react'
import { success } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'
import './picks.page.tsx'

const createList = (fields: Partial<http.VisitorPickList> & { id: string }): http.VisitorPickList => ({
  name: fields.id,
  email: null,
  sent_at: null,
  created_at: '2026-05-04T10:00:00.000Z',
  changed_at: '2026-05-04T11:00:00.000Z',
  picked: 0,
  rejected: 0,
  notes: 0,
  ...fields,
})

it('rule 104 the owner sees the lists of all visitors and the photos of one, and reopens a sent list', async () => {
  const anna = createList({ id: 'Anna', picked: 2, notes: 1, sent_at: '2026-05-04T12:00:00.000Z' })
  const picks = { album_id: 'lisbon', album_title: 'Lisbon', settings: null, lists: [anna, createList({ id: 'Ben' })] }
  const { api, person } = renderApp('/shares/one/picks', fake => {
    fake.on('GET /api/shares/one/picks', () => Response.json(picks))
    fake.on('GET /api/shares/one/picks/images', () => Response.json({ images: [], total: 0 }))
    fake.on('POST /api/shares/one/picks/Anna/reopen', () => {
      anna.sent_at = null
      return success()
    })
  })
  expect(await screen.findByText('2 people, 1 list sent')).toBeVisible()
  expect(document.title).toBe('Picks · Daymark')
  await person.click(screen.getByRole('button', { name: /^Anna 2 chosen, 1 note Sent/ }))
  expect(await screen.findByText('No photos.')).toBeVisible()
  const imageRequests = api.callsTo('GET', '/api/shares/one/picks/images').map(({ path }) => path)
  expect(imageRequests.at(-1)).toContain('list_id=Anna&only=picked')
  await person.click(screen.getByRole('button', { name: 'Reopen' }))
  expect(await screen.findByRole('button', { name: /^Anna 2 chosen, 1 note Not sent yet/ })).toBeVisible()
  expect(screen.getByText('2 people, 0 lists sent')).toBeVisible()
})
