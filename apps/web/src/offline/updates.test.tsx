import { act, fireEvent, render, screen } from '@testing-library/react'
import { jest } from '@jest/globals'
import { failure } from '../../test/fake-api.ts'
import { FakeWorkers } from '../../test/fake-workers.ts'
import { checkHealth, serverHealth, startUpdates } from './start.tsx'
import { UpdateBanner } from './update-banner.tsx'
import { Updates } from './updates.ts'

const MINUTE_MS = 60_000
const BANNER_TEXT = 'Update Available - A new version of the product is ready'
const VERSION_KEY = 'daymark.version'
const reload = jest.fn<() => void>()
const consoleErrorSpy = jest.spyOn(console, 'error').mockImplementation(() => undefined)
let version: string
let responses: Record<string, () => Response | Promise<Response>>
const fetchMock = jest.fn(async (path: string, _options?: RequestInit) => responses[path]?.() ?? failure(404))
let workers: FakeWorkers
let stop: () => void

const advanceTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
const findBanner = () => screen.queryByText(BANNER_TEXT)
const findCountdown = () => screen.queryByText('Auto-refreshing in 30 seconds...')

beforeEach(() => {
  jest.useFakeTimers()
  jest.clearAllMocks()
  localStorage.clear()
  document.head.innerHTML = '<meta name="daymark-version" content="v1">'
  version = 'v1'
  workers = new FakeWorkers()
  responses = { '/api/version': () => Response.json({ version }) }
  window.fetch = fetchMock as unknown as typeof fetch
})
afterEach(() => {
  stop()
  jest.useRealTimers()
})
afterAll(() => consoleErrorSpy.mockRestore())

/** The state of a page that has just been loaded. */
async function openPage({ container = workers as FakeWorkers | undefined } = {}) {
  const updates = new Updates(container as unknown as ServiceWorkerContainer | undefined)
  const refresh = updates.refresh.bind(updates)
  render(<UpdateBanner updates={Object.assign(updates, { refresh: () => refresh(reload) })} />)
  let stopUpdates = () => undefined as void
  await act(async () => {
    const started = updates.start()
    await jest.advanceTimersByTimeAsync(0)
    stopUpdates = await started
  })
  stop = stopUpdates
}

