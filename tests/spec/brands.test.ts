import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { computeAccent, type http, type Tier } from '@daymark/contracts'
import { Mailbox } from '@daymark/testing/mailbox'
import { type TestDns, testDns } from '@daymark/testing/outside'
import sharp from 'sharp'
import { head, send } from '../attack/support/raw.ts'
import { domainEnv, smallWebApp, connectDomain, TARGET } from '../support/domains.ts'
import { type SignedInUser, setUpDaymark } from '../support/daymark.ts'
import { createLink, createSharedGallery } from '../support/shared-gallery.ts'
import { logo } from '../support/watermark.ts'
import { withinASecond } from '../support/waiting.ts'

const SETTINGS = '/api/settings/studio'
const web = smallWebApp()
let dns: TestDns
let mailbox: Mailbox
let gallery: Awaited<ReturnType<typeof createSharedGallery>>
let owner: SignedInUser
beforeAll(async () => {
  ;[dns, mailbox] = await Promise.all([testDns(), Mailbox.open()])
})
const daymark = setUpDaymark(() => ({
  env: {
    ...mailbox.env,
    ...domainEnv(dns),
    DAYMARK_WEB_DIR: web,
    DAYMARK_SUPPORT_PRIORITY_ADDRESS: 'help+{plan}-{account}@daymark.test',
  },
}))
beforeAll(async () => {
  owner = await daymark.createUser({ tier: 'studio', displayName: 'Ada Berg' })
  gallery = await createSharedGallery(daymark, { count: 1, owner })
})
afterAll(async () => {
  await Promise.all([dns.stop(), mailbox.stop()])
  rmSync(web, { recursive: true })
})

const save = (body: object, visitor = owner) => visitor.patch<http.BrandSettings>(SETTINGS, { ...body })
const upload = (bytes: Buffer, visitor = owner, name = 'logo.png') =>
  visitor.upload<http.BrandSettings>(`${SETTINGS}/logo`, { name, bytes, type: 'image/png' })
const tier = (to: Tier) => owner.post('/api/subscription/update-tier', { tier: to })
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const read = (text: string) => text.replace(/&([a-z]+|#39);/g, (_, name: string) => ENTITIES[name] ?? '')

type Page = { html: string; brand: http.PublicBrand | null; title: string | undefined; site: string | undefined }
const asPage = (html: string): Page => {
  const brandJson = /<meta name="daymark-brand" content="([^"]*)"/.exec(html)?.[1]
  return {
    html,
    brand: brandJson === undefined ? null : (JSON.parse(read(brandJson)) as http.PublicBrand),
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    site: /property="og:site_name" content="([^"]*)"/.exec(html)?.[1],
  }
}
const pageOf = async (address: string) => asPage((await daymark.visitor().get(`/share/${address}`)).bytes.toString())
/** The logo, which is public. */
async function nextMail() {
  await daymark.settle()
  await daymark.visitor().post('/api/auth/forgot-password', { username: owner.email })
  const { headers, ...mail } = await mailbox.take(owner.email, 'Choose a new')
  const [, logoUrl] = /<img src="([^"]*)"/.exec(mail.html) ?? []
  return { ...mail, logoUrl, from: (headers.get('from') as { text: string }).text }
}
const untilPage = (condition: (page: Page) => boolean) =>
  withinASecond('the page matches the new plan', async () => condition(await pageOf(gallery.token)))

it('rule 72 mails to support contain plan and account if the plan has priority support', async () => {
  const expectPageOf = async (to: Tier) => {
    const member = await daymark.createUser({ tier: to })
    return {
      number: member.id.slice(-4).toUpperCase(),
      ...(await member.get<http.Support>('/api/settings/support')).body,
    }
  }
  const [starter, studio] = [await expectPageOf('starter'), await expectPageOf('studio')]
  expect(starter).toMatchObject({ address: `support@${TARGET}`, is_priority: false })
  expect(starter.subject).toBe(`Account ${starter.account}`)
  expect(studio.account.endsWith(studio.number)).toBe(true)
  expect(studio).toMatchObject({
    address: `help+studio-${studio.account.toLowerCase()}@daymark.test`,
    is_priority: true,
  })
  expect(studio.subject).toBe(`Priority support, Studio, account ${studio.account}`)
})

