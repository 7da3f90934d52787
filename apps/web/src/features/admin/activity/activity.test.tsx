import { jest } from '@jest/globals'
import type { AuditedActionName } from '@daymark/contracts'
import { AUDITED_ACTIONS } from '@daymark/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { activityItem, auditEntry, type FakeAdministration, withAdministration } from '../../../../test/fake-admin.ts'
import { type FakeApi, failure } from '../../../../test/fake-api.ts'
import { renderApp } from '../../../../test/render-app.tsx'
import { ACTIONS, formatDetails, createSentence } from './audit-sentence.ts'

type More = { all?: (all: FakeAdministration) => void; api?: (api: FakeApi) => void }
const open = (address: string, { all, api: loadMoreState }: More = {}) =>
  renderApp(address, api => {
    withAdministration(all)(api)
    loadMoreState?.(api)
  })
const rows = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
const at = (row: HTMLElement | undefined) => row?.textContent ?? ''

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void jest.restoreAllMocks())

describe('user activity', () => {
  it('S-ADM-11 lists shares and uploads with user, album or file, views and time', async () => {
    open('/admin/activity')
    const [upload, share] = await rows('Activity')
    expect(at(upload)).toMatch(/^Image uploadedPerson 2DSC_1\.JPG.*May 4/)
    expect(at(share)).toMatch(/^Share createdPerson 2Wedding1,234.*May 4/)
    expect(within(share!).getByRole('link', { name: 'Person 2' })).toHaveAttribute('href', '/admin/users/user-2')
  })

  it('S-ADM-11 shows only one type if the address phrase so', async () => {
    const { person, router } = open('/admin/activity')
    await rows('Activity')
    await person.click(screen.getByRole('radio', { name: 'Shares' }))
    await waitFor(async () => expect(await rows('Activity')).toHaveLength(1))
    expect(router.state.location.search).toBe('?type=share_created')
  })

  it('S-ADM-11 loads the next page; a failure is shown and can be retried', async () => {
    let isDown = true
    const { person } = open('/admin/activity', {
      all: all => (all.activity = Array.from({ length: 50 }, (_, n) => activityItem(n))),
      api: api => {
        const first = Array.from({ length: 50 }, (_, n) => activityItem(n))
        api.on('GET /api/admin/activity', ({ url }) => {
          if (!url.searchParams.has('before')) return Response.json(first)
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
    expect(at(first)).toMatch(/May 4.*Ansel suspended Person 2reason: as she asked192\.0\.2\.7/)
    expect(at(second)).toMatch(/Ansel started maintenance/)
    expect(within(first!).getByRole('link', { name: 'Person 2' })).toHaveAttribute('href', '/admin/users/user-2')
  })

  it('S-ADM-11 can be filtered, and the export uses the same filters', async () => {
    const { person } = open('/admin/activity/audit?target=user-2')
    expect(await rows('Audit log')).toHaveLength(1)
    const exported = screen.getByRole('link', { name: 'Export CSV' })
    expect(exported).toHaveAttribute('href', '/api/admin/audit/export?target=user-2')
    await person.click(screen.getByRole('button', { name: 'Show All Users' }))
    await waitFor(async () => expect(await rows('Audit log')).toHaveLength(2))
    await person.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Maintenance started')
    await waitFor(async () => expect(await rows('Audit log')).toHaveLength(1))
    expect(exported).toHaveAttribute('href', '/api/admin/audit/export?action=maintenance.started')
  })

  it('S-ADM-11 reports whether the audit log is intact', async () => {
    const { person } = open('/admin/activity/audit')
    await person.click(await screen.findByRole('button', { name: 'Check' }))
    expect(await screen.findByText('The log is intact: 1,234 entries')).toBeVisible()
  })

  it('S-ADM-11 reports where the chain is broken', async () => {
    const broken = { ok: false, entries: 1234, first_seq: 1, last_hash: null, broken_at: 77 }
    const { person } = open('/admin/activity/audit', {
      api: api => api.on('GET /api/admin/audit/check', () => Response.json(broken)),
    })
    await person.click(await screen.findByRole('button', { name: 'Check' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('entry 77 does not match its checksum')
  })
})

describe('sentences of the audit log', () => {
  const sentence = (action: string, fields: Partial<Parameters<typeof createSentence>[0]> = {}) => {
    const { before, target, after } = createSentence({ ...auditEntry(1), action, ...fields })
    return `${before}${target ?? ''}${after}`
  }

  it('S-ADM-11 every logged action has a distinct sentence', () => {
    expect(Object.keys(ACTIONS).toSorted()).toEqual([...AUDITED_ACTIONS].toSorted())
    const all = AUDITED_ACTIONS.map(action => ACTIONS[action as AuditedActionName].phrase)
    expect(new Set(all).size).toBe(AUDITED_ACTIONS.length)
  })

  it('S-ADM-11 sentences are correct for the own account, without a target and for unknown actions', () => {
    const oneself = { target: { kind: 'user', id: 'user-1', name: 'Ansel' } }
    expect(sentence('plan.changed')).toBe('changed the plan of Person 2')
    expect(sentence('password.changed', oneself)).toBe('changed their own password')
    expect(sentence('user.signed-in', oneself)).toBe('signed in')
    expect(sentence('dead-letter.dropped', { target: null })).toBe('dropped dead letters of everything')
    expect(sentence('moon.landed')).toBe('moon.landed Person 2')
  })

  it('S-ADM-11 details are shown as words', () => {
    expect(formatDetails({ role: 'admin', storage_limit: 5, wasAsked: true, reason: null })).toBe(
      'role: admin · storage limit: 5 · was asked: yes',
    )
    expect(formatDetails({ due: '2026-12-06T19:15:22.515Z' })).toMatch(/^due: Dec 6, 2026/)
  })
})
