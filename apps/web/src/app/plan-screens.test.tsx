import { PLANS, type Tier, TIERS } from '@daymark/contracts'
import { screen, within } from '@testing-library/react'
import { planOf, withAccount } from '../../test/fake-account.ts'
import { withAlbum } from '../../test/fake-albums.ts'
import { withWatermark } from '../../test/fake-watermark.ts'
import { hideConsoleErrors, renderApp } from '../../test/render-app.tsx'
import '../../test/settings-sections.ts'
import '../features/albums/album.page.tsx'
import '../features/watermark/watermark.page.tsx'
import '../widgets/billing/billing.tsx'

hideConsoleErrors()

const EMPTY_BRAND = { name: '', website: null, accent: null, logo_url: null }
const openScreen = (tier: Tier, address: string) =>
  renderApp(address, api => {
    withAlbum()(api)
    withWatermark()(api)
    withAccount({ tier })(api)
    api.on('GET /api/settings/domain', () => Response.json({ available: true, domain: null }))
    api.on('GET /api/settings/studio', () => Response.json(EMPTY_BRAND))
  })
const findSection = async (name: string) => within(await screen.findByRole('region', { name }))
/** Finds a rarely used action, which is in a menu. jsdom never hides menus. */
const findMenuAction = (name: string) => screen.findByRole('menuitem', { name, hidden: true })

/**
 * The features of each plan on the screens that offer them. Analytics depends on the server's refusal
 * (features/analytics).
 */
const screens = [
  {
    feature: 'watermarks',
    at: '/watermark',
    whenOpen: () => screen.findByRole('tab', { name: 'Upload' }),
    whenLocked: () => screen.findByRole('heading', { name: 'Professional Feature' }),
  },
  {
    feature: 'batch_rename',
    at: '/albums/lisbon',
    whenOpen: () => findMenuAction('Batch Rename'),
    whenLocked: () => findMenuAction('Locked Batch Rename'),
  },
] as const
const cases = TIERS.flatMap(tier =>
  screens.map(screenCase => ({ tier, has: PLANS[tier].features.includes(screenCase.feature), ...screenCase })),
)

it.each(cases)(
  'S-SET-09 S-WM-06 L-AD-05 rule 12 $tier: $feature at $at is unlocked: $has',
  async ({ tier, at, has, whenOpen, whenLocked }) => {
    openScreen(tier, at)
    expect(await (has ? whenOpen() : whenLocked())).toBeInTheDocument()
  },
)

it.each(TIERS)(
  'S-SET-08 S-SET-09 rule 12 %s: Settings shows the included features and locked rows for the others',
  async tier => {
    openScreen(tier, '/settings')
    const { features } = planOf(tier)
    const fields = [
      ['custom_domain', 'Domain', 'Your domain'],
      ['white_label', 'Studio', 'Studio name'],
    ] as const
    for (const [feature, region, label] of fields) {
      const expected = features.includes(feature) ? label : 'Locked'
      expect(await (await findSection(region)).findByLabelText(expected)).toBeInTheDocument()
    }
    const plan = await findSection('Subscription and Plan')
    const countFeatures = (name: string) => {
      const list = plan.queryByRole('list', { name })
      return list ? within(list).getAllByRole('listitem').length : 0
    }
    const locked = tier === 'starter' ? 4 : 0
    expect([countFeatures('Included'), countFeatures('Locked on your plan')]).toEqual([features.length, locked])
  },
)
