import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errors, type http, PLANS, routes, type Tier, TIERS, userDeleted } from '@daymark/contracts'
import { pollUntil, testDns, type TestDns, TestStripe } from '@daymark/testing/outside'
import { type Daymark, type SignedInUser, startDaymark, setUpDaymark } from '../../support/daymark.ts'
import { domainEnv, smallWebApp } from '../../support/domains.ts'
import { uploadPhotos } from '../../support/photos.ts'
import { picture } from '../../support/shared-gallery.ts'
import { logo, SETTINGS } from '../../support/watermark.ts'
import { withinASecond } from '../../support/waiting.ts'
import {
  albumLimitOf,
  resetRenditions,
  FEATURE_OF,
  newStudio,
  type Studio,
  type Surface,
  surfaces,
} from './support/plan-surfaces.ts'

const expected = ({ feature, refusal = 'plan_required' }: Surface, tier: Tier): string =>
  PLANS[tier].features.includes(feature) ? 'allowed' : refusal
const nameOf = ({ feature, surface }: Surface): string => `${feature}, ${surface}`
/** The outcome of every surface. */
async function outcomesOf(studio: Studio): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const surface of surfaces) seen[nameOf(surface)] = await surface.attempt(studio)
  return seen
}
const expectedOf = (tier: Tier) => Object.fromEntries(surfaces.map(one => [nameOf(one), expected(one, tier)]))

async function switchTo(visitor: SignedInUser, tier: Tier): Promise<http.Subscription> {
  const { status, body } = await visitor.post<http.Subscription>('/api/subscription/update-tier', { tier })
  expect([status, body.tier]).toEqual([200, tier])
  return body
}
/** Fills the storage with rows of photos. */
const useStorage = (daymark: Daymark, { id }: SignedInUser, bytes: number) =>
  daymark.db('library').sql('UPDATE accounts SET originals = $2 WHERE user_id = $1', [id, bytes])
/** Expects every surface to follow the plan within a second after the change. */
async function expectWithinASecond(studio: Studio, tier: Tier): Promise<void> {
  let passed = 0
  for (const one of surfaces) {
    const condition = async () => (await one.attempt(studio)) === expected(one, tier)
    passed = await withinASecond(`${nameOf(one)}: ${expected(one, tier)} on ${tier}`, condition, passed)
  }
}

const web = smallWebApp()
const copies = mkdtempSync(join(tmpdir(), 'daymark-plan-copies-'))
const copyEnv = Object.fromEntries(
  ['BACKUP', 'OFFSITE'].flatMap(store => [
    [`DAYMARK_${store}_DRIVER`, 'folder'],
    [`DAYMARK_${store}_DIR`, join(copies, store)],
  ]),
)
/** Polling repeats all calls with one token. */
const manyCalls = { DAYMARK_DEVELOPER_CALLS_PER_MINUTE: '100000' }
const env = () => ({ ...domainEnv(dns), ...manyCalls, ...copyEnv, DAYMARK_WEB_DIR: web })

let dns: TestDns
beforeAll(async () => void (dns = await testDns()))
const daymark = setUpDaymark(() => ({ env: env() }))
afterAll(async () => {
  await dns.stop()
  for (const folder of [web, copies]) rmSync(folder, { recursive: true })
})