describe('the brand of a studio', () => {
  it('rule 71 is empty at first, and galleries show Daymark', async () => {
    expect((await owner.get(SETTINGS)).body).toEqual({ name: '', website: null, accent: null, logo_url: null })
    expect(await pageOf(gallery.token)).toMatchObject({ brand: null, title: 'Summer · Daymark', site: 'Daymark' })
  })

  it('rule 71 replaces the name of Daymark on page and card, with a legible color', async () => {
    const saved = await save({ name: '  Berg &  Söhne ', website: 'www.berg.example', accent: '#FFD400' })
    expect(saved).toMatchObject({
      status: 200,
      body: { name: 'Berg & Söhne', website: 'https://www.berg.example/', accent: '#ffd400' },
    })
    const { brand, title, site, html } = await pageOf(gallery.token)
    expect(brand).toMatchObject({ name: 'Berg & Söhne', website: 'https://www.berg.example/', logo: null })
    expect(brand?.accent?.light).not.toBe('#ffd400')
    expect([title, site]).toEqual(['Summer · Berg &amp; Söhne', 'Berg &amp; Söhne'])
    expect(html.replaceAll('daymark-', '')).not.toMatch(/daymark(?!\.test)|support@/i)
    // omitted fields stay
    expect((await save({ accent: null })).body).toMatchObject({ name: 'Berg & Söhne', accent: null })
    expect((await pageOf(gallery.token)).brand).toMatchObject({ accent: null })
  })

  it('rule 71 is also on the pages of locked and ended links, but not of unknown ones', async () => {
    const locked = await createLink(owner, { album_id: gallery.album.id, password: 'secret' })
    const over = await createLink(owner, { album_id: gallery.album.id })
    await owner.post(`/api/shares/${over.id}/revoke`)
    for (const { token } of [locked, over]) {
      const { brand, title, html } = await pageOf(token)
      expect([brand?.name, title]).toEqual(['Berg & Söhne', 'Berg &amp; Söhne'])
      expect(html).not.toMatch(/Summer|By the sea/)
    }
    expect(await pageOf('0'.repeat(22))).toMatchObject({ brand: null, site: 'Daymark' })
  })

  it("rule 71 its logo is re-encoded and served only to visitors of the studio's links", async () => {
    expect((await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), owner, 'logo.svg')).status).toBe(415)
    expect((await upload(Buffer.from('no picture'))).status).toBe(415)
    const photo = await sharp(await logo('#00ff00', 2000, 500))
      .withExif({ IFD0: { Copyright: 'secret words' } })
      .jpeg()
      .toBuffer()
    const { status, body } = await upload(photo)
    expect([status, body.logo_url]).toEqual([200, expect.stringMatching(/^\/api\/settings\/studio\/logo\?v=/)])
    expect((await owner.get(body.logo_url ?? '')).headers.get('content-type')).toBe('image/png')
    const { brand, html } = await pageOf(gallery.token)
    expect(brand?.logo).toMatchObject({ width: 640, height: 160 })
    expect(html).toContain('<link rel="icon" href="/media/share/logo.png?')
    const shown = await daymark.visitor().get(brand?.logo?.url ?? '')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect((await sharp(shown.bytes).metadata()).format).toBe('png')
    expect(shown.bytes.includes('secret words')).toBe(false)
    const other = await createSharedGallery(daymark, { count: 0 })
    for (const token of [other.token, '0'.repeat(22), ''])
      expect((await daymark.visitor().get(`/media/share/logo.png?token=${token}`)).status).toBe(404)
    // the previous logo is gone, and so is a removed one
    expect((await upload(await logo('#0000ff'))).status).toBe(200)
    expect((await owner.delete<http.BrandSettings>(`${SETTINGS}/logo`)).body.logo_url).toBeNull()
    expect((await pageOf(gallery.token)).brand?.logo).toBeNull()
    expect((await upload(photo)).status).toBe(200)
  })

  it('rule 71 is in mails, and recipients can load its logo', async () => {
    await save({ accent: '#ffd400' })
    const { from, subject, text, html, logoUrl = '' } = await nextMail()
    expect(from).toContain('Berg & Söhne')
    expect(subject).toBe('Choose a new Berg & Söhne password')
    expect(`${text} ${html}`.replaceAll(TARGET, '')).not.toMatch(/daymark/i)
    expect(html).toContain(`background-color:${computeAccent('#ffd400').light}"><a href=`)
    expect(html).toMatch(/<img [^>]*alt="Berg &amp; Söhne" width="128" height="32"/)
    const { origin, pathname, search } = new URL(logoUrl)
    expect(origin).toBe(`http://${TARGET}`)
    const shown = await daymark.visitor().get(pathname + search)
    expect([shown.status, (await sharp(shown.bytes).metadata()).width]).toEqual([200, 640])
    expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    for (const id of [(await daymark.createUser()).id, randomUUID(), 'x'])
      expect((await daymark.visitor().get(pathname.replace(owner.id, id))).status).toBe(404)
    await save({ accent: null })
  })

  it('rule 71 is refused below Studio and not applied to galleries of other users', async () => {
    const member = await daymark.createUser({ tier: 'advanced' })
    for (const answer of [await save({ name: 'x' }, member), await upload(await logo(), member)])
      expect(answer).toMatchObject({ status: 403, body: { code: 'plan_required', plan: 'Studio', tier: 'Advanced' } })
    const foreignGallery = await createSharedGallery(daymark, { count: 0, owner: member })
    expect((await pageOf(foreignGallery.token)).brand).toBeNull()
  })

  it('rule 71 is removed within a second when the plan ends; the settings are kept for an upgrade', async () => {
    await tier('advanced')
    await untilPage(({ brand, title }) => brand === null && title === 'Summer · Daymark')
    expect((await daymark.visitor().get(`/media/share/logo.png?token=${gallery.token}`)).status).toBe(404)
    expect((await daymark.visitor().get(`/media/studios/${owner.id}/logo.png`)).status).toBe(404)
    expect(await nextMail()).toMatchObject({ subject: 'Choose a new Daymark password', logoUrl: undefined })
    expect((await owner.get(SETTINGS)).body).toMatchObject({ name: 'Berg & Söhne', logo_url: expect.any(String) })
    expect((await save({ name: 'y' })).status).toBe(403)
    await tier('studio')
    await untilPage(({ brand }) => brand?.name === 'Berg & Söhne' && brand.logo !== null)
  })

  it('rule 71 every page of the custom domain has the brand, for any link, and names the address of Daymark', async () => {
    await connectDomain(owner, dns, 'photos.berg.test')
    const readBrand = async (path: string) => {
      const { body } = await send(daymark.url, head('GET', path, { Host: 'photos.berg.test', Connection: 'close' }))
      return Buffer.from(body, 'latin1').toString()
    }
    for (const token of [gallery.token, '0'.repeat(22)]) {
      const { brand, html } = asPage(await readBrand(`/share/${token}`))
      expect(brand?.name).toBe('Berg & Söhne')
      expect(html).toContain(`<meta name="daymark-home" content="http://${TARGET}" />`)
    }
    expect(asPage(await readBrand('/share/x')).brand?.logo).not.toBeNull()
  })

  it.each([{ website: 'javascript:alert(1)' }, { accent: 'red' }, { accent: '#12345' }, { name: 'x'.repeat(81) }])(
    'rule 71 rejects %j',
    async body => {
      expect((await save(body)).status).toBe(400)
    },
  )

  it('rule 71 escapes the name as text', async () => {
    const name = '"><script>alert(1)</script>'
    await save({ name })
    const { brand, html } = await pageOf(gallery.token)
    expect(brand?.name).toBe(name)
    expect(html).not.toContain('<script>alert')
  })
})
