import { screen, waitFor } from '@testing-library/react'
import { failure, images } from '../../../../test/fake-api.ts'
import { withTags } from '../../../../test/fake-tags.ts'
import { mockNativeDialogs, renderApp } from '../../../../test/render-app.tsx'
import '../tags.page.tsx'

const { alerts, confirms } = mockNativeDialogs()

const getButton = (name: string | RegExp) => screen.getByRole('button', { name })
const openTag = (count: number, address = '/tags?tag=sea') =>
  renderApp(address, withTags(['sea', 'fog'], { sea: images(count) }))
const findTile = (name: string) => screen.findByRole('button', { name: new RegExp(`^Open ${name}`) })

it('L-TAGP-07 L-API-11 are read by page; Back to Tags links back', async () => {
  const { api, person, router } = openTag(120)
  expect(await screen.findByText('Showing 1-50 of 120 photos')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'sea' })).toBeVisible()
  await person.click(await screen.findByRole('button', { name: 'Page 3' }))
  expect(await screen.findByText('Showing 101-120 of 120 photos')).toBeVisible()
  expect(router.state.location.search).toBe('?tag=sea&page=3')
  expect(api.callsTo('GET', '/api/images').map(({ path }) => path)).toEqual([
    '/api/images?tag_id=sea&limit=50&offset=0',
    '/api/images?tag_id=sea&limit=50&offset=100',
  ])
  await person.click(getButton('Back to Tags'))
  expect(await screen.findByRole('link', { name: 'sea 120 photos' })).toBeVisible()
  expect(router.state.location.search).toBe('')
})

it('L-TAGP-07 open in the lightbox', async () => {
  const { person } = openTag(2)
  await person.click(await findTile('DSC_2.JPG'))
  expect(await screen.findByRole('dialog', { name: 'Photo viewer' })).toHaveTextContent('2 of 2')
})

it('L-TAGP-07 Remove Tag removes the selected photos from the list at once, one request per photo', async () => {
  const { api, person } = openTag(3)
  await findTile('DSC_1.JPG')
  await person.click(getButton('Select Images'))
  await screen.findByRole('button', { name: 'Remove Tag' })
  for (const name of ['Tag Selected', 'Add to Album', 'Remove Tag', 'Delete Selected'])
    expect(getButton(name)).toBeDisabled()
  await person.click(screen.getByRole('checkbox', { name: 'Select DSC_1.JPG' }))
  await person.click(screen.getByRole('checkbox', { name: 'Select DSC_3.JPG' }))
  await person.click(getButton('Remove Tag'))
  expect(screen.getByText('Showing 1-1 of 1 photos')).toBeVisible()
  await waitFor(() =>
    expect(api.callsTo('DELETE', '/api/images').map(({ path }) => path)).toEqual([
      '/api/images/1/tags/sea',
      '/api/images/3/tags/sea',
    ]),
  )
  expect(confirms).not.toHaveBeenCalled()
})

it('L-ERR-10 photos whose tag could not be removed reappear with a message', async () => {
  const { api, person } = openTag(2)
  let answer: (response: Response) => void = () => undefined
  api.on('DELETE /api/images/1/tags/sea', () => new Promise<Response>(resolve => (answer = resolve)))
  await findTile('DSC_1.JPG')
  await person.click(getButton('Select Images'))
  await person.click(screen.getByRole('checkbox', { name: 'Select DSC_1.JPG' }))
  await person.click(getButton('Remove Tag'))
  expect(screen.queryByRole('button', { name: /^Open DSC_1/ })).toBeNull()
  await waitFor(() => expect(api.callsTo('DELETE', '/api/images/1/tags/sea')).toHaveLength(1))
  answer(failure(500))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The tag could not be removed from some photos. Please try again.',
  )
  expect(await findTile('DSC_1.JPG')).toBeVisible()
  expect(alerts).not.toHaveBeenCalled()
})

it('a tag without photos and an unknown tag', async () => {
  const { view } = openTag(0)
  expect(await screen.findByRole('heading', { name: 'No photos with this tag' })).toBeVisible()
  view.unmount()
  openTag(0, '/tags?tag=never')
  expect(await screen.findByRole('heading', { name: 'Tag not found' })).toBeVisible()
  expect(getButton('Back to Tags')).toBeVisible()
})