describe('plan features', () => {
  const studios = {} as Record<Tier, Studio>
  beforeAll(async () => {
    for (const tier of TIERS) {
      studios[tier] = await newStudio(daymark, dns, `${tier}.ada.test`)
      await switchTo(studios[tier].owner, tier)
      await daymark.settle()
    }
  })

  it('S-SUB-04 rule 12 the table covers every sold feature and every call that requires a plan', () => {
    const sold = [...new Set(Object.values(PLANS).flatMap(({ features }) => features))]
    const coveredFeatures = new Set(surfaces.map(({ feature }) => feature))
    expect(sold.filter(feature => !coveredFeatures.has(feature)).toSorted()).toEqual([])
    const asking: string[] = Object.values(routes)
      .filter(({ errors: codes }) => codes?.some(code => code === 'PLAN_REQUIRED' || code === 'ALBUM_LIMIT'))
      .map(({ method, path }) => `${method} ${path}`)
    expect(asking.filter(route => !surfaces.some(({ surface }) => surface === route))).toEqual([])
  })

  it.each(TIERS)('S-SUB-03 S-SUB-04 S-SUB-07 rule 12 %s: the answers about the plan match its features', async tier => {
    const { owner } = studios[tier]
    const { features, limits } = (await owner.get<http.Subscription>('/api/subscription')).body
    expect(features).toEqual(PLANS[tier].features)
    const opened = Object.entries(limits).map(([limit, on]) => [FEATURE_OF[limit as keyof typeof FEATURE_OF], on])
    expect(opened).toEqual(Object.values(FEATURE_OF).map(feature => [feature, features.includes(feature)]))
    expect(await albumLimitOf(owner)).toBe(features.includes('unlimited_albums') ? null : 10)
  })

  it.each(TIERS)(
    'S-SUB-18 S-WMA-05 S-WMA-07 S-TRK-09 L-ROLE-03 L-ROLE-04 L-ROLE-05 %s: every feature on every surface',
    async tier => {
      expect(await outcomesOf(studios[tier])).toEqual(expectedOf(tier))
    },
  )

  it('rule 3 a refusal names the required and the current plan', async () => {
    const { owner } = studios.starter
    const { body } = await owner.patch<http.ErrorAnswer & { plan: string; tier: string }>(SETTINGS, { opacity: 1 })
    const { message } = errors.PLAN_REQUIRED({ feature: 'Watermarking', plan: 'Professional', tier: 'Starter' })
    expect(body).toEqual({
      error: message,
      message,
      code: 'plan_required',
      request_id: expect.any(String),
      plan: 'Professional',
      tier: 'Starter',
    })
  })

  it('rule 14 Starter includes viewing, sharing, visit counts and downloads', async () => {
    const { owner, plain, images } = studios.starter
    const { previewUrl } = (await owner.get<http.WatermarkSettings>(SETTINGS)).body
    const open = [
      previewUrl ?? '',
      '/api/settings/domain',
      '/api/shares/overview',
      '/api/subscription',
      '/api/analytics',
    ]
    for (const path of open) expect([path, (await owner.get(path)).status]).toEqual([path, 200])
    await daymark.visitor().get(`/api/shares/public/${plain.token}`)
    const shares = (await owner.get<http.Share[]>('/api/shares')).body
    expect(shares.find(({ id }) => id === plain.id)).toMatchObject({
      view_count: 1,
      last_viewed_at: expect.any(String),
    })
    expect((await owner.post('/api/shares', { image_ids: images.map(({ id }) => id) })).status).toBe(201)
    for (const path of [SETTINGS, '/api/settings/domain']) expect((await owner.delete(path)).status).toBe(200)
  })

  it('rule 71 the logo of a studio is in its settings and galleries until it is removed', async () => {
    const { owner, plain } = studios.studio
    const path = '/api/settings/studio/logo'
    const file = { name: 'logo.png', bytes: await logo('#00ff00'), type: 'image/png' }
    const { logo_url: address } = (await owner.upload<http.BrandSettings>(path, file)).body
    const galleryLogo = () => daymark.visitor().get(`/media/share/logo.png?token=${plain.token}`)
    for (const shown of [await owner.get(address ?? ''), await galleryLogo()])
      expect(shown.headers.get('content-type')).toBe('image/png')
    expect((await owner.delete<http.BrandSettings>(path)).body.logo_url).toBeNull()
    expect((await galleryLogo()).status).toBe(404)
  })

  it.each(TIERS)('S-SUB-17 rule 8 %s: the storage can be filled to the last byte and not beyond', async tier => {
    const owner = await daymark.createUser({ tier: tier === 'starter' ? 'studio' : 'starter' })
    const { storage } = await switchTo(owner, tier)
    expect(storage.limit).toBe(PLANS[tier].storageLimit)
    // library has handled the event of the new account
    await daymark.settle()
    const bytes = await picture(1)
    const upload = () => owner.upload<http.ErrorAnswer>('/api/images', { name: 'last.jpg', bytes, type: 'image/jpeg' })
    await useStorage(daymark, owner, storage.limit - bytes.length + 1)
    expect(await upload()).toMatchObject({ status: 413, body: { code: 'quota_exceeded' } })
    await useStorage(daymark, owner, storage.limit - bytes.length)
    expect((await upload()).status).toBe(201)
    expect(await upload()).toMatchObject({ status: 413, body: { code: 'quota_exceeded' } })
    const { percentage } = (await owner.get<http.Subscription>('/api/subscription')).body.storage
    expect(percentage).toBeGreaterThanOrEqual(100)
  })
})

