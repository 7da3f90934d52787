import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { WATERMARK_DEFAULTS } from '@daymark/contracts'
import { failure, type FakeApi } from '../../../test/fake-api.ts'
import { withWatermark } from '../../../test/fake-watermark.ts'
import { mockNativeDialogs, renderApp } from '../../../test/render-app.tsx'
import './watermark.page.tsx'

const { alerts, confirms, logged } = mockNativeDialogs()

const button = (name: string) => screen.findByRole('button', { name })
const tab = (name: string) => screen.findByRole('tab', { name })
const open = (options?: Parameters<typeof withWatermark>[0], prepare: (api: FakeApi) => void = () => undefined) =>
  renderApp('/watermark', api => {
    withWatermark(options)(api)
    prepare(api)
  })
/** jsdom loads no pictures: the logo is 600 by 200. */
function logoArrives(preview: HTMLElement) {
  const logo = preview.querySelector('img[src*="watermark/image"]') as HTMLImageElement
  Object.defineProperties(logo, { naturalWidth: { value: 600 }, naturalHeight: { value: 200 } })
  fireEvent.load(logo)
}
async function openPosition(...options: Parameters<typeof open>) {
  const app = open(...options)
  await app.person.click(await tab('Position & Preview'))
  const shape = (name: string) => within(screen.getByRole('region', { name }))
  for (const name of ['Landscape preview', 'Portrait preview']) logoArrives(screen.getByRole('group', { name }))
  return { ...app, landscape: shape('Landscape'), portrait: shape('Portrait') }
}
const slide = (slider: HTMLElement, value: number) => fireEvent.change(slider, { target: { value } })
const logo = new File(['x'], 'logo.png', { type: 'image/png' })
const choose = (file: File) => {
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [file] } })
}

