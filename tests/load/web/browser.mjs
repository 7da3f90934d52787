import { chromium } from 'playwright-core'
import { browserPath } from '../../../tools/programs/programs.mjs'

/** Debian's Chromium with unneeded features disabled. */
export const startBrowser = () =>
  chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })

/** A new window with the processor slowed down by the factor `slower`. `cookie`: a session of the server. */
export async function openPage(browser, { url, cookie, slower = 1, network }) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
  const cookies = (cookie ?? '').split('; ').filter(Boolean)
  await context.addCookies(
    cookies.map(pair => ({ name: pair.split('=')[0], value: pair.slice(pair.indexOf('=') + 1), url })),
  )
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  if (network) await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  return { page, devtools, close: () => context.close() }
}