describe('a change of plan', () => {
  let studio: Studio
  beforeAll(async () => void (studio = await newStudio(daymark, dns, 'photos.eve.test')))

  /** All data of an account that its owner can read. */
  async function accountData() {
    const read = async (path: string) => (await studio.owner.get<object>(path)).body
    const [watermark, domain, brand] = await Promise.all(
      [SETTINGS, '/api/settings/domain', '/api/settings/studio'].map(read),
    )
    const [shares, albums, images] = await Promise.all(['/api/shares', '/api/albums', '/api/images'].map(read))
    return { watermark, domain, brand, shares, albums, images }
  }
  const uploaded = async (name: string) =>
    studio.owner.upload<http.ErrorAnswer>('/api/images', { name, bytes: await picture(7), type: 'image/jpeg' })

  it.each(['starter', 'professional'] as const)(
    'S-SUB-18 S-SUB-09 to %s applies on every surface within a second of the answer',
    async tier => {
      if ((await studio.owner.get<http.Subscription>('/api/subscription')).body.limits.canUseWatermarks)
        await resetRenditions(studio)
      await switchTo(studio.owner, tier)
      await expectWithinASecond(studio, tier)
    },
  )

  it('rule 8 rule 9 rule 40 rule 70 to a smaller plan loses no data, and an upgrade restores everything', async () => {
    const { owner } = studio
    await switchTo(owner, 'studio')
    for (let n = 0; n < 3; n++) await owner.post('/api/albums', { title: `Above the limit ${n}` })
    await useStorage(daymark, owner, PLANS.starter.storageLimit + 1)
    await daymark.settle()
    const before = await accountData()
    const plan = await switchTo(owner, 'starter')
    await daymark.settle()
    expect(plan.storage.percentage).toBeGreaterThan(100)
    expect((await uploaded('over.jpg')).body.code).toBe('quota_exceeded')
    const { domain, shares, ...remaining } = await accountData()
    expect({ ...before, ...remaining }).toEqual(before)
    expect(domain).toMatchObject({ domain: { host: studio.host, serves: false } })
    expect(shares).toHaveLength((before.shares as http.Share[]).length)
    const [above] = (remaining.albums as http.Album[]).filter(({ title }) => title.startsWith('Above'))
    expect((await owner.patch(`/api/albums/${above?.id}`, { title: 'Above, still mine' })).status).toBe(200)
    expect((await owner.post(`/api/albums/${above?.id}/images`, { image_id: studio.images[0]?.id })).status).toBe(200)
    expect((await daymark.visitor().get(`/api/shares/public/${studio.plain.token}`)).status).toBe(200)
    await owner.patch(`/api/albums/${above?.id}`, { title: above?.title })
    await owner.delete(`/api/albums/${above?.id}/images/${studio.images[0]?.id}`)
    await switchTo(owner, 'studio')
    await daymark.settle()
    const changing = ['updated_at', 'view_count', 'last_viewed_at']
    const expectUnchanged = (all: object) =>
      JSON.stringify(all, (key, value: unknown) => (changing.includes(key) ? undefined : value))
    expect(expectUnchanged(await accountData())).toBe(expectUnchanged(before))
    expect((await uploaded('again.jpg')).status).toBe(201)
  })
})

