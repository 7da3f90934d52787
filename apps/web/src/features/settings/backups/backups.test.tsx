import type { http } from '@daymark/contracts'
import { screen, within } from '@testing-library/react'
import { withAccount } from '../../../../test/fake-account.ts'
import { failure } from '../../../../test/fake-api.ts'
import { renderApp } from '../../../../test/render-app.tsx'
import '../../../../test/settings-sections.ts'

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()
const backup = (id: string, hours: number): http.Backup => ({
  id,
  at: hoursAgo(hours),
  photos: 12_408,
  bytes: 5 * 1024 ** 3,
  offsite: false,
})
const drill = { at: hoursAgo(9), passed: true, checked: 50, damaged: [] as string[] }
const backups = (fields: Partial<http.Backups> = {}): http.Backups => ({
  configured: true,
  plan: { every_days: 1, keep: 30, offsite: false },
  running: null,
  problem: null,
  next_at: null,
  drill,
  restore: null,
  backups: [backup('newest', 3), backup('older', 27)],
  ...fields,
})
const restore = (fields: Partial<NonNullable<http.Backups['restore']>>): NonNullable<http.Backups['restore']> => ({
  id: 'r',
  backup_id: 'newest',
  backup_at: hoursAgo(3),
  state: 'running',
  started_at: hoursAgo(0),
  finished_at: null,
  photos: 40,
  brought: 10,
  problem: null,
  ...fields,
})
const openSettings = (answer: http.Backups) =>
  renderApp('/settings', api => {
    withAccount({ tier: 'advanced' })(api)
    api.on('GET /api/backups', () => Response.json(answer))
  })
const findSection = async () => within(await screen.findByRole('region', { name: 'Backups' }))

it('L-MKT-10 shows the time and content of the last backup and the result of the last restore drill', async () => {
  openSettings(backups())
  const shown = await findSection()
  expect(await shown.findByText('Last backup 3 hours ago, 12,408 photos; last restore drill passed.')).toBeVisible()
  expect(shown.getByText('Every day; the last 30 are kept.')).toBeVisible()
  expect(shown.getByText(/50 files read back/)).toBeVisible()
  expect(within(shown.getByRole('list', { name: 'Backups' })).getAllByText('12,408 photos, 5 GB')).toHaveLength(2)
})

it('L-MKT-10 a plan without backups, an installation without a store and a first backup have their own messages', async () => {
  const starterApp = openSettings(backups({ plan: null, backups: [], drill: null }))
  expect(await (await findSection()).findByText(/Requires the Professional plan/)).toBeVisible()
  starterApp.view.unmount()
  const withoutStore = openSettings(backups({ configured: false, backups: [], drill: null }))
  expect(await (await findSection()).findByText(/has no backup store/)).toBeVisible()
  withoutStore.view.unmount()
  openSettings(backups({ backups: [], drill: null }))
  expect(await (await findSection()).findByText('The first backup starts within a few minutes.')).toBeVisible()
})

it('L-MKT-10 a failed backup and a failed drill are shown, with the damaged photos', async () => {
  const problem = 'The backup store is full.'
  openSettings(backups({ problem, drill: { ...drill, passed: false, damaged: ['Beach 1.JPG'] } }))
  const shown = await findSection()
  expect(await shown.findByText(/The backup store is full\. The backup is retried automatically/)).toBeVisible()
  expect(shown.getByRole('alert')).toHaveTextContent('The backup is damaged: Beach 1.JPG.')
  expect(shown.getByText(/last restore drill failed/)).toBeVisible()
})

it('L-MKT-10 missing items are restored after a dialog that explains the consequences; it shows a refusal', async () => {
  let isRefused = true
  const { person, api } = openSettings(backups())
  const running = backups({ restore: restore({}) })
  api.on('POST /api/backups/restores', () => {
    if (isRefused) return failure(409, 'Another restore is already running.')
    // The section polls the status every few seconds.
    api.on('GET /api/backups', () => Response.json(running))
    return Response.json(running)
  })
  const shown = await findSection()
  await person.click((await shown.findAllByRole('button', { name: /^Restore…/ }))[1]!)
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore missing items' }))
  expect(dialog.getByText(/Existing items do not change/)).toBeVisible()
  await person.click(dialog.getByRole('button', { name: 'Restore' }))
  expect(await dialog.findByText('Another restore is already running.')).toBeVisible()
  isRefused = false
  await person.click(dialog.getByRole('button', { name: 'Restore' }))
  expect(await shown.findByRole('progressbar', { name: 'Restoring' })).toHaveAttribute('aria-valuenow', '25')
  expect(api.callsTo('POST', '/api/backups/restores').at(-1)?.body).toEqual({ backup_id: 'older' })
  expect(shown.getAllByRole('button', { name: /^Restore…/ })[0]).toBeDisabled()
})
