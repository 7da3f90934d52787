import type { http } from '@daymark/contracts'
import { screen } from '@testing-library/react'
import { failure } from '../../../../test/fake-api.ts'
import { gallery } from '../../../../test/fake-gallery.ts'
import { hideConsoleErrors, renderApp } from '../../../../test/render-app.tsx'
import '../share.page.tsx'

hideConsoleErrors()
const openGallery = (answer: () => Response = () => Response.json(gallery())) =>
  renderApp('/share/tok', api => {
    api.user = null
    api.on('GET /api/shares/public/tok', answer)
    api.on('POST /api/shares/track', () => new Response(null, { status: 204 }))
  })

const shownBrand: http.PublicBrand = {
  ...{ name: 'Berg', website: 'https://berg.example/' },
  accent: { light: '#8a2b5e', dark: '#9a3b6e', text: '#ffb0d0' },
  logo: { url: '/media/share/logo.png?token=tok', width: 320, height: 80 },
}
const metaContents = { 'daymark-brand': JSON.stringify(shownBrand), 'daymark-home': 'https://daymark.test' }
const metaTags = Object.entries(metaContents).map(([name, content]) =>
  Object.assign(document.createElement('meta'), { name, content }),
)
beforeEach(() => document.head.append(...metaTags))
afterEach(() => metaTags.forEach(meta => meta.remove()))

it("rule 71 the gallery shows the studio's brand instead of Daymark's", async () => {
  const { view } = openGallery()
  await screen.findByRole('heading', { level: 1, name: 'Lisbon' })
  expect(screen.getAllByRole('link', { name: 'Berg' })[0]).toHaveAttribute('href', 'https://berg.example/')
  expect(screen.queryByText('Shared with Daymark')).toBeNull()
  expect(document.title).toBe('Lisbon · Berg')
  expect(screen.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', 'https://daymark.test/privacy')
  const { style } = document.documentElement
  expect(style.getPropertyValue('--color-accent')).toBe('light-dark(#8a2b5e, #9a3b6e)')
  view.unmount()
  expect(style.getPropertyValue('--color-accent')).toBe('')
})

it('rule 71 a locked or ended gallery shows the brand, too', async () => {
  const { view } = openGallery(() => failure(410, 'Over.'))
  expect(await screen.findByRole('img', { name: 'Berg' })).toBeVisible()
  view.unmount()
  openGallery(() => Response.json({ code: 'password_required', message: 'x' }, { status: 401 }))
  expect(await screen.findByRole('heading', { name: 'Private Gallery' })).toBeVisible()
  expect(screen.getByRole('img', { name: 'Berg' })).toBeVisible()
})
