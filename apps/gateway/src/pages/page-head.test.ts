import { formatStudioTags } from './page-head.ts'

const page = { site: 'https://photos.example.com', token: '', studio: undefined }
const tagsOf = (studio: { text?: string; allowIndexing?: boolean }) =>
  formatStudioTags(
    { title: 'Berg', text: '', allowIndexing: true, url: 'https://berg.example.com/', card: undefined, ...studio },
    page,
  )

it('rule 156: the description of a studio page is its text in one line, or names the studio', () => {
  expect(tagsOf({ text: 'Weddings\n\n"at the sea"' })).toContain(
    '<meta name="description" content="Weddings &quot;at the sea&quot;" />',
  )
  expect(tagsOf({})).toContain('<meta name="description" content="Galleries of Berg." />')
})

it('rule 156: search engines index a studio page only if its owner allows it', () => {
  const tag = '<meta name="robots" content="noindex" />'
  expect([tagsOf({ allowIndexing: false }).includes(tag), tagsOf({}).includes(tag)]).toEqual([true, false])
})
