import { jest } from '@jest/globals'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
// Jest cannot link two modules that are requested at the same time, so the frames are imported before the screens inside
// them.
import '../src/app/session/public-frame.tsx'
import '../src/ui/overlay/overlays.tsx'
import { routes } from '../src/app/routes.tsx'
import { cacheStore } from '../src/domain/cache/cache-store.ts'
import { queryClient } from '../src/domain/cache/cache.ts'
import { createMemoryRouter, RouterProvider } from '../src/lib/router.tsx'
import { OverlayHost } from '../src/ui/overlay/overlay-host.tsx'
import { FakeApi } from './fake-api.ts'

/** Renders the whole application at an address with the fake server. Removes the state of previous tests. */
export function renderApp(address: string, prepare: (api: FakeApi) => void = () => undefined) {
  cacheStore.clearAll()
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } })
  const api = new FakeApi()
  prepare(api)
  window.fetch = api.fetch
  const router = createMemoryRouter(routes(), { initialEntries: [address] })
  const view = render(
    <>
      <RouterProvider router={router} />
      <OverlayHost />
    </>,
  )
  return { api, router, person: userEvent.setup(), view }
}

/** Hides the errors that the tests of a file cause, and returns their log, which is empty at the start of each test. */
export function hideConsoleErrors() {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  beforeEach(() => logged.mockClear())
  return logged
}

/** Mocks the native dialogs and hides console errors. Confirmations are accepted by default. */
export function mockNativeDialogs() {
  const logged = hideConsoleErrors()
  const alerts = jest.spyOn(window, 'alert').mockImplementation(() => undefined)
  const confirms = jest.spyOn(window, 'confirm').mockReturnValue(true)
  beforeEach(() => {
    alerts.mockClear()
    confirms.mockClear().mockReturnValue(true)
  })
  return { logged, alerts, confirms }
}

/** Confirms the dialog with this title. */
export async function confirmIn(person: ReturnType<typeof userEvent.setup>, title: string | RegExp) {
  const dialog = await screen.findByRole('dialog', { name: title })
  const [, button] = dialog.querySelectorAll('footer button')
  if (button) await person.click(button)
}

/** Makes the window as narrow as that of a phone, for all tests of the surrounding `describe`. */
export function onPhone() {
  const desktop = window.matchMedia
  beforeEach(() => {
    window.matchMedia = query => Object.assign(new EventTarget(), desktop(query), { matches: query.includes('width') })
  })
  afterEach(() => void (window.matchMedia = desktop))
}

let toasts: (string | null)[] = []
beforeEach(() => void (toasts = []))

const isToast = ({ target }: MutationRecord) =>
  (target instanceof Element ? target : target.parentElement)?.matches('[role="status"][popover]')
const record = (changes: MutationRecord[]) =>
  changes.filter(isToast).forEach(({ addedNodes }) => addedNodes.forEach(node => toasts.push(node.textContent)))
new MutationObserver(record).observe(document, { childList: true, subtree: true })

/** Waits for a toast with this text. A toast that was shown earlier in the test counts too, because toasts disappear after seconds. */
export const expectToast = (text: string | RegExp) =>
  waitFor(() => expect(toasts).toContainEqual(typeof text === 'string' ? text : expect.stringMatching(text)))
