import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { WATERMARK_DEFAULTS } from '@daymark/contracts'
import { failure, images, type FakeApi } from '../../../test/fake-api.ts'
import { withWatermark } from '../../../test/fake-watermark.ts'
import { mockNativeDialogs, renderApp } from '../../../test/render-app.tsx'
import './watermark.page.tsx'

const { alerts, confirms, logged } = mockNativeDialogs()

const findButton = (name: string) => screen.findByRole('button', { name })
const findTab = (name: string) => screen.findByRole('tab', { name })
const openWatermark = (
  options?: Parameters<typeof withWatermark>[0],
  prepare: (api: FakeApi) => void = () => undefined,
) =>
  renderApp('/watermark', api => {
    withWatermark(options)(api)
    prepare(api)
  })
/** Simulates that the logo has loaded with 600 × 200 px, because jsdom loads no pictures. */
function loadLogo(preview: HTMLElement) {
  const logo = preview.querySelector('img[src*="watermark/image"]') as HTMLImageElement
  Object.defineProperties(logo, { naturalWidth: { value: 600 }, naturalHeight: { value: 200 } })
  fireEvent.load(logo)
}
async function openPositionTab(...options: Parameters<typeof openWatermark>) {
  const app = openWatermark(...options)
  await app.person.click(await findTab('Position & Preview'))
  const shape = (name: string) => within(screen.getByRole('region', { name }))
  for (const name of ['Landscape preview', 'Portrait preview']) loadLogo(screen.getByRole('group', { name }))
  return { ...app, landscape: shape('Landscape'), portrait: shape('Portrait') }
}
const setSlider = (slider: HTMLElement, value: number) => fireEvent.change(slider, { target: { value } })
const logo = new File(['x'], 'logo.png', { type: 'image/png' })
const chooseFile = (file: File) => {
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [file] } })
}

