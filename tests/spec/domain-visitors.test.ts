import type { http } from '@daymark/contracts'
import { type TestDns, testDns } from '@daymark/testing/outside'
import { send } from '../attack/support/raw.ts'
import { type Daymark, startDaymark } from '../support/daymark.ts'
import { domainEnv, smallWebApp, takeDomain } from '../support/domains.ts'
import { askedBy, guestPath } from '../support/guests.ts'
import { saidOf } from '../support/picks.ts'
import { sharedGallery } from '../support/shared-gallery.ts'

const HOST = 'photos.ada.test'
const GUESTS = 'guests.bea.test'
let dns: TestDns
let daymark: Daymark
beforeAll(async () => {
  dns = await testDns()
  daymark = await startDaymark({ env: { ...domainEnv(dns), DAYMARK_WEB_DIR: smallWebApp() } })
}, 60_000)
afterAll(async () => {
  await daymark.stop()
  await dns.stop()
})

/** One request to the host, as a browser with this cookie sends it. */
function say(
  method: string,
  path: string,
  cookie: string,
  { body, host = HOST }: { body?: object; host?: string } = {},
) {
  const text = body ? JSON.stringify(body) : ''
  const json = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` : ''
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nCookie: ${cookie}\r\n${json}`
  return send(daymark.url, `${head}\r\n${text}`)
}

it('rule 70 rule 102 rule 107 visitors pick and comment on a custom domain, known by a cookie of it', async () => {
  const { owner, link, token, image } = await sharedGallery(daymark, { count: 1, share: { picks: {}, comments: {} } })
  await takeDomain(owner, dns, HOST)
  const at = `/api/shares/public/${token}`
  const began = await say('POST', `${at}/picks`, '', { body: { name: 'Anna' } })
  const cookie = /set-cookie: (daymark_picks_[^;]+)/i.exec(began.headers)?.[1] ?? ''
  const answers = [
    await say('POST', `${at}/picks/changes`, cookie, { body: { changes: [saidOf(image, 'picked')] } }),
    await say('POST', `${at}/comments`, cookie, { body: { image_id: image.id, text: 'A little brighter?' } }),
    await say('POST', `${at}/picks/send`, cookie, { body: {} }),
    await say('GET', `${at}/picks`, cookie),
    await say('GET', `${at}/comments/images/${image.id}`, cookie),
    await say('POST', `${at}/visitor/key`, cookie, { body: {} }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200])
  for (const { body } of answers.slice(3, 5)) expect(body).toMatch(/"Anna"/)
  const [picks, comments] = [`/api/shares/${link.id}/picks`, `/api/shares/${link.id}/comments`]
  expect((await owner.get<http.SharePicks>(picks)).body.lists).toMatchObject([{ name: 'Anna', picked: 1 }])
  expect((await owner.get<http.ShareComments>(comments)).body).toMatchObject({ open: 1, total: 1 })
})

it('rules 70 149 guests send photos there through upload links of the owner alone', async () => {
  const [own, foreign] = [await askedBy(daymark), await askedBy(daymark)]
  await takeDomain(own.owner, dns, GUESTS)
  const answers = async (token: string) => [
    (await say('GET', `/upload/${token}`, '', { host: GUESTS })).status,
    (await say('GET', guestPath(token), '', { host: GUESTS })).status,
    (await say('POST', guestPath(token, '/guest'), '', { host: GUESTS, body: { name: 'Anna' } })).status,
  ]
  expect([await answers(own.token), await answers(foreign.token)]).toEqual([
    [200, 200, 200],
    [200, 404, 404],
  ])
})
