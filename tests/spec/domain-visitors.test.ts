import type { http } from '@daymark/contracts'
import { type TestDns, testDns } from '@daymark/testing/outside'
import { send } from '../attack/support/raw.ts'
import { type SignedInUser, setUpDaymark } from '../support/daymark.ts'
import { domainEnv, smallWebApp, connectDomain, TARGET } from '../support/domains.ts'
import { createGuestUpload, guestPath } from '../support/guests.ts'
import { pickOf } from '../support/visitor-actions.ts'
import { createSharedGallery } from '../support/shared-gallery.ts'

const HOST = 'photos.ada.test'
const GUESTS = 'guests.bea.test'
const STUDIO = 'photos.berg.test'
let dns: TestDns
beforeAll(async () => void (dns = await testDns()))
const daymark = setUpDaymark(() => ({ env: { ...domainEnv(dns), DAYMARK_WEB_DIR: smallWebApp() } }))
afterAll(() => dns.stop())

/** Sends a request to the host with this cookie. */
function request(
  method: string,
  path: string,
  cookie: string,
  { body, host = HOST }: { body?: object; host?: string } = {},
) {
  const text = body ? JSON.stringify(body) : ''
  const json = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` : ''
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html, application/json\r\nConnection: close\r\nCookie: ${cookie}\r\n${json}`
  return send(daymark.url, `${head}\r\n${text}`)
}

it('rule 70 rule 102 rule 107 visitors pick and comment on a custom domain with a cookie of this domain', async () => {
  const { owner, link, token, image } = await createSharedGallery(daymark, {
    count: 1,
    share: { picks: {}, comments: {} },
  })
  await connectDomain(owner, dns, HOST)
  const at = `/api/shares/public/${token}`
  const listCreated = await request('POST', `${at}/picks`, '', { body: { name: 'Anna' } })
  const cookie = /set-cookie: (daymark_picks_[^;]+)/i.exec(listCreated.headers)?.[1] ?? ''
  const answers = [
    await request('POST', `${at}/picks/changes`, cookie, { body: { changes: [pickOf(image, 'picked')] } }),
    await request('POST', `${at}/comments`, cookie, { body: { image_id: image.id, text: 'A little brighter?' } }),
    await request('POST', `${at}/picks/send`, cookie, { body: {} }),
    await request('GET', `${at}/picks`, cookie),
    await request('GET', `${at}/comments/images/${image.id}`, cookie),
    await request('POST', `${at}/visitor/key`, cookie, { body: {} }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200])
  for (const { body } of answers.slice(3, 5)) expect(body).toMatch(/"Anna"/)
  const [picks, comments] = [`/api/shares/${link.id}/picks`, `/api/shares/${link.id}/comments`]
  expect((await owner.get<http.SharePicks>(picks)).body.lists).toMatchObject([{ name: 'Anna', picked: 1 }])
  expect((await owner.get<http.ShareComments>(comments)).body).toMatchObject({ open: 1, total: 1 })
})

it('rules 70 149 guests send photos on a custom domain only through upload links of its owner', async () => {
  const [own, foreign] = [await createGuestUpload(daymark), await createGuestUpload(daymark)]
  await connectDomain(own.owner, dns, GUESTS)
  const answers = async (token: string) => [
    (await request('GET', `/upload/${token}`, '', { host: GUESTS })).status,
    (await request('GET', guestPath(token), '', { host: GUESTS })).status,
    (await request('POST', guestPath(token, '/guest'), '', { host: GUESTS, body: { name: 'Anna' } })).status,
  ]
  expect([await answers(own.token), await answers(foreign.token)]).toEqual([
    [200, 200, 200],
    [200, 404, 404],
  ])
})

