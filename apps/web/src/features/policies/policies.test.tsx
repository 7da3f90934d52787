import { screen, within } from '@testing-library/react'
import { renderApp } from '../../../test/render-app.tsx'

const asVisitor = (api: { user: unknown }) => void (api.user = null)
const findSection = (name: string) => {
  const found = screen.getByRole('heading', { name, level: 2 }).closest('section')
  if (!found) throw new Error(`no section ${name}`)
  return within(found)
}
const readTerms = (name: string) =>
  findSection(name)
    .getAllByRole('term')
    .map(term => term.textContent)
const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('privacy', () => {
  it('L-ROUTE-02 L-PRIV-07 is public, with a link to the sign-in and the footer', async () => {
    const { router, person } = renderApp('/privacy', asVisitor)
    expect(await findTitle('Privacy')).toBeVisible()
    expect(screen.getByText('Last updated December 2024')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull()
    expect(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Security' })).toBeVisible()
    await person.click(screen.getByRole('link', { name: 'Sign In' }))
    expect(await screen.findByLabelText('Password')).toBeVisible()
    expect(router.state.location.pathname).toBe('/login')
  })

  it('L-ROUTE-02 is shown inside the shell to signed-in users', async () => {
    renderApp('/privacy')
    expect(await findTitle('Privacy')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
  })

  it('L-PRIV-01 L-PRIV-02 L-PRIV-03 lists the collected data, its use and its protection', async () => {
    renderApp('/privacy', asVisitor)
    await findTitle('Privacy')
    expect(readTerms('What data is collected')).toEqual([
      'Account information',
      'Photos with basic technical details',
      'Usage logs',
    ])
    expect(readTerms('How data is used')).toContain('To run your library')
    const protection = findSection('How data is protected')
    expect(protection.getByText(/Galleries are private by default\./)).toBeVisible()
    expect(protection.getByText(/HTTPS is used everywhere\./)).toBeVisible()
    expect(protection.getByText(/schedules the original and its variants for removal/)).toBeVisible()
  })

  it('L-PRIV-04 L-MKT-06 explains the business model', async () => {
    renderApp('/privacy', asVisitor)
    await findTitle('Privacy')
    const businessModel = findSection('How Daymark makes money')
    expect(businessModel.getByText(/paid subscription.*Photos are never sold or used for advertising/)).toBeVisible()
  })

  it('L-PRIV-05 L-PRIV-06 L-MKT-13 L-MKT-14 names the rights, and a support that typically replies within 24 hours', async () => {
    renderApp('/privacy', asVisitor)
    await findTitle('Privacy')
    expect(readTerms('Your rights')).toEqual(['Access', 'Update', 'Export', 'Delete'])
    const contact = findSection('Questions')
    expect(contact.getByRole('link')).toHaveAttribute('href', 'mailto:support@localhost')
    expect(contact.getByText(/Support typically replies within 24 hours\./)).toBeVisible()
  })

  it('L-MKT-13 L-PRIV-05 links to the export and the deletion of the account', async () => {
    renderApp('/privacy', asVisitor)
    await findTitle('Privacy')
    const links = findSection('Your rights').getAllByRole('link')
    expect(links.map(link => link.getAttribute('href'))).toEqual(['/settings#photos', '/settings#leaving'])
  })

  it('L-PRIV-03 lists the stored data, retention and recipients of this installation, from its configuration', async () => {
    renderApp('/privacy', api => {
      api.user = null
      api.on('GET /api/privacy/facts', () =>
        Response.json({
          trash_days: 7,
          deletion_days: 21,
          visit_days: 45,
          audit_days: 400,
          activity_days: 60,
          event_days: 14,
          mail: true,
          cards: false,
          telemetry: false,
        }),
      )
      api.on('GET /api/backups/facts', () =>
        Response.json({
          configured: true,
          plans: [
            { tier: 'starter', plan: null },
            { tier: 'professional', plan: { every_days: 7, keep: 4, offsite: false } },
            { tier: 'studio', plan: { every_days: 1, keep: 90, offsite: true } },
          ],
          drill: null,
        }),
      )
    })
    expect(await screen.findByText(/can be restored for 7 days\./)).toBeVisible()
    expect(screen.getByText(/^A deleted account is closed for 21 days/)).toBeVisible()
    expect(await screen.findByText(/remains in backups for: Professional 28 days, Studio 90 days\./)).toBeVisible()
    expect(screen.getByText(/is kept for 45 days;/)).toBeVisible()
    expect(screen.getByText(/They are kept for 14 days, including those of deleted accounts\./)).toBeVisible()
    expect(readTerms('Who else receives data')).toEqual(['Email', 'Payments', 'Telemetry', 'Encryption at rest'])
    expect(screen.getByText(/^The mail server of this installation receives your email address/)).toBeVisible()
    expect(screen.getByText(/has no payment provider/)).toBeVisible()
  })

  it('L-PRIV-03 omits facts that this installation does not report', async () => {
    renderApp('/privacy', api => {
      api.user = null
      api.on('GET /api/privacy/facts', () => new Response('', { status: 503 }))
    })
    await findTitle('Privacy')
    expect(screen.queryByText('In this installation:')).toBeNull()
  })

  it('L-MKT-15 states that the product is in private beta', async () => {
    renderApp('/privacy', asVisitor)
    await findTitle('Privacy')
    expect(screen.getByText('Currently in private beta')).toBeVisible()
  })

  it('a user with a temporary password reads it outside of the application', async () => {
    renderApp('/privacy', api => void (api.user = api.user && { ...api.user, must_change_password: true }))
    expect(await findTitle('Privacy')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull()
  })
})

describe('security', () => {
  it('L-ROUTE-03 L-SEC-02 L-MKT-09 lists the backups of the four plans in a table', async () => {
    renderApp('/security', asVisitor)
    await findTitle('Security, backups and data handling')
    const table = screen.getByRole('table', { name: 'Backups and encryption at rest by plan' })
    const rows = within(table)
      .getAllByRole('row')
      .map(row => [...row.children].map(cell => cell.textContent))
    expect(rows).toEqual([
      ['Plan', 'Backups', 'Encryption at rest'],
      ['Starter', 'None', 'No'],
      ['Professional', 'Periodic automatic backups', 'Yes'],
      ['Advanced', 'Daily backups with retention', 'Yes'],
      ['Studio', 'Daily backups with extended retention and an off-site copy', 'Yes'],
    ])
  })

  it('L-SEC-02 states the backups of this installation, from its configuration', async () => {
    const studio = { every_days: 1, keep: 90, offsite: true }
    renderApp('/security', api => {
      api.user = null
      api.on('GET /api/backups/facts', () =>
        Response.json({
          configured: true,
          plans: [
            { tier: 'starter', plan: null },
            { tier: 'studio', plan: studio },
          ],
          drill: { at: '2026-05-04T02:00:00.000Z', passed: true, checked: 1200, accounts: 24 },
        }),
      )
    })
    expect(await screen.findByText('Studio: every day, the last 90 are kept, with an off-site copy.')).toBeVisible()
    expect(screen.getByText('Starter: none.')).toBeVisible()
    expect(screen.getByText(/read 1,200 files back from the backups of 24 accounts: passed\./)).toBeVisible()
  })

  it('L-SEC-03 L-MKT-12 states encryption at rest on professional and above, and HTTPS everywhere', async () => {
    renderApp('/security')
    await findTitle('Security, backups and data handling')
    expect(findSection('Encryption').getByText(/^HTTPS is used everywhere\./)).toHaveTextContent(
      'Server-side encryption at rest applies on Professional and above.',
    )
  })

  it('L-SEC-03 L-MKT-11 states whether this installation can encrypt, from its configuration', async () => {
    renderApp('/security', asVisitor)
    expect(await screen.findByText(/^In this installation, photos of these plans are encrypted/)).toBeVisible()
  })

  it('L-SEC-03 L-MKT-11 states that it has no key', async () => {
    renderApp('/security', api => {
      api.user = null
      api.on('GET /api/security/facts', () => Response.json({ encryption: { configured: false } }))
    })
    expect(await screen.findByText(/^This installation has no encryption key/)).toBeVisible()
  })

  it('L-SEC-01 has questions that open', async () => {
    const { person } = renderApp('/security', asVisitor)
    await findTitle('Security, backups and data handling')
    const answer = screen.getByText(/^It is removed from your library and from every share/)
    expect(answer).not.toBeVisible()
    await person.click(screen.getByText('What happens when I delete a photo?'))
    expect(answer).toBeVisible()
  })

  it('L-NAV-08 the two pages link to each other', async () => {
    const { person } = renderApp('/security', asVisitor)
    await findTitle('Security, backups and data handling')
    await person.click(findSection('How your photos are handled').getByRole('link', { name: 'Privacy' }))
    await findTitle('Privacy')
    await person.click(findSection('How data is protected').getByRole('link'))
    await findTitle('Security, backups and data handling')
  })
})
