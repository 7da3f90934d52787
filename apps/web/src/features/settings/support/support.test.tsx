import type { http } from '@daymark/contracts'
import { screen, within } from '@testing-library/react'
import { withAccount } from '../../../../test/fake-account.ts'
import { hideConsoleErrors, renderApp } from '../../../../test/render-app.tsx'
import '../../../../test/settings-sections.ts'
import '../../../widgets/billing/billing.tsx'

hideConsoleErrors()

async function openSettings(answer: Partial<http.Support> | null) {
  const { view } = renderApp('/settings', api => {
    withAccount({ tier: 'advanced' })(api)
    const support = {
      address: 'help@example.com',
      subject: 'Advanced, account 1A2B',
      account: '1A2B',
      is_priority: true,
    }
    if (answer) api.on('GET /api/settings/support', () => Response.json({ ...support, ...answer }))
  })
  const section = within(await screen.findByRole('region', { name: 'Support' }))
  const readMailtoUrl = () => section.getByRole('link', { name: 'Write to Support' }).getAttribute('href')
  return { view, section, readMailtoUrl }
}

it('rule 72 a mail with priority contains plan and account; without priority, the row is locked', async () => {
  const { view, section, readMailtoUrl } = await openSettings({})
  expect(await section.findByText('Priority support')).toBeVisible()
  expect(readMailtoUrl()).toBe('mailto:help@example.com?subject=Advanced%2C%20account%201A2B')
  expect(section.getByText('1A2B')).toBeVisible()
  expect(section.queryByLabelText('Locked')).toBeNull()
  view.unmount()
  const other = await openSettings({ is_priority: false })
  expect(await other.section.findByLabelText('Locked')).toBeVisible()
})

it('rule 72 an address is shown even if no data can be read', async () => {
  expect((await openSettings(null)).readMailtoUrl()).toBe('mailto:support@localhost')
})
