import type { http } from '@daymark/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { invalidateTypes } from '../../domain/cache/cache.ts'
import { STALE_AFTER_EVENT } from '../../domain/cache/stale-after-event.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const announcement = (n: number, text: string): http.Announcement => ({
  id: `announcement-${n}`,
  text,
  kind: 'info',
  starts_at: '2026-05-04T10:00:00.000Z',
  ends_at: null,
})
const NO_MAINTENANCE: http.Maintenance = { on: false, message: null, since: null }

let currentNotices: http.Notices
const respondWithNotices = (api: FakeApi) => api.on('GET /api/notices', () => Response.json(currentNotices))
beforeEach(() => {
  window.localStorage.clear()
  currentNotices = { announcements: [], maintenance: NO_MAINTENANCE }
})
const findNotices = () => screen.findByRole('region', { name: 'Notices' })

it('S-ADM-12 announcements are shown above the page until they are dismissed, and stay dismissed', async () => {
  currentNotices.announcements = [announcement(1, 'We move house.'), announcement(2, 'Faster uploads.')]
  const { person, view } = renderApp('/tags', respondWithNotices)
  const first = within(await findNotices())
  expect(first.getByText('We move house.')).toBeVisible()
  await person.click(first.getAllByRole('button', { name: 'Dismiss' })[0]!)
  expect(first.queryByText('We move house.')).toBeNull()
  expect(first.getByText('Faster uploads.')).toBeVisible()
  view.unmount()
  renderApp('/tags', respondWithNotices)
  expect(await findNotices()).toHaveTextContent(/^Faster uploads\.$/)
})

it('S-ADM-12 maintenance is shown while it lasts, with the message of the administrator', async () => {
  currentNotices.maintenance = { on: true, message: 'Back at ten.', since: '2026-05-04T10:00:00.000Z' }
  renderApp('/tags', respondWithNotices)
  expect(await findNotices()).toHaveTextContent('Back at ten.')
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  currentNotices.maintenance = { on: true, message: null, since: '2026-05-04T10:00:00.000Z' }
  // Simulates the server event.
  await invalidateTypes(STALE_AFTER_EVENT['notices.changed'])
  await waitFor(async () => expect(await findNotices()).toHaveTextContent('changes are not possible right now'))
  currentNotices.maintenance = NO_MAINTENANCE
  await invalidateTypes(STALE_AFTER_EVENT['notices.changed'])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull())
})
