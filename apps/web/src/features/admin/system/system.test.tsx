import { jest } from '@jest/globals'
import type { http } from '@daymark/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { type FakeAdministration, withAdministration } from '../../../../test/fake-admin.ts'
import { type FakeApi, failure } from '../../../../test/fake-api.ts'
import { confirmIn, renderApp } from '../../../../test/render-app.tsx'

type PrepareData = (data: FakeAdministration) => void
const open = (prepareData?: PrepareData) => renderApp('/admin/system', withAdministration(prepareData))
const card = (name: string) => screen.findByRole('region', { name })
const inCard = async (name: string) => within(await card(name))

const letter = (n: number, fields: Partial<http.DeadLetter> = {}): http.DeadLetter => ({
  service: 'sharing',
  event_id: `event-${n}`,
  subscriber: 'StorePhoto',
  type: 'library.photo.updated.v1',
  reason: 'column "x" does not exist',
  attempts: 10,
  died_at: '2026-05-04T10:00:00.000Z',
  replaying: false,
  ...fields,
})
const failedPhoto = (n: number): http.FailedPhoto => ({
  id: `photo-${n}`,
  owner_id: 'user-2',
  owner_name: 'Person 2',
  filename: `DSC_${n}.JPG`,
  size: 8_000_000,
  uploaded_at: '2026-05-04T10:00:00.000Z',
})
const bodiesSentTo = (api: FakeApi, path: string) => api.callsTo('POST', path).map(({ body }) => body)

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => void jest.restoreAllMocks())

it('S-ADM-12 shows disk, database, uptime, storage and memory', async () => {
  open()
  expect(await card('Disk')).toHaveTextContent('Healthy42 %444 GB of 1 TB used, 580 GB free')
  expect(await card('Database')).toHaveTextContent('Healthyconnected')
  expect(await card('Uptime')).toHaveTextContent('3 d 4 h')
  expect(await card('Storage')).toHaveTextContent('5 TBof 50 TB allocated to all accounts')
  expect(await card('Memory')).toHaveTextContent('120 MBof 240 MB heap')
})

it('S-ADM-12 shows services with versions and pending events, and photo processing with rate and estimate', async () => {
  open()
  const rows = await (await inCard('Services')).findAllByRole('row')
  expect(rows[1]).toHaveTextContent(/library.*1\.4\.0.*180 MB.*12 ms.*Ready.*3 oldest 1 min – delayed.*4 GB/)
  expect(rows[2]).toHaveTextContent(/mediaNot ready/)
  expect(await card('Photo processing')).toHaveTextContent(
    /Waiting120.*Rate62\.4 a minute.*Estimated time left1 min.*To encrypt1,200/,
  )
})

it('S-ADM-12 shows the numbers of waiting, running and failing jobs, and the last error', async () => {
  open()
  const jobs = await inCard('Jobs')
  const row = await jobs.findByRole('row', { name: /purge-photos/ })
  expect(row).toHaveTextContent(/library.*Last error: the store does not respond.*1221/)
})

it('S-ADM-12 L-MKT-10 shows the state, problems and accounts of backups', async () => {
  open()
  const backups = await inCard('Backups')
  expect(await backups.findByText('Failing', { selector: 'span' })).toBeVisible()
  expect(await card('Backups')).toHaveTextContent(
    /Accounts with a backup12.*Last restore drill.*600 files.*Failing1Damaged0/,
  )
  expect(backups.getByRole('list', { name: 'Backup problems' })).toHaveTextContent(
    /Off-site copyThe backup store is full/,
  )
  expect(backups.getByRole('link', { name: 'User' })).toHaveAttribute('href', '/admin/users/user-2')
})

it('S-ADM-12 shows emails, webhooks and domains with failed deliveries', async () => {
  open()
  const outgoing = await inCard('Emails, webhooks and domains')
  expect(await outgoing.findByRole('region', { name: 'Emails' })).toHaveTextContent(
    /2 emails pending.*550 mailbox unavailable/,
  )
  expect(outgoing.getByRole('region', { name: 'Webhooks' })).toHaveTextContent(/hooks\.example\.org.*502.*Failing/)
  expect(outgoing.getByRole('region', { name: 'Domains' })).toHaveTextContent(
    /photos\.example\.org.*certificate expires/,
  )
})

it('S-ADM-12 dead letters are replayed, and dropped after confirmation', async () => {
  const { person, api } = open(data => (data.letters = [letter(1), letter(2), letter(3, { service: 'media' })]))
  const letters = await inCard('Dead letters')
  expect(await letters.findByText('sharing: 2 dead letters')).toBeVisible()
  const sharingLetters = within(letters.getByRole('region', { name: 'Dead letters of sharing' }))
  await person.click(sharingLetters.getAllByRole('button', { name: /^Replay library/ })[0]!)
  expect(await sharingLetters.findByText('Replaying…')).toBeVisible()
  expect(bodiesSentTo(api, '/api/admin/dead-letters/replay')).toEqual([
    { service: 'sharing', event_id: 'event-1', subscriber: 'StorePhoto' },
  ])
  await person.click(sharingLetters.getByRole('button', { name: 'Drop all dead letters of sharing' }))
  await confirmIn(person, 'Drop all dead letters of sharing?')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Dead letters of sharing' })).toBeNull())
  expect(bodiesSentTo(api, '/api/admin/dead-letters/drop')).toEqual([{ service: 'sharing' }])
})

