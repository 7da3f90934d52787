import { screen, waitFor, within } from '@testing-library/react'
import { failure } from '../../../../test/fake-api.ts'
import { withTags } from '../../../../test/fake-tags.ts'
import { expectToast, mockNativeDialogs, renderApp } from '../../../../test/render-app.tsx'
import '../tags.page.tsx'

const { alerts, confirms } = mockNativeDialogs()
beforeEach(() => {
  localStorage.clear()
})

const COLORS_KEY = 'daymark.tag-colors:user-1'
const readColors = () => JSON.parse(localStorage.getItem(COLORS_KEY) ?? '{}') as Record<string, string>

const findCard = (label: string | RegExp) => screen.findByRole('link', { name: label })
const listCards = () =>
  within(screen.getByRole('list', { name: 'Tags' }))
    .getAllByRole('link')
    .map(link => link.textContent)
const getButton = (name: string | RegExp) => screen.getByRole('button', { name })
const getField = (name: string) => screen.getByRole('textbox', { name })
type App = ReturnType<typeof renderApp>
async function chooseAction({ person }: App, label: string, action: 'Edit' | 'Delete') {
  const item = (await findCard(new RegExp(`^${label}`))).closest('li')
  if (!item) throw new Error('no card')
  await person.click(within(item).getByRole('menuitem', { name: action, hidden: true }))
}

it('L-TAGP-02 L-TAGP-09 L-TAGP-10 a new tag has a name and one of 18 colors, which is not sent', async () => {
  const { api, person } = renderApp('/tags', withTags(['sea']))
  await findCard(/^sea/)
  expect(getButton('Color: Blue')).toBeVisible()
  expect(screen.getAllByRole('radio')).toHaveLength(18)
  await person.click(screen.getByRole('radio', { name: 'Red' }))
  await person.type(getField('New tag'), ' dawn {Enter}')
  const dawn = await findCard('dawn 0 photos')
  expect(listCards()).toEqual(['dawn 0 photos', 'sea 0 photos'])
  expect(dawn.querySelector('[style*="background"]')).toHaveStyle({ background: '#ef4444' })
  expect(readColors()).toEqual({ dawn: '#ef4444' })
  expect(api.callsTo('POST', '/api/tags').map(({ body }) => body)).toEqual([{ label: 'dawn' }])
  expect(getButton('Color: Blue')).toBeVisible()
  expect(getField('New tag')).toHaveValue('')
})

it('an existing label creates no second tag and keeps its color', async () => {
  localStorage.setItem(COLORS_KEY, JSON.stringify({ sea: '#22c55e' }))
  const { person } = renderApp('/tags', withTags(['sea']))
  await findCard(/^sea/)
  await person.type(getField('New tag'), 'sea{Enter}')
  await expectToast("You already have a tag 'sea'")
  expect(listCards()).toEqual(['sea 0 photos'])
  expect(readColors()).toEqual({ sea: '#22c55e' })
})

it('L-TAGP-05 L-VAL-03 a name is changed on the card: trimmed, never blank; Escape cancels', async () => {
  const app = renderApp('/tags', withTags(['sea', 'fog']))
  await chooseAction(app, 'sea', 'Edit')
  await app.person.clear(getField('Tag name'))
  await app.person.type(getField('Tag name'), '  {Enter}')
  expect(getButton('Save')).toBeDisabled()
  await app.person.keyboard('{Escape}')
  expect(await findCard('sea 0 photos')).toHaveFocus()
  await chooseAction(app, 'sea', 'Edit')
  await app.person.clear(getField('Tag name'))
  await app.person.type(getField('Tag name'), ' coast {Enter}')
  expect(await findCard('coast 0 photos')).toBeVisible()
  expect(app.api.callsTo('PATCH', '/api/tags').map(({ body }) => body)).toEqual([{ label: 'coast' }])
})

it('L-TAGP-05 L-TAGP-10 a color alone is changed without a request', async () => {
  const app = renderApp('/tags', withTags(['sea']))
  await chooseAction(app, 'sea', 'Edit')
  const form = within(screen.getByRole('form', { name: 'Edit sea' }))
  await app.person.click(form.getByRole('radio', { name: 'Teal' }))
  await app.person.click(form.getByRole('button', { name: 'Save' }))
  expect((await findCard(/^sea/)).querySelector('[style*="background"]')).toHaveStyle({ background: '#14b8a6' })
  expect(readColors()).toEqual({ sea: '#14b8a6' })
  expect(app.api.callsTo('PATCH', '/api/tags')).toEqual([])
})