describe('a studio page', () => {
  const SETTINGS = '/api/settings/studio-page'
  let owner: SignedInUser
  beforeAll(async () => {
    owner = await daymark.createUser({ tier: 'studio', displayName: 'Ada Berg' })
    await createSharedGallery(daymark, { owner, count: 1, title: 'Summer', share: { listed: true } })
    await save({ name: 'ada-berg', enabled: true })
    await owner.patch('/api/settings/studio', { name: 'Berg & Co', accent: '#663399' })
  })
  const save = (body: object, visitor = owner) => visitor.patch<http.StudioPageSettings>(SETTINGS, { ...body })
  const settings = async () => (await owner.get<http.StudioPageSettings>(SETTINGS)).body
  const pageAt = () => daymark.visitor().get<http.PublicStudioPage>('/api/studio-page?name=ada-berg')
  const at = async (path: string, host = STUDIO) => {
    const { status, body } = await request('GET', path, '', { host })
    return { status, body: Buffer.from(body, 'latin1').toString() }
  }

  it("rule 160 is at the root of its owner's domain while the domain is active", async () => {
    expect((await settings()).url).toBe(`http://${TARGET}/studio/ada-berg`)
    await connectDomain(owner, dns, STUDIO)
    expect((await settings()).url).toBe(`http://${STUDIO}/`)
    const root = await at('/')
    expect(root.status).toBe(200)
    expect(root.body).toContain('<meta name="daymark-studio" content="page" />')
    expect(root.body).toContain(`<meta property="og:url" content="http://${STUDIO}/" />`)
    const other = await daymark.createUser({ tier: 'studio' })
    await save({ name: 'other-page' }, other)
    await save({ enabled: true }, other)
    // under any other name
    expect(JSON.parse((await at('/api/studio-page?name=other-page')).body)).toMatchObject({ title: 'Berg & Co' })
    expect([(await at('/studio/other-page')).status, (await at(`/studio/ada-berg`)).status]).toEqual([404, 404])
    expect((await at(SETTINGS)).status).toBe(404)
    // on the main address the root is the application, and the page is at its name
    expect((await at('/', TARGET)).body).not.toContain('daymark-studio')
    expect((await at('/studio/ada-berg', TARGET)).body).toContain(`content="http://${STUDIO}/"`)
    await save({ enabled: false })
    const off = await at('/')
    expect([off.status, off.body.includes('No gallery here')]).toEqual([404, true])
    await save({ enabled: true })
    await owner.post('/api/subscription/update-tier', { tier: 'starter' })
    expect((await at('/')).status).toBe(404)
    expect((await pageAt()).body).toMatchObject({ title: 'Ada Berg' })
    expect((await settings()).url).toBe(`http://${TARGET}/studio/ada-berg`)
    await owner.post('/api/subscription/update-tier', { tier: 'studio' })
  })

  it('rule 160 rule 71 never mentions Daymark on the domain, even if the services do not answer in time', async () => {
    /** Waits until cached answers have expired. */
    async function locked(tables: string) {
      const release = await daymark.db('sharing').hold(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`)
      try {
        for (;;) {
          const answer = await at('/')
          if (!answer.body.includes('og:title')) return answer
        }
      } finally {
        await release()
      }
    }
    for (const tables of ['studio_pages', 'studio_pages, brands']) {
      const { status, body } = await locked(tables)
      expect([status, body.includes('<title>Berg &amp; Co</title>'), body.includes('daymark-studio')]).toEqual([
        200,
        true,
        true,
      ])
      expect(body.replaceAll('daymark-', '')).not.toMatch(/daymark(?!\.test)|favicon/i)
    }
  })

  it('rule 160 is not found while the account is suspended, and unchanged afterwards', async () => {
    const admin = await daymark.admin()
    const { body: before } = await pageAt()
    await admin.post(`/api/admin/users/${owner.id}/suspend`)
    await daymark.settle()
    expect([(await pageAt()).status, (await at('/')).status]).toEqual([404, 404])
    await admin.post(`/api/admin/users/${owner.id}/reactivate`)
    await daymark.settle()
    expect((await pageAt()).body).toEqual(before)
    expect(before.galleries).toMatchObject([{ title: 'Summer' }])
  })
})
