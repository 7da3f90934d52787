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

const NONE = { name: '', website: null, accent: null, logo_url: null }
const open = (tier: Tier, address: string) =>
  renderApp(address, api => {
    withAlbum()(api)
    withWatermark()(api)
    withAccount({ tier })(api)
    api.on('GET /api/settings/domain', () => Response.json({ available: true, domain: null }))
    api.on('GET /api/settings/studio', () => Response.json(NONE))
  })
const section = async (name: string) => within(await screen.findByRole('region', { name }))
/** Rare actions are in a menu, which jsdom never hides. */
const rare = (name: string) => screen.findByRole('menuitem', { name, hidden: true })

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
    whenOpen: () => rare('Batch Rename'),
    whenLocked: () => rare('Locked Batch Rename'),
  },
] as const
const cells = TIERS.flatMap(tier =>
  screens.map(one => ({ tier, has: PLANS[tier].features.includes(one.feature), ...one })),
)

it.each(cells)(
  'S-SET-09 S-WM-06 L-AD-05 rule 12 $tier: $feature at $at is unlocked: $has',
  async ({ tier, at, has, whenOpen, whenLocked }) => {
    open(tier, at)
    expect(await (has ? whenOpen() : whenLocked())).toBeInTheDocument()
  },
)

it.each(TIERS)(
  'S-SET-08 S-SET-09 rule 12 %s: Settings shows the included features and locked rows for the others',
  async tier => {
    open(tier, '/settings')
    const { features } = planOf(tier)
    const fields = [
      ['custom_domain', 'Domain', 'Your domain'],
      ['white_label', 'Studio', 'Studio name'],
    ] as const
    for (const [feature, region, label] of fields) {
      const expected = features.includes(feature) ? label : 'Locked'
      expect(await (await section(region)).findByLabelText(expected)).toBeInTheDocument()
    }
    const plan = await section('Subscription and Plan')
    const listed = (name: string) => {
      const list = plan.queryByRole('list', { name })
      return list ? within(list).getAllByRole('listitem').length : 0
    }
    const locked = tier === 'starter' ? 4 : 0
    expect([listed('Included'), listed('Locked on your plan')]).toEqual([features.length, locked])
  },
)