describe('the upload tab', () => {
  it('S-WM-01 S-WM-02 S-WM-03 without a watermark there is only Upload, with tips', async () => {
    open({ exists: false })
    expect(await tab('Upload')).toHaveAttribute('aria-selected', 'true')
    expect(await tab('Position & Preview')).toBeDisabled()
    const tips = within(screen.getByRole('complementary', { name: 'Tips' }))
    expect(tips.getAllByRole('listitem').map(tip => tip.textContent)).toEqual([
      'PNG with transparency',
      'Under 1MB',
      'At least 500px wide',
      'Light logos work best',
      'Test on light and dark images',
    ])
    expect(screen.getByRole('link', { name: 'Watermark' })).toHaveAttribute('aria-current', 'page')
  })

  it('S-WM-02 S-WM-08 S-WM-11 a chosen image is uploaded with a progress bar, and then there is a watermark', async () => {
    const { api } = open({ exists: false })
    await tab('Upload')
    expect(document.querySelector('input[type=file]')).toHaveAttribute('accept', 'image/*')
    choose(logo)
    expect(await screen.findByRole('progressbar', { name: 'Uploading watermark' })).toBeVisible()
    await waitFor(async () => expect(await tab('Position & Preview')).toBeEnabled())
    expect(api.callsTo('POST', '/api/settings/watermark')).toHaveLength(1)
    expect(await screen.findByRole('img', { name: 'Your watermark' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  })

  it('S-WM-11 an unsuitable image is not sent, and the page gives the reason', async () => {
    const { api } = open({ exists: false })
    await tab('Upload')
    choose(new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }))
    expect(await screen.findByText(/SVG logos are not supported. Save the logo as a PNG/)).toBeVisible()
    expect(api.callsTo('POST', '/api/settings/watermark')).toEqual([])
  })

  it('S-WM-07 Remove asks Remove watermark image?, and then none exists', async () => {
    const { api, person } = open()
    confirms.mockReturnValue(false)
    await person.click(await button('Remove'))
    expect(confirms).toHaveBeenCalledWith('Remove watermark image?')
    expect(api.callsTo('DELETE', '/api/settings/watermark')).toEqual([])
    confirms.mockReturnValue(true)
    await person.click(await button('Remove'))
    await waitFor(async () => expect(await tab('Position & Preview')).toBeDisabled())
    expect(screen.queryByRole('img', { name: 'Your watermark' })).toBeNull()
  })

  it('S-WM-12 failures are logged and not shown', async () => {
    const { person } = open(undefined, api => {
      api.on('POST /api/settings/watermark', () => failure(415))
      api.on('DELETE /api/settings/watermark', () => failure(500))
    })
    await button('Remove')
    choose(logo)
    await waitFor(() => expect(logged).toHaveBeenCalledWith('The watermark could not be uploaded', expect.anything()))
    await person.click(await button('Remove'))
    await waitFor(() => expect(logged).toHaveBeenCalledWith('The watermark could not be removed', expect.anything()))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(alerts).not.toHaveBeenCalled()
    expect(screen.getByRole('img', { name: 'Your watermark' })).toBeVisible()
  })

  it('S-WM-12 failures to read plan or watermark are logged and the page works with the data it has', async () => {
    open(undefined, api => {
      api.on('GET /api/subscription', () => failure(404))
      api.on('GET /api/settings/watermark', () => failure(404))
    })
    expect(await tab('Position & Preview')).toBeDisabled()
    await waitFor(() => {
      expect(logged).toHaveBeenCalledWith('The plan could not be read', expect.anything())
      expect(logged).toHaveBeenCalledWith('The watermark could not be read', expect.anything())
    })
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a plan without watermarks', () => {
  it('S-WM-06 sees the missing feature, the required plan, and an upgrade link', async () => {
    open({ tier: 'starter' })
    expect(await screen.findByRole('heading', { name: 'Professional Feature' })).toBeVisible()
    expect(screen.getByText('Starter')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/settings')
    expect(screen.queryByRole('tab')).toBeNull()
  })
})

describe('position and preview', () => {
  it('S-WM-04 S-WM-09 S-WM-13 shows the saved settings in sliders of the right ranges', async () => {
    const { landscape, portrait } = await openPosition()
    const range = (slider: HTMLElement) =>
      ['min', 'max', 'step', 'value'].map(name => Number((slider as unknown as Record<string, string>)[name]))
    expect(range(screen.getByRole('slider', { name: 'Opacity' }))).toEqual([0, 1, 0.05, 0.35])
    expect(range(screen.getByRole('slider', { name: 'Size' }))).toEqual([5, 50, 1, 20])
    for (const shape of [landscape, portrait])
      for (const name of ['X', 'Y']) expect(range(shape.getByRole('slider', { name }))).toEqual([0, 100, 1, 50])
  })

  it('S-WM-05 Save Settings is disabled until a change, saves the config, and is disabled again', async () => {
    const { api, person, landscape } = await openPosition()
    const save = await button('Save Settings')
    expect(save).toBeDisabled()
    slide(screen.getByRole('slider', { name: 'Opacity' }), 0.5)
    expect(save).toBeEnabled()
    slide(screen.getByRole('slider', { name: 'Opacity' }), 0.35)
    expect(save).toBeDisabled()
    slide(landscape.getByRole('slider', { name: 'X' }), 100)
    slide(screen.getByRole('slider', { name: 'Size' }), 30)
    await person.click(await tab('Upload'))
    await person.click(await tab('Position & Preview'))
    await person.click(await button('Save Settings'))
    await waitFor(async () => expect(await button('Save Settings')).toBeDisabled())
    expect(api.callsTo('PATCH', '/api/settings/watermark').map(({ body }) => body)).toEqual([
      { ...WATERMARK_DEFAULTS, widthPercent: 30, landscapeXPercent: 100, landscapePosition: 'right' },
    ])
    expect(screen.getByRole('slider', { name: 'Size' })).toHaveValue('30')
  })

  it('S-WM-05 Logout asks first if there are unsaved changes', async () => {
    const { api, person } = await openPosition()
    slide(screen.getByRole('slider', { name: 'Opacity' }), 0.5)
    await person.click(await button('Logout'))
    await person.click(await button('Keep Editing'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('slider', { name: 'Opacity' })).toHaveValue('0.5')
    expect(api.callsTo('POST', '/api/auth/logout')).toEqual([])
    await person.click(await button('Logout'))
    await person.click(await button('Leave'))
    expect(await button('Sign In')).toBeVisible()
    expect(api.callsTo('POST', '/api/auth/logout')).toHaveLength(1)
  })

  it('S-WM-05 S-WM-12 changes that could not be saved stay unsaved', async () => {
    const { person } = await openPosition(undefined, api => api.on('PATCH /api/settings/watermark', () => failure(500)))
    slide(screen.getByRole('slider', { name: 'Opacity' }), 0.5)
    await person.click(await button('Save Settings'))
    await waitFor(() =>
      expect(logged).toHaveBeenCalledWith('The watermark settings could not be saved', expect.anything()),
    )
    await waitFor(async () => expect(await button('Save Settings')).toBeEnabled())
    expect(screen.queryByRole('alert')).toBeNull()
    await person.click(await button('Discard'))
    expect(screen.getByRole('slider', { name: 'Opacity' })).toHaveValue('0.35')
    expect(await button('Save Settings')).toBeDisabled()
  })

  it('S-WM-04 S-WM-10 arrow keys move the watermark of one orientation inside the picture; Center and nine positions are one press away', async () => {
    const { person, landscape, portrait } = await openPosition({ config: { portraitXPercent: 3 } })
    const at = () => ['X', 'Y'].map(name => (portrait.getByRole('slider', { name }) as HTMLInputElement).value)
    portrait.getByRole('button', { name: 'Move the watermark' }).focus()
    await person.keyboard('{ArrowLeft}{ArrowDown}')
    expect(at()).toEqual(['2', '51'])
    await person.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    expect(at()).toEqual(['0', '51'])
    expect(landscape.getByRole('slider', { name: 'X' })).toHaveValue('50')
    await person.click(portrait.getByRole('button', { name: 'Center' }))
    expect(at()).toEqual(['50', '50'])
    await person.click(portrait.getByRole('radio', { name: 'Bottom right' }))
    expect(at()).toEqual(['100', '100'])
    expect(portrait.getByRole('radio', { name: 'Bottom right' })).toBeChecked()
    expect(await button('Save Settings')).toBeEnabled()
  })
})
