import type { http } from '@daymark/contracts'
import sharp from 'sharp'
import { gallery } from '../../../../test/fake-gallery.ts'
import { createPlaceholderUrl } from '../../../widgets/masonry/placeholder.ts'

// React's server renderer creates a MessageChannel when it is loaded, but the tested functions do not use the channel.
Object.assign(globalThis, {
  MessageChannel: class {
    port1 = {}
  },
})
const { renderGallery, renderStudioPage } = await import('./first-screens.tsx')

const MALICIOUS_TEXTS = [
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  '<!-- </style> &amp; $&',
]
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const textsIn = (html: string) =>
  [...html.matchAll(/>([^<]+)</g)].map(([, text = '']) =>
    text.replace(/&([a-z]+|#x27);/g, (_, name: string) => ENTITIES[name] ?? ''),
  )
const elementsIn = (html: string) => [...html.matchAll(/<([a-z0-9]+)/g)].map(([, name]) => name)

function createGalleryWithText(text: string): http.PublicShare {
  const share = gallery()
  const images = share.images.map(photo => ({
    ...photo,
    title: text,
    caption: text,
    filename: text,
    placeholder: text,
  }))
  return { ...share, photographer: text, album: { ...share.album, title: text, description: text }, images }
}

it.each(MALICIOUS_TEXTS)('S-PUB-01 shows every text of a gallery and of a studio as text: %s', text => {
  const brand: http.PublicBrand = { name: text, website: null, accent: null, logo: null }
  const html = renderGallery(createGalleryWithText(text), brand)
  const plainHtml = renderGallery(createGalleryWithText('Plain'), { ...brand, name: 'Plain' })
  expect(elementsIn(html)).toEqual(elementsIn(plainHtml))
  expect(textsIn(html)).toEqual(expect.arrayContaining([text, `Photographs by ${text}`]))
  const renderStudio = (title: string) =>
    renderStudioPage({ title, text: title, galleries: [] }, { ...brand, name: title })
  expect(elementsIn(renderStudio(text))).toEqual(elementsIn(renderStudio('Plain')))
  expect(textsIn(renderStudio(text))).toEqual(expect.arrayContaining([text]))
})

it('S-PUB-02 shows the cover, and the first photos without their pictures, which wait for it', () => {
  const share = gallery()
  const cover = { header_layout: 'hero', cover_image_id: share.images[0]?.id ?? null } as const
  const html = renderGallery({ ...share, album: { ...share.album, ...cover } }, null)
  expect(html.match(/<img /g)).toHaveLength(1)
  expect(html).toContain('<source media="(width &lt;= 768px)" srcSet="/media/share/md/p1.jpg?token=tok"/>')
})

it('S-PUB-04 S-PUB-20 shows the pictures of the first row in the variant of the grid, if there is no cover', () => {
  const html = renderGallery(gallery({}, 3), null)
  expect(html.match(/<img src="\/media\/share\/md\//g)).toHaveLength(3)
  expect(html).toContain('media="(418px &lt;= width &lt;= 498px)"')
  expect(html).toContain('media="(width &gt; 1472px)"')
})

it('compresses placeholders without a change of their pixels', async () => {
  const hash = '1QcSHQRnh493V4dIh4eXh1h4kJUI'
  const share = gallery({}, 3)
  const html = renderGallery({ ...share, images: share.images.map(photo => ({ ...photo, placeholder: hash })) }, null)
  const compressedUrl = /data:image\/png[^)]+/.exec(html)?.[0] ?? ''
  const uncompressedUrl = createPlaceholderUrl(hash) ?? ''
  expect(compressedUrl.length).toBeLessThan(uncompressedUrl.length / 2)
  const readPixels = (url: string) =>
    sharp(Buffer.from(url.replace(/^.*,/, ''), 'base64'))
      .raw()
      .toBuffer()
  expect(await readPixels(compressedUrl)).toEqual(await readPixels(uncompressedUrl))
})