describe('the version poll', () => {
  it('L-UPD-08 asks the server on load and every 5 minutes, bypassing caches', async () => {
    await openPage()
    expect(fetchMock.mock.calls).toEqual([['/api/version', { cache: 'no-store' }]])
    await advanceTime(5 * MINUTE_MS - 1)
    expect(fetchMock).toHaveBeenCalledTimes(1)
    await advanceTime(1)
    expect(fetchMock).toHaveBeenCalledTimes(2)
    await advanceTime(5 * MINUTE_MS)
    expect(fetchMock).toHaveBeenCalledTimes(3)
    expect(findBanner()).toBeNull()
  })

  it('L-UPD-01 L-UPD-08 another version shows the banner, which does not reload automatically', async () => {
    await openPage()
    version = 'v2'
    await advanceTime(5 * MINUTE_MS)
    expect(findBanner()).toBeVisible()
    expect(findBanner()?.closest('[role="status"]')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Refresh Now' })).toBeVisible()
    expect(findCountdown()).toBeNull()
    await advanceTime(60 * MINUTE_MS)
    expect(reload).not.toHaveBeenCalled()
  })

  it.each([
    ['no network', () => Promise.reject(new TypeError('offline'))],
    ['500', () => failure(500)],
    ['no JSON', () => new Response('<html>')],
    ['no version', () => Response.json({})],
  ])('L-UPD-10 a failure (%s) is ignored silently, and the next poll succeeds', async (_, failure) => {
    await openPage()
    responses['/api/version'] = failure
    await advanceTime(5 * MINUTE_MS)
    expect(findBanner()).toBeNull()
    expect(consoleErrorSpy).not.toHaveBeenCalled()
    responses['/api/version'] = () => Response.json({ version: 'v2' })
    await advanceTime(5 * MINUTE_MS)
    expect(findBanner()).toBeVisible()
  })

  it('L-UPD-11 the marker in local storage is the last version loaded by this browser', async () => {
    await openPage()
    expect(localStorage.getItem(VERSION_KEY)).toBe('v1')
    version = 'v2'
    await advanceTime(5 * MINUTE_MS)
    expect(localStorage.getItem(VERSION_KEY)).toBe('v1')
  })

  it('L-UPD-08 a page older than the server shows the banner at once', async () => {
    localStorage.setItem(VERSION_KEY, 'v1')
    version = 'v2'
    await openPage()
    expect(findBanner()).toBeVisible()
  })

  it('a reloaded page is not considered old', async () => {
    localStorage.setItem(VERSION_KEY, 'v0')
    await openPage()
    expect(findBanner()).toBeNull()
    expect(localStorage.getItem(VERSION_KEY)).toBe('v1')
  })

  it('polls the version in a browser without service workers', async () => {
    await openPage({ container: undefined })
    version = 'v2'
    await advanceTime(5 * MINUTE_MS)
    expect(findBanner()).toBeVisible()
  })
})

describe('the offline worker', () => {
  it('L-UPD-09 is registered bypassing the browser cache and checked for updates every 5 minutes (300000 ms)', async () => {
    await openPage()
    expect(workers.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' })
    expect(workers.registration.update).not.toHaveBeenCalled()
    await advanceTime(300_000)
    expect(workers.registration.update).toHaveBeenCalledTimes(1)
    workers.registration.update.mockRejectedValueOnce(new TypeError('offline'))
    await advanceTime(300_000)
    await advanceTime(300_000)
    expect(workers.registration.update).toHaveBeenCalledTimes(3)
    expect(consoleErrorSpy).not.toHaveBeenCalled()
  })

  it('L-UPD-06 a new worker that is installed while another is active shows the banner', async () => {
    workers.activate()
    await openPage()
    const worker = workers.find()
    expect(findBanner()).toBeNull()
    await act(async () => worker.become('installed'))
    expect(findBanner()).toBeVisible()
    expect(findCountdown()).toBeNull()
  })

  it('a worker that was waiting before the page loaded shows the banner', async () => {
    workers.activate()
    workers.find().become('installed')
    localStorage.setItem(VERSION_KEY, 'v1')
    await openPage()
    expect(findBanner()).toBeVisible()
  })

  it('the first worker is not an update', async () => {
    await openPage()
    const worker = workers.find()
    await act(async () => worker.become('installed'))
    await act(async () => worker.become('activated'))
    expect(findBanner()).toBeNull()
  })

  it('a worker of the same version as the page becomes active silently', async () => {
    localStorage.setItem(VERSION_KEY, 'v0')
    workers.activate()
    await openPage()
    const worker = workers.find()
    await act(async () => worker.become('installed'))
    await advanceTime(0)
    expect(worker.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
    expect(worker.state).toBe('activated')
    expect(findBanner()).toBeNull()
    await advanceTime(5 * MINUTE_MS)
    await act(async () => workers.find().become('installed'))
    expect(findBanner()).toBeVisible()
  })
})

describe('Refresh Now', () => {
  it('L-UPD-05 makes the waiting worker skip waiting, stores the latest version and reloads, in this order', async () => {
    workers.activate()
    await openPage()
    version = 'v2'
    await advanceTime(5 * MINUTE_MS)
    const worker = workers.find()
    await act(async () => worker.become('installed'))
    reload.mockImplementationOnce(() => {
      expect(worker.state).toBe('activated')
      expect(localStorage.getItem(VERSION_KEY)).toBe('v2')
    })
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Now' }))
    await advanceTime(0)
    expect(worker.postMessage.mock.calls).toEqual([[{ type: 'SKIP_WAITING' }]])
    expect(reload).toHaveBeenCalledTimes(1)
    expect(findCountdown()).toBeNull()
  })

  it('reloads without a worker, and after 3 seconds if the worker does not respond', async () => {
    await openPage()
    version = 'v2'
    await advanceTime(5 * MINUTE_MS)
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Now' }))
    await advanceTime(0)
    expect(reload).toHaveBeenCalledTimes(1)
    workers.find({ hangs: true })
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Now' }))
    await advanceTime(2999)
    expect(reload).toHaveBeenCalledTimes(1)
    await advanceTime(1)
    expect(reload).toHaveBeenCalledTimes(2)
  })
})

describe('a service worker updated message', () => {
  beforeEach(async () => {
    workers.activate()
    await openPage()
    await act(async () => workers.post({ type: 'SW_UPDATED' }))
  })

  it('L-UPD-03 L-UPD-04 shows the variant, and the page reloads after 30 seconds', async () => {
    expect(findBanner()).toBeVisible()
    expect(findCountdown()).toBeVisible()
    await advanceTime(29_999)
    expect(reload).not.toHaveBeenCalled()
    await advanceTime(1)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it.each(['mouseMove', 'keyDown', 'click', 'scroll'] as const)('L-UPD-04 a %s restarts the 30 seconds', async type => {
    await advanceTime(29_000)
    fireEvent[type](document.body)
    await advanceTime(29_999)
    expect(reload).not.toHaveBeenCalled()
    await advanceTime(1)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('L-UPD-04 other events do not restart the 30 seconds', async () => {
    await advanceTime(29_000)
    fireEvent.focus(document.body)
    fireEvent.resize(window)
    await advanceTime(1000)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('a running upload defers the reload to 30 seconds after it ends', async () => {
    const preventUnload = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    await advanceTime(60_000)
    expect(reload).not.toHaveBeenCalled()
    window.removeEventListener('beforeunload', preventUnload)
    await advanceTime(30_000)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('a version found later does not replace the variant', async () => {
    version = 'v2'
    for (let second = 0; second < 301; second += 20) {
      fireEvent.mouseMove(document.body)
      await advanceTime(20_000)
    }
    expect(findCountdown()).toBeVisible()
  })
})

describe('at startup', () => {
  beforeEach(() => {
    stop = () => undefined
    serverHealth.ok = true
  })

  it.each([
    ['503', () => Response.json({ ok: false, status: 'unavailable' }, { status: 503 })],
    ['not ok', () => Response.json({ ok: false, status: 'unavailable' })],
    ['no network', () => Promise.reject(new TypeError('offline'))],
  ])('L-ERR-01 a failed health check (%s) makes ok false, and nothing is displayed', async (_, answer) => {
    responses['/api/health'] = answer
    await checkHealth()
    expect(serverHealth.ok).toBe(false)
    expect(document.body).toHaveTextContent(/^$/)
  })

  it('L-UPD-02 the banner is no part of the application: it appears on every screen, even a broken one', async () => {
    localStorage.setItem(VERSION_KEY, 'v1')
    version = 'v2'
    document.head.innerHTML = '<meta name="daymark-version" content="v1">'
    await act(async () => {
      startUpdates()
      await jest.advanceTimersByTimeAsync(0)
    })
    expect(findBanner()).toBeVisible()
    document.body.innerHTML = ''
  })

  it('ok is true when the server reaches all its dependencies', async () => {
    serverHealth.ok = false
    responses['/api/health'] = () => Response.json({ ok: true, status: 'ok' })
    await checkHealth()
    expect(serverHealth.ok).toBe(true)
  })
})