describe('a change of plan reported by the payment provider', () => {
  let stripe: TestStripe
  let selling: Daymark
  let studio: Studio
  beforeAll(async () => {
    const time = { now: () => new Date() }
    stripe = (await TestStripe.start({ now: () => time.now() })).withPrices()
    selling = await startDaymark({ env: { ...env(), ...stripe.env } })
    time.now = () => selling.clock.now()
    studio = await newStudio(selling, dns, 'photos.zoe.test')
  })
  afterAll(async () => {
    await selling.stop()
    await stripe.stop()
  })

  async function deliverEvents() {
    for (const event of stripe.takeEvents()) {
      const { payload, signature } = stripe.signed(event)
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const { status } = await fetch(`${selling.url}/api/billing/webhook`, { method: 'POST', headers, body: payload })
      expect(status).toBe(200)
    }
  }

  it('S-SUB-18 S-SUB-08 applies on every surface within a second of the webhook, up and down', async () => {
    const { checkoutUrl } = (
      await studio.owner.post<{ checkoutUrl: string }>('/api/subscription/checkout', { tier: 'studio' })
    ).body
    const subscription = stripe.pay(checkoutUrl)
    await deliverEvents()
    await expectWithinASecond(studio, 'studio')
    await resetRenditions(studio)
    stripe.cancelNow(subscription)
    await deliverEvents()
    await expectWithinASecond(studio, 'starter')
  })

  it('rule 77 the deletion of an account cancels its plan and expires its open checkout', async () => {
    const chooseStudio = async () => {
      const user = await selling.createUser({ tier: 'starter' })
      const { body } = await user.post<{ checkoutUrl: string }>('/api/subscription/checkout', { tier: 'studio' })
      return { id: user.id, checkoutUrl: body.checkoutUrl }
    }
    const [undecided, customer] = [await chooseStudio(), await chooseStudio()]
    const subscription = stripe.pay(customer.checkoutUrl)
    await deliverEvents()
    await selling.settle()
    for (const { id } of [undecided, customer]) await selling.publish(userDeleted, id, { userId: id })
    await selling.settle()
    const checkouts = [...stripe.state.sessions.values()].slice(-2).map(({ status }) => status)
    const plan = stripe.state.subscriptions.get(subscription.id)?.status
    expect([...checkouts, plan]).toEqual(['expired', 'complete', 'canceled'])
  })
})

describe('L-MKT-10 rule 15 scheduled backups', () => {
  const saving = setUpDaymark({ env: copyEnv })
  let owner: SignedInUser
  const backupsOf = async (user = owner) => (await user.get<http.Backups>('/api/backups')).body

  it('contain the photos of a plan with backups, which can be restored after their deletion', async () => {
    owner = await saving.createUser({ tier: 'professional' })
    const starter = await saving.createUser({ tier: 'starter' })
    const [photo] = (await uploadPhotos(saving, owner, 1)) as [http.Image]
    const original = (await owner.get(`/media/originals/${photo.filename}`)).bytes
    await saving.runJob('admin', 'ScheduleBackups')
    await pollUntil('the backup is done', async () => (await backupsOf()).backups.length > 0)
    await owner.delete(`/api/images/${photo.id}`)
    await saving.settle()
    await owner.post('/api/backups/restores', { backup_id: (await backupsOf()).backups[0]?.id })
    await pollUntil('the restore is done', async () => (await backupsOf()).restore?.state === 'done')
    await saving.settle()
    const [restored] = (await owner.get<http.ImageList>('/api/images')).body.images
    expect(restored?.original_filename).toBe(photo.original_filename)
    expect((await owner.get(`/media/originals/${restored?.filename}`)).bytes.equals(original)).toBe(true)
    expect(await backupsOf(starter)).toMatchObject({ plan: null, backups: [] })
  })

  it('are verified, which names the photos whose files are damaged', async () => {
    rmSync(join(copies, 'BACKUP/objects/objects'), { recursive: true })
    await saving.runJob('admin', 'VerifyBackups')
    expect((await backupsOf()).drill).toMatchObject({ passed: false, damaged: ['Beach 0.JPG'] })
  })
})