it('S-ADM-12 failed photos are retried, one or all', async () => {
  const { person, api } = open(data => (data.failedPhotos = [failedPhoto(1), failedPhoto(2), failedPhoto(3)]))
  const photos = await inCard('Failed photos')
  await person.click(await photos.findByRole('button', { name: 'Process Again: DSC_2.JPG' }))
  await waitFor(() => expect(photos.queryByText('DSC_2.JPG')).toBeNull())
  await person.click(photos.getByRole('button', { name: 'Process All Again' }))
  expect(await photos.findByText('No failed photos.')).toBeVisible()
  expect(bodiesSentTo(api, '/api/admin/failed-photos/requeue')).toEqual([{ ids: ['photo-2'] }, {}])
})

it('S-ADM-12 the configuration can be searched and shows no secret', async () => {
  const { person } = open()
  const settings = await inCard('Configuration')
  expect(await settings.findByText('Set (hidden)')).toBeVisible()
  expect(settings.getAllByRole('row')).toHaveLength(3)
  await person.click(settings.getByRole('checkbox', { name: 'Only changed settings' }))
  expect(settings.getAllByRole('row')).toHaveLength(4)
  await person.type(settings.getByRole('searchbox', { name: 'Find a setting' }), 'purge')
  await waitFor(() => expect(settings.getAllByRole('row')).toHaveLength(2))
  expect(settings.getByText('DAYMARK_LIBRARY_PURGE_AFTER_DAYS')).toBeVisible()
  await person.click(settings.getByRole('checkbox', { name: 'Only changed settings' }))
  expect(settings.getByText('No settings match your search.')).toBeVisible()
  expect(await card('Checks')).toHaveTextContent(/databasePostgreSQL 17 answers\.OKmail.*Not configured/)
})

it('S-ADM-12 announcements are created and removed', async () => {
  const old = { id: 'announcement-9', text: 'We move house.', kind: 'warning' as const }
  const { person, api } = open(
    data => (data.notices.announcements = [{ ...old, starts_at: '2026-05-04T10:00:00.000Z', ends_at: null }]),
  )
  const announcements = await inCard('Announcements')
  await person.click(await announcements.findByRole('button', { name: 'Remove: We move house.' }))
  await confirmIn(person, 'Remove this announcement?')
  await waitFor(() => expect(announcements.queryByText('We move house.')).toBeNull())
  await person.type(announcements.getByLabelText('New announcement'), 'Faster uploads since today.')
  await person.click(announcements.getByRole('button', { name: 'Announce' }))
  expect(await announcements.findByText('Faster uploads since today.', { selector: 'span' })).toBeVisible()
  expect(bodiesSentTo(api, '/api/admin/announcements')).toEqual([
    { text: 'Faster uploads since today.', kind: 'info', ends_at: null },
  ])
  expect(announcements.getByLabelText('New announcement')).toHaveValue('')
})

it('S-ADM-12 maintenance is started with a message after a confirmation, and ended', async () => {
  const { person, api } = open()
  const maintenance = await inCard('Maintenance')
  await person.click(await maintenance.findByRole('button', { name: 'Start Maintenance' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Start Maintenance' }))
  await person.type(dialog.getByLabelText('Message (optional)'), 'Back at ten.')
  await person.click(dialog.getByRole('button', { name: 'Start Maintenance' }))
  expect(await maintenance.findByText('Back at ten.', { selector: 'p' })).toBeVisible()
  await person.click(maintenance.getByRole('button', { name: 'End Maintenance' }))
  expect(await maintenance.findByRole('button', { name: 'Start Maintenance' })).toBeVisible()
  expect(bodiesSentTo(api, '/api/admin/maintenance')).toEqual([
    { on: true, message: 'Back at ten.' },
    { on: false, message: null },
  ])
})

it('S-ADM-12 a card whose call fails shows the failure and can be retried', async () => {
  let isDown = true
  const { person, api } = open()
  const originalFetch = api.fetch
  window.fetch = (input, init) => {
    if (!isDown || !String(input).endsWith('/api/admin/system/work')) return originalFetch(input, init)
    return Promise.resolve(failure(503))
  }
  const processing = await inCard('Photo processing')
  expect(await processing.findByText('This could not be loaded.')).toBeVisible()
  expect(await card('Services')).toHaveTextContent('library')
  isDown = false
  await person.click(processing.getByRole('button', { name: 'Try Again' }))
  expect(await processing.findByText('62.4 a minute')).toBeVisible()
})
