import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { smallWebApp } from '../../support/domains.ts'
import { createLink, createSharedGallery } from '../../support/shared-gallery.ts'
import { withinASecond } from '../../support/waiting.ts'

const web = smallWebApp()
const head = '<meta charset="utf-8" /><title>Daymark</title>'
// Instead of the screen, everything that the page may contain.
mkdirSync(join(web, '.server'))
writeFileSync(
  join(web, '.server/gallery.html'),
  `<!doctype html><html lang="en"><head>${head}</head><body><div id="first-screen"></div><div id="root"></div></body></html>`,
)
writeFileSync(join(web, '.server/sign-in.html'), '<p>Sign in</p>')
const shown = 'given => `<p>${encodeURIComponent(JSON.stringify(given))}</p>`'
writeFileSync(
  join(web, '.server/first-screens.mjs'),
  `export const renderGallery = ${shown}\nexport const renderStudioPage = ${shown}`,
)

const daymark = setUpDaymark({ env: { DAYMARK_WEB_DIR: web } })

async function pageAt<T>(path: string, visitor: Visitor = daymark.visitor()) {
  const { status, headers, bytes } = await visitor.get(path)
  const html = bytes.toString()
  const [, given] = /<div id="first-screen"><p>([^<]*)<\/p><\/div>/.exec(html) ?? []
  const data = given === undefined ? undefined : (JSON.parse(decodeURIComponent(given)) as T)
  return { status, html, data, cacheControl: headers.get('cache-control') }
}
const galleryAt = (token: string, visitor?: Visitor) => pageAt<http.PublicShare>(`/share/${token}`, visitor)

describe('the first screen of a page', () => {
  it('S-PUB-01 contains the head and the first photos of an open gallery, and browsers do not store it', async () => {
    const share = { theme: 'dark' }
    const { token, owner, album, images } = await createSharedGallery(daymark, { count: 5, share })
    await owner.patch(`/api/albums/${album.id}`, { cover_image_id: images[4]?.id })
    await daymark.settle()
    const { status, html, data, cacheControl } = await galleryAt(token)
    expect([status, cacheControl]).toEqual([200, 'no-store'])
    const { body } = await daymark.visitor().get<http.PublicShare>(`/api/shares/public/${token}`)
    expect(data).toEqual({ ...body, images: body.images.filter((_, index) => index !== 3) })
    expect(body.link.theme).toBe('dark')
    expect(html).toContain('<html lang="en" data-theme="dark">')
    expect(html).toContain('<title>Summer · Daymark</title>')
  })

  it.each([
    ['has a password', { password: 'puffin' }],
    ['has expired', { expires_at: '2001-01-01' }],
  ])('S-PUB-01 S-SHARE-15 contains no data if the link %s', async (_, share) => {
    const { owner, album } = await createSharedGallery(daymark, { count: 3 })
    const { token } = await createLink(owner, { album_id: album.id, ...share })
    const visitor = daymark.visitor()
    await visitor.post(`/api/shares/public/${token}/unlock`, { password: 'puffin' })
    const { html, cacheControl } = await galleryAt(token, visitor)
    expect(html).not.toMatch(/Summer|By the sea|Beach|first-screen|media\/share/)
    expect(cacheControl).toBe('no-cache')
  })

  it('S-PUB-01 contains no data of an unknown link', async () => {
    const { status, html } = await galleryAt('0'.repeat(22))
    expect([status, html.includes('first-screen')]).toEqual([404, false])
  })

  it('S-SHARE-13 rule 33 contains no data within a second after the link is revoked or gets a password', async () => {
    const { owner, album, token, link } = await createSharedGallery(daymark, { count: 3 })
    const other = await createLink(owner, { album_id: album.id })
    for (const one of [token, other.token]) expect((await galleryAt(one)).data).toBeDefined()
    await owner.post(`/api/shares/${link.id}/revoke`)
    await owner.patch(`/api/shares/${other.id}`, { password: 'puffin' })
    await withinASecond('neither page contains the gallery', async () => {
      const pages = await Promise.all([token, other.token].map(one => galleryAt(one)))
      return pages.every(({ html }) => !/Summer|Beach|media\/share/.test(html))
    })
    expect((await galleryAt(token)).status).toBe(410)
  })

  it('rule 42: the page counts no visit; its application does, as it loads the gallery', async () => {
    const { owner, link, token } = await createSharedGallery(daymark, { count: 3 })
    const visits = async () => {
      await daymark.settle()
      const { body } = await owner.get<http.ShareAnalytics>(`/api/shares/${link.id}/analytics`)
      return body.totalVisits
    }
    const visitor = daymark.visitor()
    await galleryAt(token, visitor)
    expect(await visits()).toBe(0)
    await visitor.get(`/api/shares/public/${token}`)
    expect(await visits()).toBe(1)
  })

  it('rule 158: contains the galleries of a studio page, with nothing but the title of a locked one', async () => {
    const { owner, album, link } = await createSharedGallery(daymark, { count: 3, title: 'The Lindens' })
    const locked = await createLink(owner, { album_id: album.id, password: 'puffin' })
    const page = { enabled: true, name: 'berg', title: 'Berg', share_ids: [link.id, locked.id] }
    await owner.patch('/api/settings/studio-page', page)
    await daymark.settle()
    const { data, cacheControl } = await pageAt<http.PublicStudioPage>('/studio/berg')
    const { body } = await daymark.visitor().get<http.PublicStudioPage>('/api/studio-page?name=berg')
    expect([data, cacheControl]).toEqual([body, 'no-store'])
    expect(body.galleries.find(({ locked }) => locked)?.cover).toBeNull()
    await owner.patch('/api/settings/studio-page', { enabled: false })
    await daymark.settle()
    expect((await pageAt('/studio/berg')).html).not.toMatch(/Berg|Lindens/)
  })
})

it('L-ROUTE-01 the sign-in has its first screen only in a browser without a session', async () => {
  const signIn = async (visitor: Visitor) => {
    const { headers, bytes } = await visitor.get('/login')
    expect(headers.get('vary')).toContain('Cookie')
    return bytes.toString()
  }
  expect(await signIn(daymark.visitor())).toBe('<p>Sign in</p>')
  expect(await signIn(await daymark.createUser())).toContain('id="root"')
})
