import { chromium, type Browser } from 'playwright-core'
import { browserPath } from '../../../tools/programs.mjs'

/** Debian's Chromium, without what a test machine does not need and without calls of its own. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