describe('the upload tab', () => {
  it('S-WM-01 S-WM-02 S-WM-03 without a watermark there is only Upload, with tips', async () => {
    openWatermark({ exists: false })
    expect(await findTab('Upload')).toHaveAttribute('aria-selected', 'true')
    expect(await findTab('Position & Preview')).toBeDisabled()
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
    const { api } = openWatermark({ exists: false })
    await findTab('Upload')
    expect(document.querySelector('input[type=file]')).toHaveAttribute('accept', 'image/*')
    chooseFile(logo)
    expect(await screen.findByRole('progressbar', { name: 'Uploading watermark' })).toBeVisible()
    await waitFor(async () => expect(await findTab('Position & Preview')).toBeEnabled())
    expect(api.callsTo('POST', '/api/settings/watermark')).toHaveLength(1)
    expect(await screen.findByRole('img', { name: 'Your watermark' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  })

  it('S-WM-11 an unsuitable image is not sent, and the page gives the reason', async () => {
    const { api } = openWatermark({ exists: false })
    await findTab('Upload')
    chooseFile(new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }))
    expect(await screen.findByText(/SVG logos are not supported. Save the logo as a PNG/)).toBeVisible()
    expect(api.callsTo('POST', '/api/settings/watermark')).toEqual([])
  })

  it('S-WM-07 Remove asks Remove watermark image?, and then none exists', async () => {
    const { api, person } = openWatermark()
    confirms.mockReturnValue(false)
    await person.click(await findButton('Remove'))
    expect(confirms).toHaveBeenCalledWith('Remove watermark image?')
    expect(api.callsTo('DELETE', '/api/settings/watermark')).toEqual([])
    confirms.mockReturnValue(true)
    await person.click(await findButton('Remove'))
    await waitFor(async () => expect(await findTab('Position & Preview')).toBeDisabled())
    expect(screen.queryByRole('img', { name: 'Your watermark' })).toBeNull()
  })

  it('S-WM-12 failures are logged and not shown', async () => {
    const { person } = openWatermark(undefined, api => {
      api.on('POST /api/settings/watermark', () => failure(415))
      api.on('DELETE /api/settings/watermark', () => failure(500))
    })
    await findButton('Remove')
    chooseFile(logo)
    await waitFor(() => expect(logged).toHaveBeenCalledWith('The watermark could not be uploaded', expect.anything()))
    await person.click(await findButton('Remove'))
    await waitFor(() => expect(logged).toHaveBeenCalledWith('The watermark could not be removed', expect.anything()))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(alerts).not.toHaveBeenCalled()
    expect(screen.getByRole('img', { name: 'Your watermark' })).toBeVisible()
  })

  it('S-WM-12 failures to read plan or watermark are logged and the page works with the data it has', async () => {
    openWatermark(undefined, api => {
      api.on('GET /api/subscription', () => failure(404))
      api.on('GET /api/settings/watermark', () => failure(404))
    })
    expect(await findTab('Position & Preview')).toBeDisabled()
    await waitFor(() => {
      expect(logged).toHaveBeenCalledWith('The plan could not be read', expect.anything())
      expect(logged).toHaveBeenCalledWith('The watermark could not be read', expect.anything())
    })
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a plan without watermarks', () => {
  it('S-WM-06 sees the missing feature, the required plan, and an upgrade link', async () => {
    openWatermark({ tier: 'starter' })
    expect(await screen.findByRole('heading', { name: 'Professional Feature' })).toBeVisible()
    expect(screen.getByText('Starter')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/settings')
    expect(screen.queryByRole('tab')).toBeNull()
  })
})

describe('position and preview', () => {
  it('S-WM-04 S-WM-09 S-WM-13 shows the saved settings in sliders of the right ranges', async () => {
    const { landscape, portrait } = await openPositionTab()
    const range = (slider: HTMLElement) =>
      ['min', 'max', 'step', 'value'].map(name => Number((slider as unknown as Record<string, string>)[name]))
    expect(range(screen.getByRole('slider', { name: 'Opacity' }))).toEqual([0, 1, 0.05, 0.35])
    expect(range(screen.getByRole('slider', { name: 'Size' }))).toEqual([5, 50, 1, 20])
    for (const shape of [landscape, portrait])
      for (const name of ['X', 'Y']) expect(range(shape.getByRole('slider', { name }))).toEqual([0, 100, 1, 50])
  })

  it('S-WM-04 the previews show a photo of the library, or a plain surface if it cannot be loaded', async () => {
    await openPositionTab(undefined, api => void (api.images = images(1)))
    const preview = screen.getByRole('group', { name: 'Landscape preview' })
    const getPhoto = () => preview.querySelector('img[src="/media/variants/md/1.jpg"]')
    await waitFor(() => expect(getPhoto()).toBeInTheDocument())
    fireEvent.error(getPhoto() as Element)
    expect(getPhoto()).toBeNull()
  })

  it('S-WM-05 Save Settings is disabled until a change, saves the config, and is disabled again', async () => {
    const { api, person, landscape } = await openPositionTab()
    const save = await findButton('Save Settings')
    expect(save).toBeDisabled()
    setSlider(screen.getByRole('slider', { name: 'Opacity' }), 0.5)
    expect(save).toBeEnabled()
    setSlider(screen.getByRole('slider', { name: 'Opacity' }), 0.35)
    expect(save).toBeDisabled()
    setSlider(landscape.getByRole('slider', { name: 'X' }), 100)
    setSlider(screen.getByRole('slider', { name: 'Size' }), 30)
    await person.click(await findTab('Upload'))
    await person.click(await findTab('Position & Preview'))
    await person.click(await findButton('Save Settings'))
    await waitFor(async () => expect(await findButton('Save Settings')).toBeDisabled())
    expect(api.callsTo('PATCH', '/api/settings/watermark').map(({ body }) => body)).toEqual([
      { ...WATERMARK_DEFAULTS, widthPercent: 30, landscapeXPercent: 100, landscapePosition: 'right' },
    ])
    expect(screen.getByRole('slider', { name: 'Size' })).toHaveValue('30')
  })

  it('S-WM-05 Logout asks first if there are unsaved changes', async () => {
    const { api, person } = await openPositionTab()
    setSlider(screen.getByRole('slider', { name: 'Opacity' }), 0.5)
    await person.click(await findButton('Logout'))
    await person.click(await findButton('Keep Editing'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('slider', { name: 'Opacity' })).toHaveValue('0.5')
    expect(api.callsTo('POST', '/api/auth/logout')).toEqual([])
    await person.click(await findButton('Logout'))
    await person.click(await findButton('Leave'))
    expect(await findButton('Sign In')).toBeVisible()
    expect(api.callsTo('POST', '/api/auth/logout')).toHaveLength(1)
  })

  it('S-WM-05 S-WM-12 changes that could not be saved stay unsaved', async () => {
    const { person } = await openPositionTab(undefined, api =>
      api.on('PATCH /api/settings/watermark', () => failure(500)),
    )
    setSlider(screen.getByRole('slider', { name: 'Opacity' }), 0.5)
    await person.click(await findButton('Save Settings'))
    await waitFor(() =>
      expect(logged).toHaveBeenCalledWith('The watermark settings could not be saved', expect.anything()),
    )
    await waitFor(async () => expect(await findButton('Save Settings')).toBeEnabled())
    expect(screen.queryByRole('alert')).toBeNull()
    await person.click(await findButton('Discard'))
    expect(screen.getByRole('slider', { name: 'Opacity' })).toHaveValue('0.35')
    expect(await findButton('Save Settings')).toBeDisabled()
  })

  it('S-WM-04 S-WM-10 arrow keys move the watermark of one orientation inside the picture; Center and nine positions are one press away', async () => {
    const { person, landscape, portrait } = await openPositionTab({ config: { portraitXPercent: 3 } })
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
    expect(await findButton('Save Settings')).toBeEnabled()
  })
})
