import { screen, waitFor, within } from '@testing-library/react'
import { failure, image, images } from '../../../../test/fake-api.ts'
import { withTags } from '../../../../test/fake-tags.ts'
import { mockNativeDialogs, renderApp } from '../../../../test/render-app.tsx'
import '../tags.page.tsx'

const { alerts } = mockNativeDialogs()

const findCard = (label: string | RegExp) => screen.findByRole('link', { name: label })
const listCards = () =>
  within(screen.getByRole('list', { name: 'Tags' }))
    .getAllByRole('link')
    .map(link => link.textContent)
const getButton = (name: string | RegExp) => screen.getByRole('button', { name })
const findSearchField = () => screen.findByRole('searchbox', { name: 'Search tags' })

it('L-ROUTE-08 L-TAGP-03 cards are sorted by label and show their photo counts', async () => {
  renderApp('/tags', withTags(['sea', 'Night', 'fog'], { sea: images(1), fog: images(3) }))
  expect(await findCard('sea 1 photo')).toHaveAttribute('href', '/tags?tag=sea')
  expect(listCards()).toEqual(['fog 3 photos', 'Night 0 photos', 'sea 1 photo'])
  expect(screen.getByText('3 tags')).toBeVisible()
})

it('L-TAGP-03 L-TAGP-04 L-TAGP-11 a preview requests twelve photos, shows four, and the number of others', async () => {
  const processing = image({ id: 'new', processing_status: 'processing' })
  const { api } = renderApp(
    '/tags',
    withTags(['sea', 'fog', 'dew'], { sea: [processing, ...images(6)], fog: images(4) }),
  )
  const sea = await findCard('sea 7 photos')
  await waitFor(() => expect(sea.querySelectorAll('img')).toHaveLength(4))
  expect(sea.querySelector('img')).toHaveAttribute('src', '/media/variants/sm/1.jpg')
  expect(within(sea).getByText('+3')).toBeVisible()
  const fog = await findCard('fog 4 photos')
  await waitFor(() => expect(fog.querySelectorAll('img')).toHaveLength(4))
  expect(within(fog).queryByText(/^\+/)).toBeNull()
  // No request is sent for a tag without photos.
  expect(
    api
      .callsTo('GET', '/api/images')
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/api/images?tag_id=fog&limit=12', '/api/images?tag_id=sea&limit=12'])
})

it('L-TAGP-11 the response may be a bare list', async () => {
  renderApp('/tags', api => {
    withTags(['sea'], { sea: images(2) })(api)
    api.respondInvalid('GET /api/images', () => Response.json(images(2)))
  })
  const sea = await findCard(/^sea/)
  await waitFor(() => expect(sea.querySelectorAll('img')).toHaveLength(2))
})

it('L-TAGP-03 of a thousand tags only those near the window are in the document and request photos', async () => {
  const labels = Array.from({ length: 1000 }, (_, n) => `tag ${n}`)
  const { api } = renderApp('/tags', withTags(labels, Object.fromEntries(labels.map(label => [label, images(1)]))))
  await findCard('tag 0 1 photo')
  expect(listCards().length).toBeLessThan(40)
  expect(api.callsTo('GET', '/api/images').length).toBeLessThan(40)
})

it('L-TAGP-01 the search box filters tags; returning shows the same cards', async () => {
  const app = renderApp('/tags', withTags(['sea', 'North Sea', 'fog']))
  await findCard(/^fog/)
  await app.person.type(await findSearchField(), 'SEA')
  await waitFor(() => expect(listCards()).toEqual(['North Sea 0 photos', 'sea 0 photos']))
  await app.person.click(await findCard(/^North/))
  await app.person.click(await screen.findByRole('button', { name: 'Back to Tags' }))
  expect(await findSearchField()).toHaveValue('SEA')
  expect(listCards()).toHaveLength(2)
  await app.person.type(await findSearchField(), 'ter')
  expect(await screen.findByRole('heading', { name: 'No tags found' })).toBeVisible()
  await app.person.click(getButton('Clear Search'))
  await waitFor(() => expect(listCards()).toHaveLength(3))
})

it('without tags it suggests the next step; L-SKEL while loading; L-ERR-10 a failure can be retried', async () => {
  let isDown = true
  const { person } = renderApp('/tags', api => {
    api.on('GET /api/tags', () => (isDown ? failure(500) : Response.json([])))
  })
  expect(await screen.findByRole('status', { name: 'Loading tags' })).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'The tags could not be loaded' })).toBeVisible()
  isDown = false
  await person.click(getButton('Try Again'))
  expect(await screen.findByRole('heading', { name: 'No tags yet' })).toBeVisible()
  expect(alerts).not.toHaveBeenCalled()
})
