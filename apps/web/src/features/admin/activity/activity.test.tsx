import { jest } from '@jest/globals'
import type { AuditedActionName } from '@daymark/contracts'
import { AUDITED_ACTIONS } from '@daymark/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { activityItem, auditEntry, type FakeAdministration, withAdministration } from '../../../../test/fake-admin.ts'
import { type FakeApi, failure } from '../../../../test/fake-api.ts'
import { renderApp } from '../../../../test/render-app.tsx'
import { ACTIONS, formatDetails, createSentence } from './audit-sentence.ts'

type Setup = { prepareData?: (data: FakeAdministration) => void; prepareApi?: (api: FakeApi) => void }
const open = (address: string, { prepareData, prepareApi }: Setup = {}) =>
  renderApp(address, api => {
    withAdministration(prepareData)(api)
    prepareApi?.(api)
  })
const rows = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
const textOf = (row: HTMLElement | undefined) => row?.textContent ?? ''

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void jest.restoreAllMocks())

describe('user activity', () => {
  it('S-ADM-11 lists shares and uploads with user, album or file, views and time', async () => {
    open('/admin/activity')
    const [upload, share] = await rows('Activity')
    expect(textOf(upload)).toMatch(/^Image uploadedPerson 2DSC_1\.JPG.*May 4/)
    expect(textOf(share)).toMatch(/^Share createdPerson 2Wedding1,234.*May 4/)
    expect(within(share!).getByRole('link', { name: 'Person 2' })).toHaveAttribute('href', '/admin/users/user-2')
  })

  it('S-ADM-11 a type filter lists only activity of this type and is stored in the address', async () => {
    const { person, router } = open('/admin/activity')
    await rows('Activity')
    await person.click(screen.getByRole('radio', { name: 'Shares' }))
    await waitFor(async () => expect(await rows('Activity')).toHaveLength(1))
    expect(router.state.location.search).toBe('?type=share_created')
  })

  it('S-ADM-11 loads the next page; a failure is shown and can be retried', async () => {
    let isDown = true
    const { person } = open('/admin/activity', {
      prepareData: data => (data.activity = Array.from({ length: 50 }, (_, n) => activityItem(n))),
      prepareApi: api => {
        const firstPage = Array.from({ length: 50 }, (_, n) => activityItem(n))
        api.on('GET /api/admin/activity', ({ url }) => {
          if (!url.searchParams.has('before')) return Response.json(firstPage)
          return isDown ? failure(503) : Response.json([activityItem(99)])
        })
      },
    })
    await rows('Activity')
    await person.click(screen.getByRole('button', { name: 'Show More' }))
    expect(await screen.findByText('Could not load more items.')).toBeVisible()
    isDown = false
    await person.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('DSC_99.JPG')).toBeVisible()
    expect(await rows('Activity')).toHaveLength(51)
  })
})

describe('the audit log', () => {
  it('S-ADM-11 shows the action with actor, target, time and address', async () => {
    const { person } = open('/admin/activity')
    await person.click(await screen.findByRole('link', { name: 'Audit log' }))
    const [first, second] = await rows('Audit log')
    expect(textOf(first)).toMatch(/May 4.*Ansel suspended Person 2reason: as she asked192\.0\.2\.7/)
    expect(textOf(second)).toMatch(/Ansel started maintenance/)
    expect(within(first!).getByRole('link', { name: 'Person 2' })).toHaveAttribute('href', '/admin/users/user-2')
  })

  it('S-ADM-11 can be filtered, and the export uses the same filters', async () => {
    const { person } = open('/admin/activity/audit?target=user-2')
    expect(await rows('Audit log')).toHaveLength(1)
    const exportLink = screen.getByRole('link', { name: 'Export CSV' })
    expect(exportLink).toHaveAttribute('href', '/api/admin/audit/export?target=user-2')
    await person.click(screen.getByRole('button', { name: 'Show All Users' }))
    await waitFor(async () => expect(await rows('Audit log')).toHaveLength(2))
    await person.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Maintenance started')
    await waitFor(async () => expect(await rows('Audit log')).toHaveLength(1))
    expect(exportLink).toHaveAttribute('href', '/api/admin/audit/export?action=maintenance.started')
  })

  it('S-ADM-11 reports whether the audit log is intact', async () => {
    const { person } = open('/admin/activity/audit')
    await person.click(await screen.findByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('The log is intact: 1,234 entries')).toBeVisible()
  })

  it('S-ADM-11 reports where the chain is broken', async () => {
    const broken = { ok: false, entries: 1234, first_seq: 1, last_hash: null, broken_at: 77 }
    const { person } = open('/admin/activity/audit', {
      prepareApi: api => api.on('GET /api/admin/audit/check', () => Response.json(broken)),
    })
    await person.click(await screen.findByRole('button', { name: 'Verify' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('entry 77 does not match its checksum')
  })
})

describe('sentences of the audit log', () => {
  const sentenceOf = (action: string, fields: Partial<Parameters<typeof createSentence>[0]> = {}) => {
    const { before, target, after } = createSentence({ ...auditEntry(1), action, ...fields })
    return `${before}${target ?? ''}${after}`
  }

  it('S-ADM-11 every logged action has a distinct sentence', () => {
    expect(Object.keys(ACTIONS).toSorted()).toEqual([...AUDITED_ACTIONS].toSorted())
    const phrases = AUDITED_ACTIONS.map(action => ACTIONS[action as AuditedActionName].phrase)
    expect(new Set(phrases).size).toBe(AUDITED_ACTIONS.length)
  })

  it('S-ADM-11 sentences cover own accounts, missing targets and unknown actions', () => {
    const ownAccount = { target: { kind: 'user', id: 'user-1', name: 'Ansel' } }
    expect(sentenceOf('plan.changed')).toBe('changed the plan of Person 2')
    expect(sentenceOf('password.changed', ownAccount)).toBe('changed their own password')
    expect(sentenceOf('user.signed-in', ownAccount)).toBe('signed in')
    expect(sentenceOf('dead-letter.dropped', { target: null })).toBe('dropped dead letters: everything')
    expect(sentenceOf('moon.landed')).toBe('moon.landed Person 2')
  })

  it('S-ADM-11 details are formatted as readable text', () => {
    expect(formatDetails({ role: 'admin', storage_limit: 5, wasAsked: true, reason: null })).toBe(
      'role: admin · storage limit: 5 · was asked: yes',
    )
    expect(formatDetails({ due: '2026-12-06T19:15:22.515Z' })).toMatch(/^due: Dec 6, 2026/)
  })
})