it('L-TAGP-05 the message of the server appears under the name, and the form stays', async () => {
  const app = renderApp('/tags', api => {
    withTags(['sea', 'fog'])(api)
    api.on('PATCH /api/tags/sea', () => failure(409, 'A tag with this name already exists.'))
  })
  await chooseAction(app, 'sea', 'Edit')
  await app.person.clear(getField('Tag name'))
  await app.person.type(getField('Tag name'), 'fog{Enter}')
  expect(await screen.findByText('A tag with this name already exists.')).toBeVisible()
  expect(getField('Tag name')).toHaveValue('fog')
})

it('L-TAGP-06 L-VAL-14 deleting asks first and removes the stored color too', async () => {
  localStorage.setItem(COLORS_KEY, JSON.stringify({ sea: '#22c55e', fog: '#6b7280' }))
  const app = renderApp('/tags', withTags(['sea', 'fog']))
  confirms.mockReturnValue(false)
  await chooseAction(app, 'sea', 'Delete')
  expect(confirms).toHaveBeenCalledWith(
    'Are you sure you want to delete this tag? This will remove it from all photos.',
  )
  expect(app.api.callsTo('DELETE', '/api/tags')).toEqual([])
  confirms.mockReturnValue(true)
  await chooseAction(app, 'sea', 'Delete')
  await waitFor(() => expect(listCards()).toEqual(['fog 0 photos']))
  expect(app.api.callsTo('DELETE', '/api/tags').map(({ path }) => path)).toEqual(['/api/tags/sea'])
  expect(readColors()).toEqual({ fog: '#6b7280' })
})

it('L-TAGP-08 creating, saving and deleting show their progress', async () => {
  const pendingResponses: (() => void)[] = []
  const deferResponse = (createResponse: () => Response) =>
    new Promise<Response>(resolve => pendingResponses.push(() => resolve(createResponse())))
  const app = renderApp('/tags', api => {
    withTags(['sea'])(api)
    api.on('POST /api/tags', () => deferResponse(() => failure(500)))
    api.on('PATCH /api/tags/sea', () => deferResponse(() => failure(500)))
    api.on('DELETE /api/tags/sea', () => deferResponse(() => failure(500)))
  })
  await findCard(/^sea/)
  await app.person.type(getField('New tag'), 'dawn')
  await app.person.click(getButton('Add'))
  expect(screen.getByRole('form', { name: 'New Tag' })).toHaveAttribute('aria-busy', 'true')
  expect(getButton('Add')).toBeDisabled()
  await waitFor(() => expect(pendingResponses).toHaveLength(1))
  pendingResponses[0]?.()
  await waitFor(() => expect(alerts).toHaveBeenCalledWith('Failed to create tag'))

  await chooseAction(app, 'sea', 'Edit')
  await app.person.type(getField('Tag name'), 'side{Enter}')
  expect(screen.getByRole('form', { name: 'Edit sea' })).toHaveAttribute('aria-busy', 'true')
  expect(getButton('Save')).toBeDisabled()
  await waitFor(() => expect(pendingResponses).toHaveLength(2))
  pendingResponses[1]?.()
  expect(await screen.findByText('It did not work.')).toBeVisible()
  await app.person.click(getButton('Cancel'))

  await chooseAction(app, 'sea', 'Delete')
  expect(screen.getByText('Deleting…')).toBeVisible()
  await waitFor(() => expect(pendingResponses).toHaveLength(3))
  pendingResponses[2]?.()
  expect(await screen.findByRole('alert')).toHaveTextContent("The tag 'sea' could not be deleted. Please try again.")
  expect(screen.queryByText('Deleting…')).toBeNull()
  expect(alerts).toHaveBeenCalledTimes(1)
})

it('L-TAGP-10 another tab shows a color chosen here; another user does not', async () => {
  renderApp('/tags', withTags(['sea']))
  const dot = async () => (await findCard(/^sea/)).querySelector('[style*="background"]')
  expect(await dot()).toHaveStyle({ background: '#3b82f6' })
  localStorage.setItem('daymark.tag-colors:user-2', JSON.stringify({ sea: '#ef4444' }))
  localStorage.setItem(COLORS_KEY, JSON.stringify({ sea: '#eab308' }))
  window.dispatchEvent(new StorageEvent('storage', { key: COLORS_KEY }))
  await waitFor(async () => expect(await dot()).toHaveStyle({ background: '#eab308' }))
})
